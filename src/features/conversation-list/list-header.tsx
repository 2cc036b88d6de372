import { useNavigate } from '@tanstack/react-router'
import {
  Check,
  CheckCheck,
  ChevronDown,
  CloudOff,
  Ellipsis,
  Plus,
  ScanLine,
  UserPlus,
  UsersRound,
} from 'lucide-react'
import { memo, useCallback } from 'react'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { messageDate } from '#domain/formats/dates.ts'
import { unreadTotal } from '#domain/formats/row-badge.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { SearchLink } from '#src/app/frame/search-link.tsx'
import { oneOf } from '#src/app/one-of.ts'
import { conversationFilters, paths } from '#src/routes/route-table.ts'
import { Button, PressButton } from '#src/ui/button.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import type { MenuEntry } from '#src/ui/menu-popover.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { useViewpoint } from '../conversation/use-viewpoint.ts'
import styles from './list-header.module.css'

interface ListHeaderProps {
  readonly conversations: readonly ConversationSummary[]
  readonly filter: Filter
  readonly onFilter: (filter: Filter) => void
  /** True next to an open conversation, which shows the connection state itself. */
  readonly isNextToConversation: boolean
}

/**
 * The list's header: title, filter, menus and a link to the global search [SESS-01 SESS-02 SESS-03]. Memoized, because
 * the pane renders with each repetition of a held arrow key.
 */
export const ListHeader = memo((props: ListHeaderProps) => {
  const { conversations, filter, onFilter, isNextToConversation } = props
  const text = useText()
  return (
    <header className={styles.header}>
      <div className={styles.line}>
        <h1 className={styles.title}>{text('messages.title')}</h1>
        <BusyHint />
        {/* First, so that the other two keep their places when it appears. */}
        <ListMenu conversations={conversations} />
        <FilterMenu {...{ conversations, filter, onFilter }} />
        <AddMenu label={text('messages.new-chat')} />
      </div>
      <div className={styles.search}>
        <SearchLink />
      </div>
      {!isNextToConversation && <OfflineBar />}
    </header>
  )
})

/** The filter of hidden conversations is offered only while there are any. */
const FilterMenu = ({ conversations, filter, onFilter }: Omit<ListHeaderProps, 'isNextToConversation'>) => {
  const text = useText()
  const hasHidden = filter === 'hidden' || hasHiddenRows(conversations, 'all')
  const nameOf = (one: Filter) => text(`messages.filter.${one}`)
  return (
    <Menu
      label={text('messages.filter', { filter: nameOf(filter) })}
      trigger={(target) => (
        <PressButton
          {...target}
          className={styles.filter}
          aria-label={text('messages.filter', { filter: nameOf(filter) })}
        >
          {nameOf(filter)}
          <ChevronDown aria-hidden="true" />
        </PressButton>
      )}
      entries={conversationFilters
        .filter((one) => one !== 'hidden' || hasHidden)
        .map((one) => ({
          id: one,
          label: nameOf(one),
          icon: <Check aria-hidden="true" className={styles.chosen} data-chosen={one === filter} />,
        }))}
      onAction={(id) => {
        const chosen = oneOf(conversationFilters, id)
        if (chosen !== undefined) onFilter(chosen)
      }}
    />
  )
}

/** The menu with "mark all as read"; only while something is unread [SESS-03]. */
const ListMenu = ({ conversations }: Pick<ListHeaderProps, 'conversations'>) => {
  const text = useText()
  const markAllRead = useMarkAllRead()
  if (unreadTotal(conversations) === 0) return null
  return (
    <Menu
      label={text('messages.menu')}
      trigger={(target) => (
        <IconButton {...target} label={text('messages.menu')} icon={<Ellipsis />} hasTooltip={false} />
      )}
      entries={[
        { id: 'read-all', label: text('messages.read-all'), icon: <CheckCheck aria-hidden="true" /> },
      ]}
      onAction={markAllRead}
    />
  )
}

/** Returns a function that marks all conversations as read and offers undo. */
export const useMarkAllRead = (): (() => void) => {
  const text = useText()
  const account = useAccount()
  const toasts = useToasts()
  return useCallback(() => {
    const unread = account.conversations.get().filter(({ unreadCount }) => unreadCount > 0)
    void account.dispatch({ type: 'MarkAllConversationsRead' })
    // Read receipts cannot be taken back, so undo marks the conversations as unread.
    const undo = () => {
      for (const { id } of unread)
        void account.dispatch({ type: 'MarkConversationUnread', conversationId: id })
    }
    const action = { label: text('common.undo'), onPress: undo }
    toasts.show({ kind: 'info', text: text('messages.all-read'), action })
  }, [text, account, toasts])
}

/** A spinner while the list may be out of date. */
const BusyHint = () => {
  const { status } = useReadable(useAccount().connection)
  return status === 'connecting' || status === 'catching-up' ? <Spinner size="small" isDecorative /> : null
}

/** A bar while offline: since when, and a button that reconnects [VIEW-04]. */
export const OfflineBar = () => {
  const text = useText()
  const account = useAccount()
  const viewpoint = useViewpoint()
  const connection = useReadable(account.connection)
  if (connection.status !== 'offline') return null
  return (
    <div className={styles.bar}>
      <CloudOff aria-hidden="true" />
      <span className={styles.words}>
        {text('conversation.connection.offline', { time: messageDate(connection.since, viewpoint) })}
      </span>
      <Button variant="quiet" onPress={() => account.reconnect()}>
        {text('conversation.reconnect')}
      </Button>
    </div>
  )
}

export type Filter = (typeof conversationFilters)[number]

/**
 * Returns the rows of a filter [SESS-02]. Hidden ones have a filter of their own [SESS-37]. The open conversation stays
 * in the unread filter although opening it marked it as read, so that the list does not move.
 */
export function filterConversations(
  conversations: readonly ConversationSummary[],
  filter: Filter,
  open: ConversationId | undefined,
): readonly ConversationSummary[] {
  const listed = conversations.filter(({ isHidden = false }) => isHidden === (filter === 'hidden'))
  if (filter === 'all' || filter === 'hidden') return listed
  if (filter === 'groups') return listed.filter(({ kind }) => kind === 'group')
  return listed.filter(({ id, unreadCount, isNew }) => unreadCount > 0 || isNew || id === open)
}

/** Whether a filter leaves out conversations because they are hidden. */
export const hasHiddenRows = (conversations: readonly ConversationSummary[], filter: Filter): boolean =>
  conversations.some(
    ({ isHidden, kind }) => isHidden && (filter === 'all' || (filter === 'groups' && kind === 'group')),
  )

interface AddMenuProps {
  /** The accessible name of the button and of the menu. */
  readonly label: string
}

const targets = {
  friend: paths.addFriend,
  join: paths.scan,
  create: paths.createGroup,
} as const
type Target = keyof typeof targets

/**
 * The menu of the headers of the contacts and of the conversation list. Joining a group by its code is not offered on
 * desktop [FRIEND-06].
 */
export const AddMenu = ({ label }: AddMenuProps) => {
  const text = useText()
  const navigate = useNavigate()
  const hasScanner = useFrameMode() !== 'full'
  const entries: readonly (MenuEntry & { readonly id: Target })[] = [
    { id: 'friend', label: text('contact.add-friend'), icon: <UserPlus aria-hidden="true" /> },
    { id: 'join', label: text('contact.join-group'), icon: <ScanLine aria-hidden="true" /> },
    { id: 'create', label: text('contact.create-group'), icon: <UsersRound aria-hidden="true" /> },
  ]
  return (
    <Menu
      label={label}
      trigger={(target) => <IconButton {...target} label={label} icon={<Plus />} />}
      entries={entries.filter((entry) => entry.id !== 'join' || hasScanner)}
      onAction={(id) => {
        const chosen = entries.find((entry) => entry.id === id)
        if (chosen !== undefined) void navigate({ to: targets[chosen.id] })
      }}
    />
  )
}

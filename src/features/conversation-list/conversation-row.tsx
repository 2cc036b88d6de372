import { Link, useNavigate } from '@tanstack/react-router'
import { AtSign, BellOff, CircleAlert, Pin, Timer } from 'lucide-react'
import { type ComponentProps, type DragEvent, memo, type ReactNode, useState } from 'react'
import type { ConversationSummary, LastMessage } from '#domain/conversation/conversation-summary.ts'
import type { ActivePerson } from '#domain/conversation/typing.ts'
import type { Viewpoint } from '#domain/formats/calendar.ts'
import { listDate } from '#domain/formats/dates.ts'
import { rowPreview } from '#domain/formats/preview.ts'
import { rowBadge } from '#domain/formats/row-badge.ts'
import { writingBan } from '#domain/group/roles.ts'
import { isNotice } from '#domain/message/message-notices.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { hasFiles } from '#src/platform/dragged-files.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { ListRow, listRowTarget } from '#src/ui/list-row.tsx'
import { SkeletonLine } from '#src/ui/skeleton.tsx'
import { useLoaded } from '#src/ui/use-on-demand.ts'
import { type Translate, useText } from '#src/ui/use-text.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { onceLoaded } from '#streams/once-loaded.ts'
import { addPendingFiles } from '../conversation/attachments/pending-files.ts'
import { messageLabel } from '../conversation/message/message-line.ts'
import type { RowNotice } from '../conversation/message/notice-sentence.tsx'
import { StateMark } from '../conversation/message/state-mark.tsx'
import { WhoTypes } from '../conversation/typing/who-types.tsx'
import styles from './conversation-row.module.css'
import { linkTo, linkToUnread } from './link-to.ts'

interface ConversationRowProps {
  readonly row: ConversationSummary
  readonly viewpoint: Viewpoint
  readonly isOnline: boolean
  /** The people who type or record there; undefined if there are none. */
  readonly typing?: readonly ActivePerson[] | undefined
  /** Whether the newest message is still being fetched. A skeleton replaces its text, state and date. */
  readonly isAwaited: boolean
  readonly isOpen: boolean
  readonly isTabStop: boolean
}

/**
 * A conversation in the list: a link to its screen. The link's accessible name starts with the conversation's name and
 * ends with `rowWords`, because most icons are hidden from assistive technology [SESS-07 SESS-10].
 */
export const ConversationRow = memo((props: ConversationRowProps) => {
  const { row, viewpoint, isOnline, typing, isAwaited, isOpen, isTabStop } = props
  const text = useText()
  const drop = useFileDrop(row)
  return (
    <Link
      {...(isOpen ? linkTo(row) : linkToUnread(row))}
      {...drop.handlers}
      data-dropping={drop.isOver}
      className={classNames(listRowTarget, styles.row)}
      aria-current={isOpen ? 'page' : 'false'}
      tabIndex={isTabStop ? 0 : -1}
      data-unread={row.unreadCount > 0}
    >
      <ListRow
        leading={
          <Avatar id={row.peerId ?? row.id} name={row.title} url={row.avatarUrl} isOnline={isOnline} />
        }
        title={
          <RowTitle row={row}>
            <GroupMarks row={row} />
            {row.isMuted && <BellOff aria-hidden="true" />}
            {(row.timerSeconds ?? 0) > 0 && <Timer aria-hidden="true" />}
          </RowTitle>
        }
        titleEnd={isAwaited ? null : <RowEnd row={row} viewpoint={viewpoint} />}
        detail={isAwaited ? <SkeletonLine width={0.6} /> : <SecondLine row={row} typing={typing} />}
        trailing={<RowMarks row={row} />}
        isSelected={isOpen}
      />
      <VisuallyHidden>{rowWords(row, text)}</VisuallyHidden>
    </Link>
  )
})

interface RowTitleProps {
  readonly row: ConversationSummary
  /** Icons after the name. */
  readonly children: ReactNode
}

/** The name of a conversation and its icons. The name is bold inside an element with `data-unread="true"`. */
export const RowTitle = ({ row, children }: RowTitleProps) => (
  <span className={styles.title}>
    <bdi className={styles.name}>{row.title}</bdi>
    {children}
  </span>
)

/** The date of the newest message, preceded by its delivery state if this user sent it [SESS-16]. */
const RowEnd = ({ row, viewpoint }: Pick<ConversationRowProps, 'row' | 'viewpoint'>) => (
  <span className={styles.end}>
    {hasDeliveryState(row) && <StateMark state={row.lastMessage.state} />}
    <time dateTime={new Date(row.activeAt).toISOString()}>{listDate(row.activeAt, viewpoint)}</time>
  </span>
)

type WithLastMessage = ConversationSummary & { readonly lastMessage: LastMessage }

/**
 * Whether the newest message shows its delivery state: it is this user's, and not a tombstone. Not while messages are
 * unsent, because the second line reports them.
 */
const hasDeliveryState = (row: ConversationSummary): row is WithLastMessage =>
  row.unsentCount === 0 && row.lastMessage?.isOwn === true && row.lastMessage.body !== null

/** The badge of a row and its pin icon [SESS-10 SESS-11 SESS-13]. */
export const RowMarks = ({ row }: { readonly row: ConversationSummary }) => {
  const badge = rowBadge(row)
  if (badge.kind === 'none' && !row.isPinned) return null
  return (
    <span className={styles.marks}>
      {row.isPinned && <Pin aria-hidden="true" className={styles.pin} />}
      {badge.kind === 'dot' && <span aria-hidden="true" className={styles.dot} />}
      {badge.kind === 'count' && <Badge text={badge.text} />}
    </span>
  )
}

/** Returns what the badge and the hidden icons of a row show, in words for assistive technology. */
export const rowWords = (row: ConversationSummary, text: Translate): string => {
  const words: string[] = []
  const joinRequests = row.group?.applicationCount ?? 0
  if (row.unreadCount > 0) words.push(text('messages.unread', { count: row.unreadCount }))
  if (joinRequests > 0) words.push(text('messages.join-requests', { count: joinRequests }))
  if (row.isNew && row.unreadCount + joinRequests === 0) words.push(text('messages.new-conversation'))
  if ((row.timerSeconds ?? 0) > 0) words.push(text('messages.vanishing'))
  if (row.isMuted) words.push(text('messages.muted'))
  if (row.isPinned) words.push(text('messages.pinned'))
  if (row.group && !row.group.isChannel)
    words.push(text('messages.members', { count: row.group.memberCount }))
  return words.join(', ')
}

/** The estimated height of a row, CSS px [SESS-06]. */
export const rowHeight = 60
/** The number of rows rendered beyond each end of the visible part [SESS-06]. */
export const overscan = 6

/** The member count of a group or the label of a channel, and an icon if this user is mentioned [SESS-14 SESS-15]. */
const GroupMarks = ({ row }: { readonly row: ConversationSummary }) => {
  const text = useText()
  const { group, isMentioned } = row
  if (!group) return null
  return (
    <>
      {group.isChannel ? (
        <span className={styles.channel}>{text('messages.channel')}</span>
      ) : (
        <span aria-hidden="true" className={styles.count}>
          {group.memberCount}
        </span>
      )}
      {isMentioned && (
        <AtSign role="img" aria-label={text('messages.mentioned')} className={styles.mention} />
      )}
    </>
  )
}

/**
 * Accepts files dropped on a row: opens the conversation with the files in its composer. Ignores files if this user may
 * not write there.
 * @returns whether accepted files are being dragged over the row, and the row's event handlers
 */
const useFileDrop = (row: ConversationSummary) => {
  const account = useAccount()
  const navigate = useNavigate()
  const [isOver, setIsOver] = useState(false)
  const canWrite = row.group === undefined || writingBan(row.group) === undefined
  const isAccepted = (event: DragEvent) => canWrite && hasFiles(event)
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!isAccepted(event)) return
      // Without this, the browser opens the dropped file instead of the conversation.
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setIsOver(true)
    },
    onDragLeave(event: DragEvent) {
      // Moving onto a child of the row also fires this event.
      const isWithinRow =
        event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
      if (!isWithinRow) setIsOver(false)
    },
    onDrop(event: DragEvent) {
      if (!isAccepted(event)) return
      event.preventDefault()
      setIsOver(false)
      addPendingFiles(account, row.id, [...event.dataTransfer.files])
      void navigate(linkTo(row))
    },
  }
  return { isOver, handlers }
}

/** The people who type or record in place of the preview, unless messages are unsent (DEC-245). */
const SecondLine = ({ row, typing }: Pick<ConversationRowProps, 'row' | 'typing'>) => (
  <WhoTypes people={row.unsentCount > 0 ? undefined : typing} isGroup={row.kind === 'group'}>
    <RowPreviewLine row={row} />
  </WhoTypes>
)

/** The second line of a row: the unsent count, else the draft, else the newest message. */
const RowPreviewLine = ({ row }: { readonly row: ConversationSummary }) => {
  const text = useText()
  const preview = rowPreview(row)
  switch (preview.kind) {
    case 'unsent':
      return (
        <span className={styles.unsent}>
          <CircleAlert aria-hidden="true" />
          {text('messages.unsent', { count: preview.count })}
        </span>
      )
    case 'draft':
      return (
        <>
          <span className={styles.draft}>{text('messages.draft')}</span>
          <bdi>{preview.text}</bdi>
        </>
      )
    case 'text':
      return <SenderAndText row={row} messageText={preview.text} />
    case 'album':
      return (
        <SenderAndText
          row={row}
          messageText={`[${text('messages.preview.album', { ...preview.count })}] ${preview.text}`.trim()}
        />
      )
    case 'label': {
      const label = <SenderAndText row={row} messageText={messageLabel(preview, text)} />
      return isNotice(preview) ? <NoticeLine row={row}>{label}</NoticeLine> : label
    }
    default:
      return <span className={styles.quiet}>{text(`messages.preview.${preview.kind}`)}</span>
  }
}

/** Loaded when a row needs it, because the first load of the list is limited. */
const loadRowNotice = onceLoaded(
  async () => (await import('../conversation/message/notice-sentence.tsx')).RowNotice,
)

/** The sentence of a notice; its label until the sentence has loaded. */
const NoticeLine = (props: ComponentProps<typeof RowNotice>) => {
  const { loaded: Loaded } = useLoaded(loadRowNotice)
  return Loaded ? <Loaded {...props} /> : props.children
}

interface SenderAndTextProps {
  readonly row: ConversationSummary
  readonly messageText: string
}

/** The text of the newest message. In a group, the sender's name precedes it. */
const SenderAndText = ({ row, messageText }: SenderAndTextProps) => {
  const text = useText()
  const sender = row.kind === 'group' ? row.lastMessage?.senderName : undefined
  return <bdi>{sender ? text('messages.preview.from', { sender, text: messageText }) : messageText}</bdi>
}

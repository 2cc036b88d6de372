import { Link, useNavigate } from '@tanstack/react-router'
import {
  Check,
  ChevronDown,
  ChevronRight,
  type LucideIcon,
  Plus,
  ScanLine,
  Tag,
  UserPlus,
  UsersRound,
} from 'lucide-react'
import { useMemo } from 'react'
import { useLocale } from 'react-aria-components'
import { type FriendOrder, friendOrders, orderFriends } from '#domain/contacts/contacts.ts'
import { badgeText } from '#domain/formats/row-badge.ts'
import { usePreferences } from '#src/app/app-context.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { SearchLink } from '#src/app/frame/search-link.tsx'
import { paths } from '#src/routes/route-table.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ListRow, listRowTarget } from '#src/ui/list-row.tsx'
import { Menu } from '#src/ui/menu.tsx'
import type { MenuEntry } from '#src/ui/menu-popover.tsx'
import { RowIcon } from '#src/ui/row-icon.tsx'
import { useReadable, useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './contact-home.module.css'
import { FriendList } from './friend-list.tsx'
import { useRefresh } from './use-refresh.ts'

/**
 * The first page of the contacts: search, shortcuts to friend requests, tags and groups, and the friends [FRIEND-01
 * FRIEND-02 FRIEND-04].
 */
export const ContactHome = () => {
  const text = useText()
  const refresh = useRefresh()
  const [{ friendOrder }, change] = usePreferences()
  const friends = useOrderedFriends()
  return (
    <div className={styles.home}>
      <header className={styles.header}>
        <div className={styles.line}>
          <h1 className={styles.title}>{text('common.contacts')}</h1>
          <AddMenu />
        </div>
        <div className={styles.search}>
          <SearchLink />
        </div>
      </header>
      <FriendList
        friends={friends}
        refresh={refresh}
        head={
          <>
            <Shortcuts />
            <div className={styles.section}>
              <h2 className={styles.heading}>{text('contact.friends')}</h2>
              {friends.length > 0 && (
                <SortMenu order={friendOrder} onChange={(order) => change({ friendOrder: order })} />
              )}
            </div>
          </>
        }
      />
    </div>
  )
}

/** Returns the friends in the selected order, by the rules of the current language. */
const useOrderedFriends = () => {
  const account = useAccount()
  const friends = useReadable(account.friends)
  const online = useReadable(account.online)
  const { locale } = useLocale()
  const [{ friendOrder }] = usePreferences()
  return useMemo(
    () => orderFriends(friends, friendOrder, online, locale),
    [friends, friendOrder, online, locale],
  )
}

const targets = {
  friend: paths.addFriend,
  join: paths.joinGroup,
  create: paths.createGroup,
} as const
type Target = keyof typeof targets

/** The header's menu. Joining a group needs a camera, so it is not offered on desktop [FRIEND-06]. */
const AddMenu = () => {
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
      label={text('contact.add')}
      trigger={(target) => <IconButton {...target} label={text('contact.add')} icon={<Plus />} />}
      entries={entries.filter((entry) => entry.id !== 'join' || hasScanner)}
      onAction={(id) => {
        const chosen = entries.find((entry) => entry.id === id)
        if (chosen !== undefined) void navigate({ to: targets[chosen.id] })
      }}
    />
  )
}

/** Links to friend requests, with their count, to tags and to groups [FRIEND-02 FRIEND-03]. */
const Shortcuts = () => {
  const text = useText()
  const unseen = useSelected(useAccount().applications, ({ unseenCount }) => unseenCount)
  return (
    <div className={styles.shortcuts}>
      <Shortcut
        to={paths.applications}
        label={text('contact.new-friends')}
        icon={UserPlus}
        count={unseen}
        countText={text('contact.new-friends.waiting', { count: unseen })}
      />
      <Shortcut to={paths.tags} label={text('contact.tags')} icon={Tag} />
      <Shortcut to={paths.groups} label={text('contact.groups')} icon={UsersRound} />
    </div>
  )
}

interface ShortcutProps {
  readonly to: typeof paths.applications | typeof paths.tags | typeof paths.groups
  readonly label: string
  readonly icon: LucideIcon
  readonly count?: number
  readonly countText?: string
}

const Shortcut = ({ to, label, icon, count = 0, countText }: ShortcutProps) => (
  <Link
    to={to}
    className={listRowTarget}
    {...(count > 0 && countText !== undefined ? { 'aria-description': countText } : {})}
  >
    <ListRow
      leading={<RowIcon icon={icon} />}
      title={label}
      titleEnd={
        <span className={styles.end}>
          <Badge text={badgeText(count)} />
          <ChevronRight aria-hidden="true" className={styles.chevron ?? ''} />
        </span>
      }
    />
  </Link>
)

interface SortMenuProps {
  readonly order: FriendOrder
  readonly onChange: (order: FriendOrder) => void
}

/** Selects the order of friends. The button names the current one [FRIEND-04]. */
const SortMenu = ({ order, onChange }: SortMenuProps) => {
  const text = useText()
  const current = text(`contact.sort.${order}`)
  return (
    <Menu
      label={text('contact.sort')}
      trigger={(target) => (
        <Button {...target} variant="quiet" aria-label={`${text('contact.sort')}: ${current}`}>
          {current}
          <ChevronDown aria-hidden="true" />
        </Button>
      )}
      entries={friendOrders.map((id) => ({
        id,
        label: text(`contact.sort.${id}`),
        icon: <Check aria-hidden="true" className={classNames(id !== order && styles.unchosen)} />,
      }))}
      onAction={(id) => onChange(id === 'online' ? 'online' : 'name')}
    />
  )
}

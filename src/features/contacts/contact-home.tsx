import { Link } from '@tanstack/react-router'
import { ChevronRight, type LucideIcon, Tag, UserPlus, UsersRound } from 'lucide-react'
import { useMemo } from 'react'
import { useLocale } from 'react-aria-components'
import { friendOrders, orderFriends } from '#domain/contacts/contacts.ts'
import { badgeText } from '#domain/formats/row-badge.ts'
import { peopleWithTag } from '#domain/tags/tag-rules.ts'
import { usePreferences } from '#src/app/app-context.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { SearchLink } from '#src/app/frame/search-link.tsx'
import { paths } from '#src/routes/route-table.ts'
import { Badge } from '#src/ui/badge.tsx'
import { ListRow, listRowTarget, RowIcon } from '#src/ui/list-row.tsx'
import { useReadable, useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { TagFilterBar, useTagFilter } from '../tags/tag-filter.tsx'
import { AddMenu } from './add-menu.tsx'
import styles from './contact-home.module.css'
import { FriendList } from './friend-list.tsx'
import { SortMenu } from './sort-menu.tsx'
import { useRefresh } from './use-refresh.ts'

/**
 * The first page of the contacts: search, shortcuts to friend requests, tags and groups, and the friends [FRIEND-01
 * FRIEND-02 FRIEND-04].
 */
export const ContactHome = () => {
  const text = useText()
  const refresh = useRefresh()
  const [{ friendOrder }, change] = usePreferences()
  const ordered = useOrderedFriends()
  const filter = useTagFilter()
  const friends = peopleWithTag(ordered, filter.selected)
  return (
    <div className={styles.home}>
      <header className={styles.header}>
        <div className={styles.line}>
          <h1 className={styles.title}>{text('common.contacts')}</h1>
          <AddMenu label={text('contact.add')} />
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
                <SortMenu
                  label={text('contact.sort')}
                  orders={friendOrders}
                  selected={friendOrder}
                  nameOf={(order) => text(`contact.sort.${order}`)}
                  onChange={(order) => change({ friendOrder: order })}
                />
              )}
            </div>
            <div className={styles.tags}>
              <TagFilterBar filter={filter} />
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

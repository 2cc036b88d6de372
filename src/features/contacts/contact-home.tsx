import { Link } from '@tanstack/react-router'
import { type LucideIcon, Search, Tag, UserPlus, UsersRound } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useLocale } from 'react-aria-components'
import type { Friend } from '#domain/contacts/contacts.ts'
import { findByName } from '#domain/contacts/find-by-name.ts'
import { friendsByName, letterStarts, onlineFirst } from '#domain/contacts/friend-order.ts'
import { badgeText } from '#domain/formats/row-badge.ts'
import { peopleWithTag } from '#domain/tags/tag-rules.ts'
import { usePreferences } from '#src/app/app-context.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { SearchLink } from '#src/app/frame/search-link.tsx'
import { friendOrders } from '#src/app/preferences.ts'
import { paths } from '#src/routes/route-table.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { LinkRow, listRowTarget, RowIcon } from '#src/ui/list-row.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import { useReadable, useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { AddMenu, OfflineBar } from '../conversation-list/list-header.tsx'
import { TagFilterBar, useTagFilter } from '../tags/tag-filter.tsx'
import styles from './contact-home.module.css'
import { FriendList } from './friend-list.tsx'
import { SortMenu } from './sort-menu.tsx'
import { useRefresh } from './use-refresh.ts'

/**
 * The first page of the contacts: search, shortcuts to friend requests, tags and groups, and the friends with a search
 * of their own, an order, a filter by tag and, on narrow screens, a rail of letters [FRIEND-01 FRIEND-02 FRIEND-04].
 */
export const ContactHome = () => {
  const text = useText()
  const refresh = useRefresh()
  const [{ friendOrder }, change] = usePreferences()
  const [search, setSearch] = useState<string>()
  const [hasClosedSearch, setHasClosedSearch] = useState(false)
  const keyword = useDeferredValue(search ?? '').trim()
  const filter = useTagFilter()
  const ordered = useOrderedFriends()
  const tagged = useMemo(() => peopleWithTag(ordered, filter.selected), [ordered, filter.selected])
  const friends = useFoundFriends(tagged, keyword)
  const letters = useLetters(friends, friendOrder === 'name' && keyword === '')
  const isSearching = search !== undefined
  const hasTags = filter.tags.length > 0
  const closeSearch = () => {
    setSearch(undefined)
    setHasClosedSearch(true)
  }
  return (
    <div className={styles.home}>
      <header className={styles.header}>
        <div className={styles.line}>
          <h1 className={styles.title}>{text('common.contacts')}</h1>
          <AddMenu label={text('contact.add')} />
        </div>
        <div className={styles.search}>
          {isSearching ? (
            <FriendSearch keyword={search} onChange={setSearch} onClose={closeSearch} />
          ) : (
            <SearchLink />
          )}
        </div>
        {isSearching && <TagFilterBar filter={filter} />}
        <OfflineBar />
      </header>
      <FriendList
        friends={friends}
        refresh={refresh}
        letters={letters}
        keyword={keyword || filter.selected?.name}
        head={
          !isSearching && (
            <>
              <Shortcuts />
              <div className={styles.section}>
                <h2 className={styles.heading}>
                  {hasTags ? (
                    <VisuallyHidden>{text('contact.friends')}</VisuallyHidden>
                  ) : (
                    text('contact.friends')
                  )}
                </h2>
                {/* The tags replace the heading, so that the friends do not move when the tags arrive. */}
                <div className={styles.tags}>
                  <TagFilterBar filter={filter} />
                </div>
                {friends.length > 0 && (
                  <div className={styles.tools}>
                    <IconButton
                      label={text('contact.friends.search')}
                      icon={<Search />}
                      autoFocus={hasClosedSearch}
                      onPress={() => setSearch('')}
                    />
                    <SortMenu
                      label={text('contact.sort')}
                      orders={friendOrders}
                      selected={friendOrder}
                      nameOf={(order) => text(`contact.sort.${order}`)}
                      onChange={(order) => change({ friendOrder: order })}
                    />
                  </div>
                )}
              </div>
            </>
          )
        }
      />
    </div>
  )
}

interface FriendSearchProps {
  readonly keyword: string
  readonly onChange: (keyword: string) => void
  readonly onClose: () => void
}

/** The search of the friend list. Escape empties it, then closes it. */
const FriendSearch = ({ keyword, onChange, onClose }: FriendSearchProps) => {
  const text = useText()
  return (
    <search
      className={styles.friendSearch}
      onKeyDownCapture={({ key, nativeEvent }) => {
        if (key === 'Escape' && keyword === '' && !nativeEvent.isComposing) onClose()
      }}
    >
      <SearchField label={text('contact.friends.search')} value={keyword} onChange={onChange} autoFocus />
      <Button variant="quiet" onPress={onClose}>
        {text('common.cancel')}
      </Button>
    </search>
  )
}

/** Returns the friends in the selected order, by the rules of the current language. */
const useOrderedFriends = () => {
  const account = useAccount()
  const friends = useReadable(account.friends)
  const online = useReadable(account.online)
  const { locale } = useLocale()
  const [{ friendOrder }] = usePreferences()
  // Sorting thousands of names takes long. Who is online changes often and does not need it again.
  const byName = useMemo(() => friendsByName(friends, locale), [friends, locale])
  return useMemo(
    () => (friendOrder === 'online' ? onlineFirst(byName, online) : byName),
    [byName, friendOrder, online],
  )
}

/** Returns the friends who match a keyword by remark, nickname, chat id or pinyin initials; all for an empty one. */
const useFoundFriends = (friends: readonly Friend[], keyword: string): readonly Friend[] => {
  const people = useMemo(
    () =>
      friends.map((friend) => ({
        label: friend.displayName,
        alsoFoundBy: [friend.nickname, friend.chatId],
        friend,
      })),
    [friends],
  )
  return useMemo(
    () => (keyword === '' ? friends : findByName(people, keyword).map(({ friend }) => friend)),
    [friends, people, keyword],
  )
}

/** With fewer letters a rail has no use. */
const fewestLetters = 5

/** Returns the letters of the rail; none on wide screens and for lists that are not sorted by name. */
const useLetters = (friends: readonly Friend[], isSortedByName: boolean) => {
  const { locale } = useLocale()
  const isNarrow = useFrameMode() !== 'full'
  return useMemo(() => {
    const starts = isNarrow && isSortedByName ? letterStarts(friends, locale) : []
    return starts.length < fewestLetters ? [] : starts
  }, [friends, locale, isNarrow, isSortedByName])
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
    <LinkRow leading={<RowIcon icon={icon} />} title={label} titleEnd={<Badge text={badgeText(count)} />} />
  </Link>
)

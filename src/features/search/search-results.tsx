import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import type { MessageSearchView } from '#client/message-search.ts'
import { badgeText } from '#domain/formats/row-badge.ts'
import { oneOf } from '#src/app/one-of.ts'
import { useAnnouncer } from '#src/ui/announcer.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ListRow, listRowTarget } from '#src/ui/list-row.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { useText } from '#src/ui/use-text.ts'
import { type FoundPlace, useFoundGroups, useFoundPeople } from './found-places.ts'
import { MessageGroups } from './message-results.tsx'
import styles from './search.module.css'
import { type SearchTab, searchTabs } from './search-address.ts'
import { SearchFilters } from './search-filters.tsx'
import {
  isRunning,
  rowStep,
  type SearchContentProps,
  SearchNotice,
  useMessageSearch,
} from './with-search.tsx'

/** Rows of a section on the tab of all results. */
const previewCount = 3

/** The results of a search over everything: people, groups and messages, by tab [SEARCH-02 SEARCH-03]. */
export const SearchResults = (props: SearchContentProps) => {
  const { operations, address, go, onOpen } = props
  const text = useText()
  const { search, view } = useMessageSearch(operations, address)
  const keyword = address.keyword.trim()
  const people = useFoundPeople(keyword)
  const groups = useFoundGroups(operations, keyword)
  const counts = useCounts(people.length, groups.length, view)
  const isDone = !isRunning(view)
  useAnnouncedOutcome(keyword, counts.all, isDone)
  const lists: Readonly<Record<Exclude<SearchTab, 'all'>, ReactNode>> = {
    friends: <PlaceList places={people} label={text('search.tab.friends')} onOpen={onOpen} />,
    groups: <PlaceList places={groups} label={text('search.tab.groups')} onOpen={onOpen} />,
    messages: <MessageGroups {...props} search={search} view={view} />,
  }
  const contentOf = (tab: SearchTab) => {
    if (tab !== 'all')
      return counts[tab] === 0 ? <NoResult address={address} go={go} isDone={isDone} /> : lists[tab]
    if (counts.all === 0) return <NoResult address={address} go={go} isDone={isDone} />
    const show = (next: SearchTab) => () => go({ ...address, tab: next })
    return (
      <>
        <Section tab="friends" count={counts.friends} onShowAll={show('friends')}>
          <PlaceList
            places={people.slice(0, previewCount)}
            label={text('search.tab.friends')}
            onOpen={onOpen}
          />
        </Section>
        <Section tab="groups" count={counts.groups} onShowAll={show('groups')}>
          <PlaceList
            places={groups.slice(0, previewCount)}
            label={text('search.tab.groups')}
            onOpen={onOpen}
          />
        </Section>
        <Section tab="messages" count={counts.messages}>
          {lists.messages}
        </Section>
      </>
    )
  }
  return (
    <Tabs
      label={text('search.tabs')}
      isFilling
      selected={address.tab}
      onSelect={(id) => go({ ...address, tab: oneOf(searchTabs, id) ?? 'all' })}
      items={searchTabs.map((tab) => ({
        id: tab,
        label: tab === 'all' ? text('search.tab.all') : withCount(text(`search.tab.${tab}`), counts[tab]),
        content: (
          <>
            {(tab === 'all' || tab === 'messages') && (
              <>
                <SearchFilters address={address} go={go} />
                <SearchNotice search={search} view={view} />
              </>
            )}
            <div className={styles.scroll}>{contentOf(tab)}</div>
          </>
        ),
      }))}
    />
  )
}

const withCount = (name: string, count: number): string =>
  count === 0 ? name : `${name} ${badgeText(count)}`

const useCounts = (friends: number, groups: number, { groups: found }: MessageSearchView) =>
  useMemo(() => {
    const messages = found.reduce((sum, { hits }) => sum + hits.length, 0)
    return { friends, groups, messages, all: friends + groups + messages }
  }, [friends, groups, found])

const useAnnouncedOutcome = (keyword: string, count: number, isDone: boolean): void => {
  const text = useText()
  const announce = useAnnouncer()
  const outcome = text(count === 0 ? 'search.no-result' : 'search.result-count', { keyword, count })
  useEffect(() => {
    if (isDone) announce(outcome)
  }, [announce, isDone, outcome])
}

interface NoResultProps extends Pick<SearchContentProps, 'address' | 'go'> {
  readonly isDone: boolean
}

/** A skeleton while the search runs, then that nothing was found [SEARCH-07]. */
const NoResult = ({ address, go, isDone }: NoResultProps) => {
  const text = useText()
  const keyword = address.keyword.trim()
  if (!isDone) return <SkeletonList rows={4} />
  if (keyword === '') return <EmptyState illustration="no-result" title={text('search.no-filtered')} />
  const title = text('search.no-result', { keyword })
  if (address.filter.kind !== 'picture') return <EmptyState illustration="no-result" title={title} />
  return (
    <EmptyState
      illustration="no-result"
      title={title}
      description={text('search.pictures-without-words')}
      action={<Button onPress={() => go({ ...address, keyword: '' })}>{text('search.show-pictures')}</Button>}
    />
  )
}

interface SectionProps {
  readonly tab: Exclude<SearchTab, 'all'>
  readonly count: number
  /** Shows the tab of this section; absent if the section shows everything. */
  readonly onShowAll?: () => void
  readonly children: ReactNode
}

const Section = ({ tab, count, onShowAll, children }: SectionProps) => {
  const text = useText()
  const titleId = useId()
  if (count === 0) return null
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <div className={styles.sectionHead}>
        <h2 id={titleId} className={styles.heading}>
          {text(`search.tab.${tab}`)}
        </h2>
        {onShowAll !== undefined && count > previewCount && (
          <Button variant="quiet" onPress={onShowAll}>
            {text('search.show-all', { count })}
          </Button>
        )}
      </div>
      {children}
    </section>
  )
}

interface PlaceListProps {
  readonly places: readonly FoundPlace[]
  readonly label: string
  readonly onOpen: () => void
}

/** People or groups, each a link to the conversation or the profile. */
const PlaceList = ({ places, label, onOpen }: PlaceListProps) => {
  const text = useText()
  const [shown, setShown] = useState(rowStep)
  return (
    <>
      <ul aria-label={label}>
        {places.slice(0, shown).map((place) => (
          <li key={place.key}>
            <Link
              {...place.link}
              aria-current="false"
              className={listRowTarget}
              data-result="true"
              onClick={onOpen}
            >
              <ListRow
                leading={<Avatar id={place.avatarId} name={place.title} url={place.avatarUrl} />}
                title={<bdi>{place.title}</bdi>}
                detail={
                  place.members.length > 0 ? (
                    <bdi>
                      {text('search.members', { names: place.members.join(text('search.names-separator')) })}
                    </bdi>
                  ) : (
                    place.detail
                  )
                }
              />
            </Link>
          </li>
        ))}
      </ul>
      {places.length > shown && (
        <Button variant="quiet" onPress={() => setShown(shown + rowStep)}>
          {text('search.more')}
        </Button>
      )}
    </>
  )
}

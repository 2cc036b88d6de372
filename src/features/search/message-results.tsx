import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { MessageSearch, MessageSearchView } from '#client/message-search.ts'
import { type HitGroup, hitsOf } from '#domain/search/message-hits.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useAnnouncer } from '#src/ui/announcer.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ListRow, listRowTarget } from '#src/ui/list-row.tsx'
import { useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { HitDate, HitList, HitText, hitLink } from './hit-list.tsx'
import styles from './search.module.css'
import { useSearchLink } from './search-address.ts'
import { SearchFilters } from './search-filters.tsx'
import {
  isRunning,
  rowStep,
  type SearchContentProps,
  SearchNotice,
  useMessageSearch,
} from './with-search.tsx'

interface SessionResultsProps extends SearchContentProps {
  readonly id: ConversationId
}

/** The hits of one conversation [SEARCH-04 ROUTE-02]. */
export const SessionResults = ({ id, operations, address, go, onOpen }: SessionResultsProps) => {
  const text = useText()
  const announce = useAnnouncer()
  const { search, view } = useMessageSearch(operations, address)
  const row = useSelected(useAccount().conversations, (all) => all.find((one) => one.id === id))
  const hits = hitsOf(view)
  const [group] = view.groups
  const title = row?.title ?? group?.title ?? ''
  const keyword = address.keyword.trim()
  const isDone = !isRunning(view)
  const outcome = text(hits.length === 0 ? 'search.no-result' : 'search.result-count', {
    keyword,
    count: hits.length,
  })
  useEffect(() => {
    if (isDone) announce(outcome)
  }, [announce, isDone, outcome])
  return (
    <>
      <div className={styles.sessionHead}>
        <IconButton
          label={text('search.all-results')}
          icon={<ArrowLeft />}
          onPress={() => go({ ...address, session: undefined })}
        />
        <Avatar
          id={row?.peerId ?? group?.peerId ?? id}
          name={title}
          url={row?.avatarUrl ?? group?.avatarUrl ?? ''}
          size="small"
        />
        <h2 className={styles.sessionTitle}>
          <bdi>{title}</bdi>
        </h2>
      </div>
      <SearchFilters address={address} go={go} />
      <SearchNotice search={search} view={view} />
      {isDone && hits.length === 0 && <EmptyState illustration="no-result" title={outcome} />}
      {hits.length > 0 && (
        <>
          <p className={styles.note}>{isDone ? outcome : text('search.searching')}</p>
          <HitList id={id} keyword={keyword} hits={hits} onOpen={onOpen} onEnd={search.loadMore} />
        </>
      )}
    </>
  )
}

interface MessageGroupsProps extends SearchContentProps {
  readonly search: MessageSearch
  readonly view: MessageSearchView
}

/** The conversations with hits, the newest hit first. Those that were shown keep their places [SEARCH-12]. */
export const MessageGroups = ({ address, search, view, onOpen }: MessageGroupsProps) => {
  const text = useText()
  const linkTo = useSearchLink()
  const [shown, setShown] = useState(rowStep)
  const list = useRef<HTMLUListElement>(null)
  const groups = view.groups.slice(0, shown)
  useSeenRows(list, search, groups.length)
  const canShowMore = view.groups.length > shown || view.hasMore
  const showMore = () => {
    setShown(shown + rowStep)
    search.loadMore()
  }
  return (
    <>
      <ul ref={list} aria-label={text('search.tab.messages')}>
        {groups.map((group) => {
          const [hit, ...others] = group.hits
          if (hit === undefined) return null
          const isOne = others.length === 0 && !group.hasMore
          const link = isOne
            ? hitLink(group.conversation, hit, address.keyword)
            : linkTo({ ...address, session: group.conversation })
          return (
            <li key={group.conversation}>
              <Link
                {...link}
                aria-current="false"
                className={listRowTarget}
                data-result="true"
                onClick={onOpen}
              >
                <GroupRow group={group} keyword={address.keyword} isOne={isOne} />
              </Link>
            </li>
          )
        })}
      </ul>
      {canShowMore && !isRunning(view) && (
        <Button variant="quiet" onPress={showMore}>
          {text('search.more')}
        </Button>
      )}
      {isRunning(view) && (
        <p role="status" className={styles.note}>
          {text('search.searching')}
        </p>
      )}
    </>
  )
}

interface GroupRowProps {
  readonly group: HitGroup
  readonly keyword: string
  readonly isOne: boolean
}

const GroupRow = ({ group, keyword, isOne }: GroupRowProps) => {
  const text = useText()
  const { conversation, peerId, title, avatarUrl, hits, hasMore } = group
  const [hit] = hits
  return (
    <ListRow
      leading={<Avatar id={peerId ?? conversation} name={title} url={avatarUrl} />}
      title={<bdi>{title}</bdi>}
      titleEnd={hit && <HitDate hit={hit} />}
      detail={
        isOne && hit ? (
          <HitText hit={hit} keyword={keyword} />
        ) : (
          text(hasMore ? 'search.hits-or-more' : 'search.hits', { count: hits.length })
        )
      }
    />
  )
}

/** Tells the search how many rows have been on the screen, so that it does not move them. */
const useSeenRows = (
  list: RefObject<HTMLUListElement | null>,
  search: MessageSearch,
  count: number,
): void => {
  useEffect(() => {
    const rows = [...(list.current?.children ?? [])].slice(0, count)
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) search.markSeen(rows.indexOf(target) + 1)
    })
    for (const row of rows) observer.observe(row)
    return () => observer.disconnect()
  }, [list, search, count])
}

import { ArrowLeft, SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { hitsOf } from '#domain/search/message-hits.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useAnnouncer } from '#src/ui/announcer.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { EmptyState } from '#src/ui/state-view.tsx'
import { useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { HitList } from './hit-list.tsx'
import styles from './search.module.css'
import { SearchFilters } from './search-filters.tsx'
import { isRunning, type SearchContentProps, SearchNotice, useMessageSearch } from './with-search.tsx'

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
      {isDone && hits.length === 0 && <EmptyState icon={<SearchX />} title={outcome} />}
      {hits.length > 0 && (
        <>
          <p className={styles.note}>{isDone ? outcome : text('search.searching')}</p>
          <HitList id={id} keyword={keyword} hits={hits} onOpen={onOpen} onEnd={search.loadMore} />
        </>
      )}
    </>
  )
}

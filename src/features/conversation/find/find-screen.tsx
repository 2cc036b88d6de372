import { useNavigate, useSearch } from '@tanstack/react-router'
import { CalendarDays } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { MessageSearch, MessageSearchView } from '#client/message-search.ts'
import type { SearchOperations } from '#client/search.ts'
import { hitsOf } from '#domain/search/message-hits.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import { useAnnouncer } from '#src/ui/announcer.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useText } from '#src/ui/use-text.ts'
import { pathOf, useOpenConversation } from '../../conversation-list/link-to.ts'
import { HitList } from '../../search/hit-list.tsx'
import { useTypedKeyword } from '../../search/use-typed-keyword.ts'
import { isRunning, useMessageSearch, WithSearch } from '../../search/with-search.tsx'
import { DayChoice } from './day-choice.tsx'
import { dayHref, findHref, useHitNavigation } from './find-address.ts'
import styles from './find-screen.module.css'

/** Debounce of the search field, ms [VIEW-44]. */
const findDelay = 600

/** The route of the search in one conversation; its keyword is in the URL [ROUTE-14 VIEW-44]. */
export const FindScreen = () => {
  const id = useOpenConversation()
  return id === undefined ? null : <FindPanel key={id} id={id} />
}

const FindPanel = ({ id }: { readonly id: ConversationId }) => {
  const text = useText()
  const navigate = useNavigate()
  const goBack = useGoBack(pathOf(id))
  const { typed, setTyped, keyword, searchNow } = useKeyword(id)
  const [isChoosingDay, setIsChoosingDay] = useState(false)
  const chooseDay = (
    <IconButton
      label={text('conversation.jump-to-date')}
      icon={<CalendarDays />}
      onPress={() => setIsChoosingDay(true)}
    />
  )
  return (
    <Panel title={text('conversation.find')} onBack={goBack} actions={chooseDay}>
      <div className={styles.field} data-find>
        <SearchField
          label={text('conversation.find.keyword')}
          value={typed}
          onChange={setTyped}
          onSubmit={searchNow}
          autoFocus
        />
      </div>
      {keyword === '' ? (
        <EmptyState illustration="search" title={text('conversation.find.hint')} />
      ) : (
        <WithSearch placeholder={<Searching />}>
          {(operations) => <Found key={keyword} operations={operations} id={id} keyword={keyword} />}
        </WithSearch>
      )}
      {isChoosingDay && (
        <DayChoice
          shown={undefined}
          onClose={() => setIsChoosingDay(false)}
          onChoose={(at) => void navigate({ href: dayHref(id, at) })}
        />
      )}
    </Panel>
  )
}

/** The typed text and the keyword, which follows after 600 ms without typing or on Enter [VIEW-44 VIEW-47]. */
const useKeyword = (id: ConversationId) => {
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const keyword = (search.keyword ?? '').trim()
  const typing = useTypedKeyword(
    keyword,
    findDelay,
    (next) => void navigate({ href: findHref(id, next), replace: true }),
  )
  return { ...typing, keyword }
}

interface FoundProps {
  readonly operations: SearchOperations
  readonly id: ConversationId
  readonly keyword: string
}

const Found = ({ operations, id, keyword }: FoundProps) => {
  const text = useText()
  const { search, view } = useMessageSearch(operations, { keyword, filter: noFilter, session: id })
  const isFailed = view.device === 'failed' && view.server !== 'done'
  if (isFailed) return <ErrorState title={text('conversation.find.failed')} onRetry={search.retry} />
  if (isRunning(view) && hitsOf(view).length === 0) return <Searching />
  return <FindResults id={id} keyword={keyword} search={search} view={view} />
}

const noFilter = {}

const Searching = () => {
  const text = useText()
  return (
    <div className={styles.searching}>
      <p role="status" className={styles.note}>
        {text('search.searching')}
      </p>
      <SkeletonList rows={4} />
    </div>
  )
}

interface FindResultsProps extends Omit<FoundProps, 'operations'> {
  readonly search: MessageSearch
  readonly view: MessageSearchView
}

/** The search hits, newest first; each links to its message [VIEW-45 VIEW-46 ROUTE-26]. */
const FindResults = ({ id, keyword, search, view }: FindResultsProps) => {
  const text = useText()
  const announce = useAnnouncer()
  const hitNavigation = useHitNavigation()
  const hits = hitsOf(view)
  const count = hits.length
  const outcome = text(count === 0 ? 'search.no-result' : 'search.result-count', { keyword, count })
  const isDone = !isRunning(view)
  useEffect(() => {
    if (isDone) announce(outcome)
  }, [announce, isDone, outcome])
  return (
    <>
      {count === 0 ? (
        <EmptyState illustration="no-result" title={outcome} />
      ) : (
        <>
          <p className={styles.note}>{isDone ? outcome : text('search.searching')}</p>
          <HitList
            id={id}
            keyword={keyword}
            hits={hits}
            onOpen={({ serverId }) => hitNavigation.set({ keyword, at: serverId })}
            onEnd={search.loadMore}
          />
        </>
      )}
      {view.isPartial && <p className={styles.note}>{text('conversation.find.partial')}</p>}
    </>
  )
}

import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { CalendarDays, Search, SearchX } from 'lucide-react'
import { type Ref, useEffect, useMemo, useState } from 'react'
import { type ItemProps, type ListProps, Virtuoso } from 'react-virtuoso'
import type { MessageSearchView } from '#client/message-search.ts'
import { listDate } from '#domain/formats/dates.ts'
import { type ExcerptPart, hitExcerpt, maxHits } from '#domain/message/find-messages.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { useAnnouncer } from '#src/ui/announcer.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ListRow, listRowTarget } from '#src/ui/list-row.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#src/ui/state-view.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { linkTo, pathOf, useOpenConversation } from '../../conversation-list/link-to.ts'
import { useViewpoint } from '../use-viewpoint.ts'
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
  const { typed, setTyped, keyword, search } = useKeyword(id)
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
      <div className={styles.field}>
        <SearchField
          label={text('conversation.find.keyword')}
          value={typed}
          onChange={setTyped}
          onSubmit={search}
          autoFocus
        />
      </div>
      {keyword === '' ? (
        <EmptyState icon={<Search />} title={text('conversation.find.hint')} />
      ) : (
        <Found key={keyword} id={id} keyword={keyword} />
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
  const { keyword = '' } = useSearch({ strict: false })
  const [typed, setTyped] = useState(keyword)
  useEffect(() => {
    if (typed.trim() === keyword.trim()) return
    const timer = setTimeout(() => {
      void navigate({ href: findHref(id, typed.trim()), replace: true })
    }, findDelay)
    return () => clearTimeout(timer)
  }, [id, typed, keyword, navigate])
  const search = (value: string) => void navigate({ href: findHref(id, value.trim()), replace: true })
  return { typed, setTyped, keyword: keyword.trim(), search }
}

interface FoundProps {
  readonly id: ConversationId
  readonly keyword: string
}

const Found = ({ id, keyword }: FoundProps) => {
  const text = useText()
  const account = useAccount()
  const [attempt, setAttempt] = useState(0)
  // Each attempt starts a new search.
  const search = useMemo(
    () => ({ attempt, found: account.searchMessages(id, keyword) }),
    [account, id, keyword, attempt],
  )
  const view = useReadable(search.found)
  if (view.status === 'failed')
    return <ErrorState title={text('conversation.find.failed')} onRetry={() => setAttempt(attempt + 1)} />
  if (view.status === 'searching' && view.hits.length === 0) {
    return (
      <div className={styles.searching}>
        <p role="status" className={styles.note}>
          {text('search.searching')}
        </p>
        <SkeletonList rows={4} />
      </div>
    )
  }
  return <FindResults id={id} keyword={keyword} view={view} />
}

interface FindResultsProps {
  readonly id: ConversationId
  readonly keyword: string
  readonly view: MessageSearchView
}

/** Height of a row until it is measured, CSS px. */
const rowHeight = 64

/** The search hits, newest first; each links to its message [VIEW-45 VIEW-46 ROUTE-26]. */
const FindResults = ({ id, keyword, view }: FindResultsProps) => {
  const text = useText()
  const announce = useAnnouncer()
  const count = view.hits.length
  const outcome = text(count === 0 ? 'search.no-result' : 'search.result-count', { keyword, count })
  const isDone = view.status === 'done'
  useEffect(() => {
    if (isDone) announce(outcome)
  }, [announce, isDone, outcome])
  const limits = <Limits view={view} />
  if (count === 0) {
    return (
      <>
        <EmptyState icon={<SearchX />} title={outcome} />
        {limits}
      </>
    )
  }
  return (
    <>
      <p className={styles.note}>{isDone ? outcome : text('search.searching')}</p>
      <Virtuoso
        className={styles.list}
        data={view.hits}
        defaultItemHeight={rowHeight}
        computeItemKey={(_, hit) => hit.key}
        components={components}
        tabIndex={-1}
        itemContent={(_, hit) => <Hit id={id} hit={hit} keyword={keyword} />}
      />
      {limits}
    </>
  )
}

/** Notes about messages that were not searched or hits that are not shown. */
const Limits = ({ view }: Pick<FindResultsProps, 'view'>) => {
  const text = useText()
  if (view.isCut) return <p className={styles.note}>{text('conversation.find.many', { count: maxHits })}</p>
  return view.isPartial ? <p className={styles.note}>{text('conversation.find.partial')}</p> : null
}

const List = ({ ref, style, children, ...data }: ListProps) => {
  const text = useText()
  // The virtual list measures any element, but its types allow only div.
  const listRef = ref as Ref<HTMLUListElement>
  return (
    <ul {...data} ref={listRef} style={style} aria-label={text('conversation.messages')}>
      {children}
    </ul>
  )
}
const Item = ({ item: _item, ...props }: ItemProps<TimelineMessage>) => <li {...props} />
const components = { List, Item }

interface HitProps {
  readonly id: ConversationId
  readonly hit: TimelineMessage
  readonly keyword: string
}

const Hit = ({ id, hit, keyword }: HitProps) => {
  const text = useText()
  const viewpoint = useViewpoint()
  const walk = useHitNavigation()
  const name = hit.isOwn ? text('conversation.find.own') : hit.senderName
  return (
    <Link
      {...linkTo({ id })}
      search={{ search: String(hit.serverId ?? '') }}
      className={listRowTarget}
      onClick={() => hit.serverId !== undefined && walk.set({ keyword, at: hit.serverId })}
    >
      <ListRow
        leading={<Avatar id={hit.senderId} name={hit.senderName} url={hit.senderAvatarUrl} />}
        title={<bdi>{name}</bdi>}
        titleEnd={
          <time dateTime={new Date(hit.sentAt).toISOString()}>{listDate(hit.sentAt, viewpoint)}</time>
        }
        detail={<MarkedText parts={hitExcerpt(hit, keyword)} />}
      />
    </Link>
  )
}

/** A text with the keyword highlighted. */
const MarkedText = ({ parts }: { readonly parts: readonly ExcerptPart[] }) => {
  let reached = 0
  return (
    <bdi>
      {parts.map(({ text, isHit }) => {
        const key = reached
        reached += text.length
        return isHit ? (
          <mark key={key} className={styles.mark}>
            {text}
          </mark>
        ) : (
          text
        )
      })}
    </bdi>
  )
}

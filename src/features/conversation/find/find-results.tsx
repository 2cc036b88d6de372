import { Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { type Ref, useEffect } from 'react'
import { type ItemProps, type ListProps, Virtuoso } from 'react-virtuoso'
import type { MessageSearchView } from '#client/message-search.ts'
import { listDate } from '#domain/formats/dates.ts'
import { type ExcerptPart, hitExcerpt, maxHits } from '#domain/message/find-messages.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAnnouncer } from '#src/ui/announcer.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import { ListRow, listRowTarget } from '#src/ui/list-row.tsx'
import { EmptyState } from '#src/ui/state-view.tsx'
import { useText } from '#src/ui/use-text.ts'
import { linkTo } from '../../conversation-list/link-to.ts'
import { useViewpoint } from '../use-viewpoint.ts'
import { useHitNavigation } from './find-address.ts'
import styles from './find-screen.module.css'

interface FindResultsProps {
  readonly id: ConversationId
  readonly keyword: string
  readonly view: MessageSearchView
}

/** Height of a row until it is measured, CSS px. */
const rowHeight = 64

/** The search hits, newest first; each links to its message [VIEW-45 VIEW-46 ROUTE-26]. */
export const FindResults = ({ id, keyword, view }: FindResultsProps) => {
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

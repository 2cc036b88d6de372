import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import { type ItemProps, type ListProps, Virtuoso } from 'react-virtuoso'
import { listDate } from '#domain/formats/dates.ts'
import { type ExcerptPart, hitExcerpt } from '#domain/search/hit-excerpt.ts'
import type { MessageHit } from '#domain/search/message-hits.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { ListRow, listRowTarget } from '#src/ui/list-row.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useViewpoint } from '../conversation/use-viewpoint.ts'
import { linkTo } from '../conversation-list/link-to.ts'
import styles from './hit-list.module.css'

interface HitListProps {
  readonly id: ConversationId
  readonly keyword: string
  readonly hits: readonly MessageHit[]
  /** Called before the link to a hit is followed. */
  readonly onOpen: (hit: MessageHit) => void
  /** Called when the oldest hits are reached. */
  readonly onEnd: () => void
}

/** Height of a row until it is measured, CSS px. */
const rowHeight = 64

/** The hits in one conversation, newest first. Each links to its message [SEARCH-04 VIEW-45 ROUTE-26]. */
export const HitList = ({ id, keyword, hits, onOpen, onEnd }: HitListProps) => {
  return (
    <Virtuoso
      className={styles.list}
      data={hits}
      defaultItemHeight={rowHeight}
      computeItemKey={(_, hit) => hit.serverId}
      components={components}
      tabIndex={-1}
      endReached={onEnd}
      itemContent={(_, hit) => (
        <Link
          {...hitLink(id, hit, keyword)}
          aria-current="false"
          className={listRowTarget}
          data-result="true"
          onClick={() => onOpen(hit)}
        >
          <HitRow hit={hit} keyword={keyword} />
        </Link>
      )}
    />
  )
}

/** Returns the link that opens a conversation at a hit and marks the keyword there. */
export const hitLink = (id: ConversationId, { serverId }: MessageHit, keyword: string) =>
  ({
    ...linkTo({ id }),
    search: { search: String(serverId) },
    state: { hitKeyword: keyword },
  }) as const

/** A found message: sender, date and the text around the keyword. */
const HitRow = ({ hit, keyword }: { readonly hit: MessageHit; readonly keyword: string }) => {
  const text = useText()
  const name = hit.isOwn ? text('conversation.find.own') : hit.senderName
  return (
    <ListRow
      leading={<Avatar id={hit.senderId} name={hit.senderName} url={hit.senderAvatarUrl} />}
      title={<bdi>{name}</bdi>}
      titleEnd={<HitDate hit={hit} />}
      detail={<HitText hit={hit} keyword={keyword} />}
    />
  )
}

export const HitDate = ({ hit: { sentAt } }: { readonly hit: MessageHit }) => (
  <time dateTime={new Date(sentAt).toISOString()}>{listDate(sentAt, useViewpoint())}</time>
)

interface HitTextProps {
  readonly hit: MessageHit
  readonly keyword: string
}

/** The text around the keyword; the kind of a message without text. */
export const HitText = ({ hit, keyword }: HitTextProps) => {
  const text = useText()
  const parts = hitExcerpt(hit, keyword)
  return parts.length === 0 ? text(`messages.preview.${hit.type}`) : <MarkedText parts={parts} />
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
const Item = ({ item: _item, ...props }: ItemProps<MessageHit>) => <li {...props} />
const components = { List, Item }

import { memo } from 'react'
import type { Viewpoint } from '#domain/formats/calendar.ts'
import { dayLabel, timeOfDay } from '#domain/formats/dates.ts'
import { mediaOf } from '#domain/message/message-body.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { albumLayout, type Tile } from '#domain/message-list/album-layout.ts'
import { type DayRows, endsRun, type Row, startsRun } from '#domain/message-list/rows.ts'
import { classNames } from '#src/ui/class-names.ts'
import { useText } from '#src/ui/use-text.ts'
import frameStyles from '../attachments/media-frame.module.css'
import { TileContext } from '../attachments/media-frame.tsx'
import { PictureMessage } from '../attachments/picture-message.tsx'
import articleStyles from '../message/message-article.module.css'
import {
  MessageArticle,
  SelectionMark,
  SenderLine,
  SenderPicture,
  UnsentNote,
  useArticle,
} from '../message/message-article.tsx'
import { hasQuoteText, MessageBubble, QuoteBlock } from '../message/message-bubble.tsx'
import { MessageMeta } from '../message/message-meta.tsx'
import { useSenderName } from '../message/sender-link.tsx'
import { VideoMessage } from '../playback/video-message.tsx'
import { ReactionPills } from '../reactions/reactions.tsx'
import styles from './day-group.module.css'

interface DayGroupProps {
  readonly group: DayRows
  /** Whether messages of others show their sender, as in groups. */
  readonly hasSenders: boolean
  /** The key of the message in the tab order. */
  readonly tabStop: string | undefined
  readonly viewpoint: Viewpoint
  /** Receives a time of the day whose date was pressed, ms. */
  readonly onDay: (at: number) => void
}

/** The messages of one day under a sticky date separator [VIEW-08]. */
export const DayGroup = ({ group, hasSenders, tabStop, viewpoint, onDay }: DayGroupProps) => (
  <div>
    <div className={styles.date} data-day-pill="true">
      <DayPill at={group.at} viewpoint={viewpoint} onDay={onDay} />
    </div>
    {group.rows.map((row) => {
      if (row.kind === 'album')
        return <AlbumRow key={row.key} {...{ album: row, hasSenders, tabStop, viewpoint }} />
      if (row.kind !== 'message') return <Separator key={row.key} row={row} viewpoint={viewpoint} />
      return (
        <MessageArticle
          key={row.key}
          message={row.message}
          position={row.position}
          hasSenders={hasSenders}
          isTabStop={row.key === tabStop}
          viewpoint={viewpoint}
        />
      )
    })}
  </div>
)

type DayPillProps = Pick<DayGroupProps, 'viewpoint' | 'onDay'> & { readonly at: number }

/** The date, which opens a calendar. It is no tab stop, because the conversation search also opens the calendar. */
const DayPill = ({ at, viewpoint, onDay }: DayPillProps) => {
  const text = useText()
  const date = dayLabel(at, viewpoint)
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.pill}
      aria-label={text('conversation.jump-to-date.of', { date })}
      onClick={() => onDay(at)}
    >
      {date}
    </button>
  )
}

type SeparatorRow = Exclude<Row, { kind: 'message' | 'album' }>

/** A separator between messages: the time after a pause, or the unread divider [VIEW-08]. */
const Separator = memo(
  ({ row, viewpoint }: { readonly row: SeparatorRow; readonly viewpoint: Viewpoint }) => {
    const text = useText()
    if (row.kind === 'time') {
      return (
        <p className={styles.time}>
          <time dateTime={new Date(row.at).toISOString()}>{timeOfDay(row.at, viewpoint.zone)}</time>
        </p>
      )
    }
    return (
      <p className={styles.unread} data-unread-divider="true">
        <span>{text('conversation.unread-divider')}</span>
      </p>
    )
  },
)

type Album = Extract<Row, { kind: 'album' }>

interface AlbumRowProps extends Pick<DayGroupProps, 'hasSenders' | 'tabStop' | 'viewpoint'> {
  readonly album: Album
}

/** CSS px. */
const maxAlbumWidth = 420

/**
 * Returns the largest width of an album whose rows are at most a quarter of the window high [MEDIA-10].
 * @param highestRow the ratio of the album's width to the height of its highest row
 */
const widthOf = (highestRow: number): string => `min(${maxAlbumWidth}px, calc(25vh * ${highestRow}))`

/**
 * The pictures and videos that were sent together in a grid, and the text that was sent with them as its caption. Each
 * part stays a message with an article, a menu and a state of its own. The grid has its final size before a file loads.
 */
const AlbumRow = memo(({ album, hasSenders, tabStop, viewpoint }: AlbumRowProps) => {
  const text = useText()
  const { caption, messages, position } = album
  const [first] = messages
  const senderName = useSenderName(first)
  const { ratio, highestRow, tiles } = albumLayout(messages.map(sizeOf))
  const run = { startsRun: startsRun(position), endsRun: endsRun(position) }
  const isShowingSender = hasSenders && !first.isOwn
  const isReachable = [...messages, caption].some((message) => message?.key === tabStop)
  const sender = { message: first, senderName, isReachable }
  const pictures = messages.filter(({ type }) => type === 'pic').length
  return (
    <div
      className={classNames(
        articleStyles.message,
        first.isOwn ? articleStyles.own : articleStyles.other,
        run.startsRun && articleStyles.starts,
        run.endsRun && articleStyles.ends,
      )}
    >
      {isShowingSender && <SenderPicture {...{ ...sender, ...run }} />}
      <div className={articleStyles.column}>
        {isShowingSender && run.startsRun && <SenderLine {...sender} />}
        <div className={frameStyles.bubble} style={{ inlineSize: widthOf(highestRow) }}>
          {hasQuoteText(first.quote) && (
            <div className={styles.quote}>
              <QuoteBlock quote={first.quote} isReachable={first.key === tabStop} />
            </div>
          )}
          <figure
            aria-label={text('messages.preview.album', { pictures, videos: messages.length - pictures })}
            className={styles.grid}
            style={{ aspectRatio: ratio }}
          >
            {messages.map((message, index) => (
              <AlbumTile
                key={message.key}
                message={message}
                {...(tiles[index] ?? wholeAlbum)}
                showsMeta={caption === undefined && index === messages.length - 1}
                isTabStop={message.key === tabStop}
                viewpoint={viewpoint}
              />
            ))}
          </figure>
          {caption && <Caption message={caption} isTabStop={caption.key === tabStop} viewpoint={viewpoint} />}
        </div>
        {[...messages, ...(caption ? [caption] : [])].map((message) => (
          <ReactionPills key={message.key} message={message} isReachable={message.key === tabStop} />
        ))}
      </div>
    </div>
  )
})

const sizeOf = (message: TimelineMessage) => {
  const { width = 0, height = 0 } = message.attachment ?? mediaOf(message) ?? {}
  return { width, height }
}

interface PartProps {
  readonly message: TimelineMessage
  readonly isTabStop: boolean
  readonly viewpoint: Viewpoint
}

/** The tile of a single item. */
const wholeAlbum: Tile = { left: 0, top: 0, width: 1, height: 1 }

interface AlbumTileProps extends PartProps, Tile {
  /** Whether time and state are visible. Assistive technology reads them anyway. */
  readonly showsMeta: boolean
}

const percent = (fraction: number): string => `${fraction * 100}%`

/** A picture or video of an album. It shows its state and a retry button until it is sent. */
const AlbumTile = memo((props: AlbumTileProps) => {
  const { message, showsMeta, isTabStop, viewpoint } = props
  const { attributes, contentId, isChosen } = useArticle(message, isTabStop, viewpoint)
  const isSent = message.state === 'sent' || message.state === 'read'
  const isQuiet = !showsMeta && isSent && message.timerSeconds === undefined
  const meta = <MessageMeta message={message} />
  const style = {
    insetInlineStart: percent(props.left),
    insetBlockStart: percent(props.top),
    inlineSize: percent(props.width),
    blockSize: percent(props.height),
  }
  const parts = { message, meta, isReachable: isTabStop }
  return (
    <article {...attributes} className={styles.tile} style={style}>
      <div id={contentId} className={styles.content}>
        <TileContext value={isQuiet ? 'quiet' : 'plain'}>
          {message.type === 'pic' ? <PictureMessage {...parts} /> : <VideoMessage {...parts} />}
        </TileContext>
        <div className={styles.note}>
          <UnsentNote message={message} isReachable={isTabStop} />
        </div>
      </div>
      <SelectionMark isChosen={isChosen} />
    </article>
  )
})

/** The text that was sent with an album. */
const Caption = memo(({ message, isTabStop, viewpoint }: PartProps) => {
  const { attributes, contentId, isChosen } = useArticle(message, isTabStop, viewpoint)
  return (
    <article {...attributes} className={styles.caption}>
      <div id={contentId} className={styles.words}>
        <MessageBubble message={message} isReachable={isTabStop} />
        <UnsentNote message={message} isReachable={isTabStop} />
      </div>
      <SelectionMark isChosen={isChosen} />
    </article>
  )
})

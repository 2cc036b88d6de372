import { File, Film, ImageOff, Play, VideoOff } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Button } from 'react-aria-components'
import { type Components, Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import type { Viewpoint } from '#domain/formats/calendar.ts'
import { messageDate, monthLabel } from '#domain/formats/dates.ts'
import { playingTime } from '#domain/formats/duration.ts'
import { extensionOf } from '#domain/media/file-name.ts'
import { findRow, type MediaRow, nextTile } from '#domain/media/media-grid-layout.ts'
import { filesOf, readMessageBody } from '#domain/message/message-body.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { useShownFile } from '#src/features/conversation/attachments/use-shown-file.ts'
import { useViewpoint } from '#src/features/conversation/use-viewpoint.ts'
import { classNames } from '#src/ui/class-names.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './media-grid.module.css'
import tileStyles from './media-rows.module.css'
import { SavingLink, useDownloadOf } from './use-download.tsx'

type Row = MediaRow<TimelineMessage>

interface MediaRowsProps {
  readonly rows: readonly Row[]
  /** The key of the tile to show and focus first. */
  readonly startAt: string | undefined
  readonly onOpen: (message: TimelineMessage) => void
  /** Called when a tile gets the focus. */
  readonly onReached: () => void
  readonly onNearEnd: (isNearEnd: boolean) => void
  readonly foot: ReactNode
}

interface Context {
  readonly foot: ReactNode
}
const components: Components<Row, Context> = { Footer: ({ context }) => context?.foot }

/** Rows before the end at which older media are loaded. */
const nearEnd = 4
/** Frames until the list has rendered its initial row. */
const framesToStart = 60
/** Rendered area beyond the viewport, px. */
const overscan = { top: 240, bottom: 480 }

/** The virtualized tiles of the media screen, with a roving tab index. */
export const MediaRows = ({ rows, startAt, onOpen, onReached, onNearEnd, foot }: MediaRowsProps) => {
  const text = useText()
  const viewpoint = useViewpoint()
  const walk = useTileWalk(rows, startAt)
  const context = useMemo(() => ({ foot }), [foot])
  return (
    <section ref={walk.grid} aria-label={text('media.title')} className={styles.grid} {...walk.handlers}>
      <Virtuoso
        ref={walk.virtuoso}
        data={rows}
        context={context}
        components={components}
        tabIndex={-1}
        increaseViewportBy={overscan}
        computeItemKey={(_, row) => row.key}
        rangeChanged={({ endIndex }) => onNearEnd(endIndex >= rows.length - nearEnd)}
        itemContent={(_, row) =>
          row.kind === 'month' ? (
            <h2 className={styles.month}>{monthLabel(row.at, viewpoint)}</h2>
          ) : (
            <div className={styles.row}>
              {row.items.map((message) => (
                <MediaTile
                  key={message.key}
                  message={message}
                  viewpoint={viewpoint}
                  isTabStop={message.key === walk.tabStop}
                  onFocus={() => {
                    walk.setFocused(message.key)
                    onReached()
                  }}
                  onOpen={onOpen}
                />
              ))}
            </div>
          )
        }
        {...(walk.startIndex === undefined
          ? {}
          : { initialTopMostItemIndex: { index: walk.startIndex, align: 'center' } })}
      />
    </section>
  )
}

/** Keyboard navigation over the tiles. */
const useTileWalk = (rows: readonly Row[], startAt: string | undefined) => {
  const grid = useRef<HTMLElement>(null)
  const virtuoso = useRef<VirtuosoHandle>(null)
  const [focused, setFocused] = useState(startAt)
  const [startIndex] = useState(() => (startAt === undefined ? undefined : findRow(rows, startAt)))
  const first = rows.find((row) => row.kind === 'tiles')?.items[0]?.key
  const isListed = focused !== undefined && findRow(rows, focused) !== undefined

  const focus = (key: string) => {
    const tiles = grid.current?.querySelectorAll<HTMLElement>('[data-tile]') ?? []
    const tile = [...tiles].find(({ dataset }) => dataset.tile === key)
    tile?.focus()
    return tile !== undefined && tile === document.activeElement
  }
  const lookForStart = useEffectEvent(() => startAt === undefined || focus(startAt))
  useEffect(() => {
    // The list measures itself first, so the tile is focused as soon as it is rendered.
    let frame = 0
    const look = (framesLeft: number) => {
      if (lookForStart() || framesLeft === 0) return
      frame = requestAnimationFrame(() => look(framesLeft - 1))
    }
    frame = requestAnimationFrame(() => look(framesToStart))
    return () => cancelAnimationFrame(frame)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    const from = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tile]') : null
    const to = nextTile(rows, from?.dataset.tile ?? '', event.key)
    const index = to && findRow(rows, to.key)
    if (to === undefined || index === undefined) return
    event.preventDefault()
    virtuoso.current?.scrollIntoView({ index, done: () => void focus(to.key) })
  }
  const tabStop = isListed ? focused : first
  return { grid, virtuoso, startIndex, tabStop, setFocused, handlers: { onKeyDown } }
}

interface MediaTileProps {
  readonly message: TimelineMessage
  readonly viewpoint: Viewpoint
  readonly isTabStop: boolean
  readonly onFocus: () => void
  readonly onOpen: (message: TimelineMessage) => void
}

/** A tile of the media screen. A picture or video opens in the viewer; a file is saved. */
const MediaTile = (props: MediaTileProps) =>
  props.message.type === 'file' ? <FileTile {...props} /> : <SeenTile {...props} />

const SeenTile = ({ message, viewpoint, isTabStop, onFocus, onOpen }: MediaTileProps) => {
  const text = useText()
  const kind = message.type === 'video' ? 'video' : 'picture'
  const seconds = kind === 'video' ? secondsOf(message) : undefined
  const when = messageDate(message.sentAt, viewpoint)
  // The length is part of the accessible name.
  const date = seconds === undefined ? when : `${when} · ${playingTime(seconds)}`
  return (
    <Button
      data-tile={message.key}
      aria-label={text(`media.tile.${kind}`, { sender: message.senderName, date })}
      excludeFromTabOrder={!isTabStop}
      onFocus={onFocus}
      onPress={() => onOpen(message)}
      className={classNames(tileStyles.tile)}
    >
      {kind === 'video' ? <VideoFrame message={message} /> : <Thumbnail message={message} />}
    </Button>
  )
}

const secondsOf = ({ type, body }: TimelineMessage): number | undefined =>
  filesOf(readMessageBody(type, body))[0]?.seconds

const Thumbnail = ({ message }: { readonly message: TimelineMessage }) => {
  const { source, isLoaded, isBroken, onLoad, onError } = useShownFile(message)
  const small = filesOf(readMessageBody(message.type, message.body))[1]?.path
  if (isBroken) return <ImageOff aria-hidden="true" className={tileStyles.broken} />
  if (source === undefined) return null
  return (
    <img
      src={small ?? source}
      alt=""
      decoding="async"
      draggable={false}
      className={tileStyles.seen}
      data-loaded={isLoaded}
      onLoad={onLoad}
      onError={onError}
    />
  )
}

const VideoFrame = ({ message }: { readonly message: TimelineMessage }) => {
  const { source, isLoaded, isBroken, onLoad, onError } = useShownFile(message)
  const seconds = secondsOf(message)
  return (
    <>
      {isBroken && <VideoOff aria-hidden="true" className={tileStyles.broken} />}
      {!isBroken && source !== undefined && (
        <video
          // Some browsers show no frame at position 0.
          src={`${source}#t=0.001`}
          muted
          playsInline
          tabIndex={-1}
          preload="metadata"
          aria-hidden="true"
          className={tileStyles.seen}
          data-loaded={isLoaded}
          onLoadedData={onLoad}
          onError={onError}
        />
      )}
      <span className={tileStyles.length} aria-hidden="true">
        {seconds === undefined ? <Film /> : <Play />}
        {seconds !== undefined && playingTime(seconds)}
      </span>
    </>
  )
}

const FileTile = ({ message, isTabStop, onFocus }: MediaTileProps) => {
  const text = useText()
  const file = useDownloadOf()(message)
  if (!file.isOk)
    return (
      <span className={classNames(tileStyles.tile, tileStyles.file)}>
        <File aria-hidden="true" />
        <span className={tileStyles.name}>{text('media.damaged')}</span>
      </span>
    )
  const { name } = file.value
  return (
    <SavingLink
      file={file.value}
      data-tile={message.key}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={onFocus}
      className={classNames(tileStyles.tile, tileStyles.file)}
    >
      <File aria-hidden="true" />
      <span className={tileStyles.extension}>{extensionOf(name).toUpperCase()}</span>
      <bdi className={tileStyles.name}>{name}</bdi>
    </SavingLink>
  )
}

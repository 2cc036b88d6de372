import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Components, Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import { monthLabel } from '#domain/formats/dates.ts'
import { findRow, type MediaRow, nextTile } from '#domain/media/media-grid-layout.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { useViewpoint } from '#src/features/conversation/use-viewpoint.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './media-grid.module.css'
import { MediaTile } from './media-tile.tsx'

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
            <h3 className={styles.month}>{monthLabel(row.at, viewpoint)}</h3>
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

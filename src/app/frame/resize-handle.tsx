import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { useText } from '#src/ui/use-text.ts'
import { usePreferences } from '../app-context.ts'
import { clampColumnWidth, clampListWidth, columnWidthLimits, listWidthLimits } from '../preferences.ts'
import styles from './resize-handle.module.css'

/** The width change per arrow key, CSS px. */
const step = 10

interface ResizeHandleProps {
  readonly width: PaneWidth
  /** The list grows with the text's direction, the column at the other side against it. */
  readonly pane?: 'list' | 'column'
}

/** The edge of a pane. It can be dragged or moved with the arrow keys, and the width is stored. */
export const ResizeHandle = ({ width, pane = 'list' }: ResizeHandleProps) => {
  const text = useText()
  const grip = useRef<number>(undefined)
  const limits = pane === 'list' ? listWidthLimits : columnWidthLimits
  const forward = (event: { readonly currentTarget: Element }): number =>
    pane === 'list' ? directionOf(event) : -directionOf(event)
  const at = (event: PointerEvent<Element>): number => forward(event) * event.clientX - (grip.current ?? 0)
  const onKeyDown = (event: KeyboardEvent<Element>) => {
    const change = { ArrowLeft: -step, ArrowRight: step }[event.key]
    if (change === undefined) return
    event.preventDefault()
    width.keep(width.shown + forward(event) * change)
  }
  return (
    <hr
      tabIndex={0}
      aria-label={text(pane === 'list' ? 'common.resize-list' : 'common.resize-column')}
      aria-orientation="vertical"
      aria-valuenow={width.shown}
      aria-valuemin={limits.minimum}
      aria-valuemax={limits.maximum}
      className={classNames(styles.handle, pane === 'column' && styles.start)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        grip.current = forward(event) * event.clientX - width.shown
      }}
      onPointerMove={(event) => grip.current !== undefined && width.show(at(event))}
      onPointerUp={(event) => {
        // The pointer may come from elsewhere, such as at the end of a text selection.
        if (grip.current === undefined) return
        width.keep(at(event))
        grip.current = undefined
      }}
      onPointerCancel={() => {
        width.keep(width.shown)
        grip.current = undefined
      }}
    />
  )
}

/** 1, or -1 on a page from right to left. */
const directionOf = ({ currentTarget }: { readonly currentTarget: Element }): number =>
  getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1

interface PaneWidth {
  /** CSS px. */
  readonly shown: number
  /** Shows a width during a drag. */
  show(width: number): void
  /** Stores the width. */
  keep(width: number): void
}

/** Returns the width of the list pane: during a drag the dragged one, otherwise the stored one. */
export const useListWidth = (): PaneWidth => {
  const [{ listWidth }, change] = usePreferences()
  return usePaneWidth(listWidth, clampListWidth, (width) => change({ listWidth: width }))
}

/** The same for the column next to a conversation. */
export const useColumnWidth = (): PaneWidth => {
  const [{ columnWidth }, change] = usePreferences()
  return usePaneWidth(columnWidth, clampColumnWidth, (width) => change({ columnWidth: width }))
}

const usePaneWidth = (
  stored: number,
  clamp: (width: number) => number,
  store: (width: number) => void,
): PaneWidth => {
  const [dragged, setDragged] = useState<number>()
  return {
    shown: dragged ?? stored,
    show: (width) => setDragged(clamp(width)),
    keep: (width) => {
      setDragged(undefined)
      store(clamp(width))
    },
  }
}

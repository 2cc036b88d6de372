import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useText } from '#src/ui/use-text.ts'
import { usePreferences } from '../app-context.ts'
import { clampListWidth, listWidthLimits } from '../preferences.ts'
import styles from './resize-handle.module.css'

/** How far one arrow key moves the edge, CSS px. */
const step = 10

/** The list pane's edge: dragged with a pointer, moved with the arrow keys, remembered when let go. */
export const ResizeHandle = ({ width }: { readonly width: ListWidth }) => {
  const text = useText()
  const grip = useRef<number>(undefined)
  const at = (event: PointerEvent): number => event.clientX - (grip.current ?? 0)
  const onKeyDown = (event: KeyboardEvent) => {
    const change = { ArrowLeft: -step, ArrowRight: step }[event.key]
    if (change === undefined) return
    event.preventDefault()
    width.keep(width.shown + change)
  }
  return (
    <hr
      tabIndex={0}
      aria-label={text('common.resize-list')}
      aria-orientation="vertical"
      aria-valuenow={width.shown}
      aria-valuemin={listWidthLimits.minimum}
      aria-valuemax={listWidthLimits.maximum}
      className={styles.handle}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        grip.current = event.clientX - width.shown
      }}
      onPointerMove={(event) => grip.current !== undefined && width.show(at(event))}
      onPointerUp={(event) => {
        width.keep(at(event))
        grip.current = undefined
      }}
      onPointerCancel={() => {
        grip.current = undefined
      }}
    />
  )
}

interface ListWidth {
  /** CSS px. */
  readonly shown: number
  /** Follows a drag. */
  show(width: number): void
  /** Remembers the width. */
  keep(width: number): void
}

/** The list pane's width: what a drag shows now, else what is remembered. */
export const useListWidth = (): ListWidth => {
  const [{ listWidth }, change] = usePreferences()
  const [dragged, setDragged] = useState<number>()
  return {
    shown: dragged ?? listWidth,
    show: (width) => setDragged(clampListWidth(width)),
    keep: (width) => {
      setDragged(undefined)
      change({ listWidth: clampListWidth(width) })
    },
  }
}

import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useText } from '#src/ui/use-text.ts'
import { usePreferences } from '../app-context.ts'
import { clampListWidth, listWidthLimits } from '../preferences.ts'
import styles from './resize-handle.module.css'

/** The width change per arrow key, CSS px. */
const step = 10

/** The edge of the list pane. It can be dragged or moved with the arrow keys, and the width is stored. */
export const ResizeHandle = ({ width }: { readonly width: ListWidth }) => {
  const text = useText()
  const grip = useRef<number>(undefined)
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
      aria-label={text('common.resize-list')}
      aria-orientation="vertical"
      aria-valuenow={width.shown}
      aria-valuemin={listWidthLimits.minimum}
      aria-valuemax={listWidthLimits.maximum}
      className={styles.handle}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        grip.current = forward(event) * event.clientX - width.shown
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

/** 1, or -1 on a page from right to left, where the list grows to the left. */
const forward = ({ currentTarget }: { readonly currentTarget: Element }): number =>
  getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1

interface ListWidth {
  /** CSS px. */
  readonly shown: number
  /** Shows a width during a drag. */
  show(width: number): void
  /** Stores the width. */
  keep(width: number): void
}

/** Returns the width of the list pane: during a drag the dragged one, otherwise the stored one. */
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

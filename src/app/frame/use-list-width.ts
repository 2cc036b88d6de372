import { useState } from 'react'
import { usePreferences } from '../app-context.ts'
import { clampListWidth } from '../preferences.ts'

export interface ListWidth {
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

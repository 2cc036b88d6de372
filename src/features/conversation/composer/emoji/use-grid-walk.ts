import { type KeyboardEvent, useRef, useState } from 'react'
import { nextCell } from './grid-keys.ts'

const mirrored: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** Makes the buttons of a grid one tab stop, over which the arrow keys, Home and End walk. */
export const useGridWalk = (count: number, columns: number) => {
  const grid = useRef<HTMLDivElement>(null)
  const [walked, setReached] = useState(0)
  // A grid that shrank keeps a way in.
  const reached = Math.min(walked, Math.max(0, count - 1))
  const onKeyDown = (event: KeyboardEvent) => {
    const isMirrored = grid.current && getComputedStyle(grid.current).direction === 'rtl'
    const key = isMirrored ? (mirrored[event.key] ?? event.key) : event.key
    const next = nextCell(key, reached, count, columns)
    if (next === undefined) return
    event.preventDefault()
    setReached(next)
    grid.current?.querySelectorAll('button')[next]?.focus()
  }
  /** What the button in a cell is given. */
  const cellProps = (cell: number) => ({
    tabIndex: cell === reached ? 0 : -1,
    onFocus: () => setReached(cell),
  })
  return { grid, onKeyDown, cellProps }
}

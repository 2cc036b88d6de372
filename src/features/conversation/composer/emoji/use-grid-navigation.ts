import { type KeyboardEvent, useRef, useState } from 'react'

const mirrored: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** A roving tab index over the buttons of a grid, with arrow keys, Home and End. */
export const useGridNavigation = (count: number, columns: number) => {
  const grid = useRef<HTMLDivElement>(null)
  const [walked, setReached] = useState(0)
  // Keeps a tab stop in a grid that shrank.
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
  /** Returns the props of the button in a cell. */
  const cellProps = (cell: number) => ({
    tabIndex: cell === reached ? 0 : -1,
    onFocus: () => setReached(cell),
  })
  return { grid, onKeyDown, cellProps }
}

/** Cells in a row of the grid [STICK-16]. */
export const emojiColumns = 8

/** Returns the cell that a key moves to, counted from 0 row by row; undefined for other keys and at the edges. */
export function nextCell(key: string, cell: number, count: number, columns: number): number | undefined {
  const target = targetOf(key, cell, count, columns)
  return target !== undefined && target >= 0 && target < count && target !== cell ? target : undefined
}

function targetOf(key: string, cell: number, count: number, columns: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return cell + 1
    case 'ArrowLeft':
      return cell - 1
    case 'ArrowDown':
      return cell + columns
    case 'ArrowUp':
      return cell - columns
    case 'Home':
      return cell - (cell % columns)
    case 'End':
      return Math.min(count - 1, cell - (cell % columns) + columns - 1)
    default:
      return undefined
  }
}

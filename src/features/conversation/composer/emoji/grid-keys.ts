/** Cells of a grid in a row [STICK-16]. */
export const emojiColumns = 8

/** Where a key leads from a cell, counted from 0 row by row; undefined for any other key, or where there is no way. */
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

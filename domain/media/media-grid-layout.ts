import { wallTime } from '../formats/calendar.ts'

/** Tiles in a row of the media screen [MEDIA-01]. */
export const mediaColumns = 3

/** A row of the media screen: the start of a month, or up to three tiles. */
export type MediaRow<Item> =
  | { readonly kind: 'month'; readonly key: string; readonly at: number }
  | { readonly kind: 'tiles'; readonly key: string; readonly items: readonly Item[] }

interface Dated {
  readonly key: string
  /** Server time, ms. */
  readonly sentAt: number
}

/**
 * Lays out media by month, newest first; the input is in the order of sending. A row keeps its key when older media are
 * added, so that the visible part does not move. `zone` is the device's own if absent.
 */
export function mediaRows<Item extends Dated>(
  items: readonly Item[],
  zone?: string,
): readonly MediaRow<Item>[] {
  const rows: MediaRow<Item>[] = []
  let month = ''
  let row: Item[] = []
  for (const item of [...items].reverse()) {
    const now = monthOf(item.sentAt, zone)
    if (now !== month) rows.push({ kind: 'month', key: now, at: item.sentAt })
    if (now !== month || row.length === mediaColumns) {
      row = []
      rows.push({ kind: 'tiles', key: item.key, items: row })
    }
    month = now
    row.push(item)
  }
  return rows
}

function monthOf(at: number, zone: string | undefined): string {
  const { year, month } = wallTime(at, zone)
  return `${year}-${month}`
}

/** Returns the row of an item; undefined if it is in none. */
export const findRow = <Item extends Dated>(
  rows: readonly MediaRow<Item>[],
  key: string,
): number | undefined => {
  const index = rows.findIndex((row) => row.kind === 'tiles' && row.items.some((item) => item.key === key))
  return index < 0 ? undefined : index
}

/**
 * Returns the target of an arrow key: the neighbour in the row, or the same column (or the nearest one) of the next row
 * with tiles.
 */
export function nextTile<Item extends Dated>(
  rows: readonly MediaRow<Item>[],
  from: string,
  key: string,
): Item | undefined {
  const tiles = rows.flatMap((row) => (row.kind === 'tiles' ? [row.items] : []))
  const y = tiles.findIndex((row) => row.some((item) => item.key === from))
  const x = tiles[y]?.findIndex((item) => item.key === from) ?? -1
  if (x < 0) return undefined
  const flat = tiles.flat()
  const position = flat.findIndex((item) => item.key === from)
  switch (key) {
    case 'ArrowRight':
      return flat[position + 1]
    case 'ArrowLeft':
      return flat[position - 1]
    case 'ArrowDown':
      return nearest(tiles[y + 1], x)
    case 'ArrowUp':
      return nearest(tiles[y - 1], x)
    case 'Home':
      return flat[0]
    case 'End':
      return flat.at(-1)
    default:
      return undefined
  }
}

const nearest = <Item>(row: readonly Item[] | undefined, column: number): Item | undefined =>
  row?.[Math.min(column, row.length - 1)]

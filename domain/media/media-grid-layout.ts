import { wallTime } from '../formats/calendar.ts'

/** Tiles in a row of the media screen [MEDIA-01]. */
export const mediaColumns = 3

/** A row of the media screen: the month that begins, or up to three tiles of it. */
export type MediaRow<Item> =
  | { readonly kind: 'month'; readonly key: string; readonly at: number }
  | { readonly kind: 'tiles'; readonly key: string; readonly items: readonly Item[] }

interface Dated {
  readonly key: string
  /** Server time, ms. */
  readonly sentAt: number
}

/**
 * Lays media out by month, newest first, from the order in which they were sent. A row keeps its key while older ones come, so that
 * what is looked at stays where it is. `zone` is the device's own where absent.
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

/** The row in which an item lies; undefined when it is in none. */
export const rowHolding = <Item extends Dated>(
  rows: readonly MediaRow<Item>[],
  key: string,
): number | undefined => {
  const index = rows.findIndex((row) => row.kind === 'tiles' && row.items.some((item) => item.key === key))
  return index < 0 ? undefined : index
}

/** Where an arrow leads in the grid: beside, or as far as possible in the same column of the next row that has tiles. */
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

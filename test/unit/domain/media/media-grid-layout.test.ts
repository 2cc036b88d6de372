import { describe, expect, it } from 'vitest'
import { findRow, mediaColumns, mediaRows, nextTile } from '#domain/media/media-grid-layout.ts'

const zone = 'Asia/Ho_Chi_Minh'
const item = (key: string, sentAt: string) => ({ key, sentAt: Date.parse(sentAt) })
/** The last moment of April in Vietnam is still 17:00 in London. */
const media = [
  item('a', '2026-03-02T08:00:00Z'),
  item('b', '2026-04-30T16:59:00Z'),
  item('c', '2026-04-30T17:00:00Z'),
  item('d', '2026-05-02T08:00:00Z'),
  item('e', '2026-05-03T08:00:00Z'),
  item('f', '2026-05-04T08:00:00Z'),
]
const keys = (rows: ReturnType<typeof mediaRows<(typeof media)[number]>>) =>
  rows.map((row) => (row.kind === 'month' ? row.key : row.items.map(({ key }) => key).join('')))

describe('the media grid', () => {
  it('has three columns, newest first, and begins a row with each month of the reader’s zone [MEDIA-01]', () => {
    expect(mediaColumns).toBe(3)
    expect(keys(mediaRows(media, zone))).toEqual(['2026-5', 'fed', 'c', '2026-4', 'b', '2026-3', 'a'])
    expect(keys(mediaRows([], zone))).toEqual([])
  })

  it('keeps its rows and their keys when older media are loaded', () => {
    const before = mediaRows(media.slice(1), zone)
    const after = mediaRows([item('z', '2026-04-02T08:00:00Z'), ...media.slice(1)], zone)
    expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
    expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key))
  })

  it('finds the row of a media item', () => {
    const rows = mediaRows(media, zone)
    expect(findRow(rows, 'e')).toBe(1)
    expect(findRow(rows, 'a')).toBe(6)
    expect(findRow(rows, 'gone')).toBeUndefined()
  })

  it.each([
    ['f', 'ArrowRight', 'e'],
    ['d', 'ArrowRight', 'c'],
    ['f', 'ArrowLeft', undefined],
    ['c', 'ArrowLeft', 'd'],
    ['e', 'ArrowDown', 'c'],
    ['c', 'ArrowDown', 'b'],
    ['a', 'ArrowDown', undefined],
    ['c', 'ArrowUp', 'f'],
    ['f', 'ArrowUp', undefined],
    ['c', 'Home', 'f'],
    ['c', 'End', 'a'],
    ['c', 'x', undefined],
    ['gone', 'ArrowRight', undefined],
  ])('from %s leads by %s to %s', (from, key, to) => {
    expect(nextTile(mediaRows(media, zone), from, key)?.key).toBe(to)
  })
})

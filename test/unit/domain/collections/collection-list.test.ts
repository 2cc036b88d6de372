import { describe, expect, it } from 'vitest'
import {
  collectionFilters,
  groupCollectionsByDay,
  isSavedMediaItem,
  readCollectionFilter,
  savedMedia,
} from '#domain/collections/collection-list.ts'
import type { Collection, CollectionType } from '#schemas/translate/collections.ts'

const hour = 3_600_000
const item = (id: number, type: CollectionType, savedAt: number): Collection => ({
  ...{ id, type, savedAt, content: 'x', smallPath: undefined, from: undefined },
})
const items = [
  item(1, 'text', 2 * hour),
  item(2, 'image', 3 * hour),
  item(3, 'video', 30 * hour),
  item(4, 'file', 30 * hour),
  item(5, 'audio', 31 * hour),
]
const idsOf = (filter: (typeof collectionFilters)[number]) =>
  groupCollectionsByDay(items, filter, 'UTC').map((day) => day.items.map(({ id }) => id))

describe('collections', () => {
  it.each([
    [
      'all',
      [
        [5, 4, 3],
        [2, 1],
      ],
    ],
    ['text', [[1]]],
    ['media', [[3], [2]]],
    ['files', [[4]]],
    ['audio', [[5]]],
  ] as const)('filtered by %s are grouped by day, newest first [COLL-01 COLL-02]', (filter, expected) => {
    expect(idsOf(filter)).toEqual(expected)
  })

  it('are of the day on which they were saved where one is', () => {
    const late = [item(1, 'text', 23 * hour), item(2, 'text', 25 * hour)]
    expect(groupCollectionsByDay(late, 'all', 'UTC')).toHaveLength(2)
    expect(groupCollectionsByDay(late, 'all', 'Asia/Tokyo')).toHaveLength(1)
  })

  it('are walked through as pictures and videos alone, in the order of the list [COLL-06]', () => {
    expect(savedMedia([...items, item(6, 'image', 30 * hour)]).map(({ id }) => id)).toEqual([6, 3, 2])
    expect(items.filter(isSavedMediaItem).map(({ type }) => type)).toEqual(['image', 'video'])
  })

  it.each([
    ...collectionFilters.map((filter) => [`#${filter}`, filter] as const),
    ['media', 'media'],
    ['', 'all'],
    ['#images', 'all'],
    ['#ALL', 'all'],
  ] as const)('are narrowed by the hash %j to %s [COLL-01]', (hash, filter) => {
    expect(readCollectionFilter(hash)).toBe(filter)
  })
})

import { describe, expect, it } from 'vitest'
import { limitSegments } from '#streams/storage/storage.ts'

const segmentsOf = (sizes: readonly number[]) =>
  sizes.map((size) => ({ events: Array.from({ length: size }) }))

describe('limitSegments', () => {
  it.each([
    { sizes: [], most: 10, taken: 0 },
    { sizes: [4, 6, 1], most: 10, taken: 2 },
    { sizes: [4, 7, 1], most: 10, taken: 1 },
    { sizes: [11, 1], most: 10, taken: 1 },
    { sizes: [0, 0, 10, 0], most: 10, taken: 4 },
  ])('takes $taken of $sizes', ({ sizes, most, taken }) => {
    const segments = segmentsOf(sizes)
    expect(limitSegments(segments, most)).toEqual(segments.slice(0, taken))
  })
})

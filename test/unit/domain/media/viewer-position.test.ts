import { describe, expect, it } from 'vitest'
import {
  findViewerPosition,
  isNearNewest,
  isNearOldest,
  isRenderedSlide,
  neighbourOf,
  shouldAutoload,
} from '#domain/media/viewer-position.ts'

const situation = { ids: [20, 30, 40], idsBefore: [20, 30, 40], wanted: 30, oldest: 10, isSeeking: true }

describe('the position in the viewer', () => {
  it('is the wanted message', () => {
    expect(findViewerPosition(situation)).toEqual({ kind: 'shown', index: 1 })
  })

  it.each([
    ['that may be among older messages is searched', { wanted: 5 }, 'seeking'],
    ['is searched while nothing is loaded', { wanted: 5, oldest: undefined }, 'seeking'],
    ['that was not found is unknown', { wanted: 5, isSeeking: false }, 'unknown'],
    ['that is not where it would have to be is unknown', { wanted: 35 }, 'unknown'],
    ['newer than all messages is unknown', { wanted: 99 }, 'unknown'],
  ])('of a message %s [MEDIA-06]', (_, change, kind) => {
    expect(findViewerPosition({ ...situation, ...change }).kind).toBe(kind)
  })

  it('moves on when the message is expired or deleted, first to a later one', () => {
    expect(findViewerPosition({ ...situation, ids: [20, 40] })).toEqual({ kind: 'moved', id: 40 })
    expect(findViewerPosition({ ...situation, ids: [20], wanted: 40 })).toEqual({ kind: 'moved', id: 20 })
    expect(findViewerPosition({ ...situation, ids: [], wanted: 40 })).toEqual({ kind: 'unknown' })
  })
})

describe('the neighbour of a missing item', () => {
  it.each([
    [[10, 20, 30, 40], 20, [10, 30, 40], 30],
    [[10, 20, 30, 40], 40, [10, 20], 20],
    [[10, 20, 30, 40], 20, [10, 40], 40],
    [[10, 20], 10, [], undefined],
    [[10, 20], 99, [10], 10],
  ])('among %o without %i is, of %o, %s', (before, gone, remaining, neighbour) => {
    expect(neighbourOf(before, gone, remaining)).toBe(neighbour)
  })
})

describe('the preloaded items', () => {
  it('is the neighbours alone', () => {
    expect([0, 1, 2, 3, 4].filter((index) => isRenderedSlide(index, 2))).toEqual([1, 2, 3])
  })

  it('includes older messages near the oldest media item, but at most a few pages without media', () => {
    expect([0, 1, 2].map(isNearOldest)).toEqual([true, true, false])
    expect([-1, 2, 3, 4].map((index) => isNearNewest(index, 5))).toEqual([false, false, true, true])
    const wish = { isWanted: true, canLoad: true, emptyPages: 0, limit: 4 }
    expect(shouldAutoload(wish)).toBe(true)
    expect(shouldAutoload({ ...wish, emptyPages: 4 })).toBe(false)
    expect(shouldAutoload({ ...wish, isWanted: false })).toBe(false)
    expect(shouldAutoload({ ...wish, canLoad: false })).toBe(false)
  })
})

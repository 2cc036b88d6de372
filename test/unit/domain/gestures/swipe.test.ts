import { describe, expect, it } from 'vitest'
import {
  type FingerPoint,
  goesBack,
  isAtEdge,
  moveSwipe,
  noSwipe,
  rowShift,
  rowSwipeAction,
  type Swipe,
} from '#domain/gestures/swipe.ts'

const touched: Swipe = { state: 'pressed', from: { x: 100, y: 300, at: 0 } }
const point = (x: number, y: number, at = 500): FingerPoint => ({ x, y, at })
const moved = (...points: readonly FingerPoint[]): Swipe => points.reduce(moveSwipe, touched)

describe('a swipe', () => {
  it('begins when the finger has moved 10 px sideways, in both directions', () => {
    expect(moved(point(109, 300))).toBe(touched)
    expect(moved(point(110, 304))).toMatchObject({ state: 'swiping', distance: 10 })
    expect(moved(point(85, 300))).toMatchObject({ state: 'swiping', distance: -15 })
  })

  it('is cancelled by a vertical movement, and does not begin later', () => {
    expect(moved(point(103, 312))).toBe(noSwipe)
    expect(moved(point(111, 312))).toBe(noSwipe)
    expect(moved(point(103, 312), point(200, 312))).toBe(noSwipe)
  })

  it('follows the finger up and down once it has begun', () => {
    expect(moved(point(120, 300), point(150, 400))).toMatchObject({ state: 'swiping', distance: 50 })
  })
})

describe('a swipe back', () => {
  it('starts at the leading edge', () => {
    expect(isAtEdge(24)).toBe(true)
    expect(isAtEdge(25)).toBe(false)
  })

  it('goes back from 96 px on, or from a speed of 0.4 px/ms on', () => {
    expect(goesBack(moved(point(195, 300, 1000)))).toBe(false)
    expect(goesBack(moved(point(196, 300, 1000)))).toBe(true)
    expect(goesBack(moved(point(140, 300, 100)))).toBe(true)
    expect(goesBack(moved(point(140, 300, 101)))).toBe(false)
  })

  it('does not go back outwards or without a movement', () => {
    expect(goesBack(moved(point(0, 300, 10)))).toBe(false)
    expect(goesBack(touched)).toBe(false)
    // The finger has returned.
    expect(goesBack(moved(point(200, 300), point(101, 300, 600)))).toBe(false)
  })
})

describe('a swipe of a row', () => {
  it.each([
    [63, undefined],
    [64, 'read'],
    [159, 'read'],
    [160, 'hide'],
    [-63, undefined],
    [-64, 'pin'],
    [-160, 'mute'],
  ] as const)('over %d px has the action %s', (distance, action) =>
    expect(rowSwipeAction(distance)).toBe(action),
  )

  it('moves the row by at most 208 px', () => {
    expect(rowShift(touched)).toBe(0)
    expect(rowShift(moved(point(150.4, 300)))).toBe(50)
    expect(rowShift(moved(point(400, 300)))).toBe(208)
    expect(rowShift(moved(point(-400, 300)))).toBe(-208)
  })
})

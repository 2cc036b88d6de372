import { describe, expect, it } from 'vitest'
import {
  isDoubleTap,
  isEnlarged,
  isSwipeDown,
  isTap,
  steppedZoom,
  swipeTravel,
  viewerKeyAction,
  zoomAfterDoubleTap,
} from '#domain/media/viewer-gesture.ts'

const start = { x: 100, y: 200, at: 1000 }
const later = (dx: number, dy: number, ms: number) => ({ x: 100 + dx, y: 200 + dy, at: 1000 + ms })

describe('a tap in the viewer', () => {
  it.each([
    [0, 0, 300, true],
    [10, 0, 300, true],
    [6, 8, 1, true],
    [0, 0, 301, false],
    [10, 1, 100, false],
    [0, -11, 100, false],
  ])('moved by %i, %i px within %i ms: %s [MEDIA-08]', (dx, dy, ms, is) => {
    expect(isTap(start, later(dx, dy, ms))).toBe(is)
  })

  it.each([
    [300, true],
    [1, true],
    [301, false],
  ])('and another %i ms later make a double tap: %s [MEDIA-07]', (ms, is) => {
    expect(isDoubleTap(start, later(0, 0, ms))).toBe(is)
  })

  it('is no double tap without a first one [MEDIA-07]', () => {
    expect(isDoubleTap(undefined, start)).toBe(false)
  })
})

describe('a swipe down', () => {
  it.each([
    ['far and fast enough', 0, 40, 200, true],
    ['too short', 0, 39, 100, false],
    ['too slow', 0, 40, 201, false],
    ['far, yet too slow', 0, 200, 1001, false],
    ['far and fast enough', 0, 200, 1000, true],
    ['up', 0, -100, 100, false],
    ['sideways', 90, 80, 100, false],
  ])('%s, by %i, %i px within %i ms: %s [MEDIA-09]', (_, dx, dy, ms, is) => {
    expect(isSwipeDown(start, later(dx, dy, ms))).toBe(is)
  })

  it.each([
    [0, 60, 60],
    [20, 60, 60],
    [60, 20, 0],
    [0, 10, 0],
    [0, -60, 0],
  ])('moves the picture: %i, %i px by %i', (dx, dy, travel) => {
    expect(swipeTravel(start, later(dx, dy, 50))).toBe(travel)
  })
})

describe('zooming', () => {
  it('stays between 1 and 10 [MEDIA-04]', () => {
    let scale = 1
    for (let press = 0; press < 20; press += 1) scale = steppedZoom(scale, 'in')
    expect(scale).toBe(10)
    expect(steppedZoom(scale, 'in')).toBe(10)
    for (let press = 0; press < 20; press += 1) scale = steppedZoom(scale, 'out')
    expect(scale).toBe(1)
    expect(steppedZoom(scale, 'out')).toBe(1)
  })

  it('toggles by double tap', () => {
    expect(isEnlarged(zoomAfterDoubleTap(1))).toBe(true)
    expect(zoomAfterDoubleTap(10)).toBe(1)
    expect(zoomAfterDoubleTap(zoomAfterDoubleTap(1))).toBe(1)
  })
})

it.each([
  ['ArrowLeft', 'previous'],
  ['ArrowRight', 'next'],
  ['+', 'zoom-in'],
  ['=', 'zoom-in'],
  ['-', 'zoom-out'],
  ['0', 'zoom-reset'],
  ['Escape', undefined],
  ['constructor', undefined],
])('the key %s does: %s', (key, act) => {
  expect(viewerKeyAction(key)).toBe(act)
})

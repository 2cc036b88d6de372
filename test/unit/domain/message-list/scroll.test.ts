import { describe, expect, it } from 'vitest'
import {
  chooseAnchors,
  findVisible,
  isReplaced,
  pushAfter,
  scrollCorrection,
} from '#domain/message-list/anchor.ts'
import {
  headDebounce,
  headReach,
  scrollMode,
  showsLatestButton,
  tailReach,
  wantsNewer,
  wantsOlder,
} from '#domain/message-list/scroll-mode.ts'

const whole = { showsNewest: true, showsOldest: true, showsLast: true }
const at = (scrollTop: number, scrollHeight = 2000) => ({ scrollTop, scrollHeight, clientHeight: 500 })

describe('the scroll mode', () => {
  it.each([
    ['tail at the bottom', at(1500), whole, 'tail'],
    ['tail within its reach', at(1500 - tailReach), whole, 'tail'],
    ['neither above it', at(1500 - tailReach - 1), whole, 'neither'],
    [
      'neither at the bottom of a range with newer messages outside',
      at(1500),
      { ...whole, showsNewest: false },
      'neither',
    ],
    ['head at the top', at(headReach), whole, 'head'],
    [
      'neither at the top of a range with older messages outside',
      at(0),
      { ...whole, showsOldest: false },
      'neither',
    ],
    ['tail where everything fits', at(0, 400), whole, 'tail'],
  ] as const)('is %s [VIEW-27]', (_, metrics, extent, mode) => {
    expect(scrollMode(metrics, extent)).toBe(mode)
  })
})

describe('older messages', () => {
  const more = { hasOlder: true, isLoadingOlder: false, hasOlderFailed: false }
  it.each([
    ['within 50 px of the top [VIEW-36]', at(50), whole, more, true],
    ['not from 51 px on [VIEW-36]', at(51), whole, more, false],
    ['not while they are loading', at(0), whole, { ...more, isLoadingOlder: true }, false],
    ['not by themselves after a failure', at(0), whole, { ...more, hasOlderFailed: true }, false],
    ['not when there are none', at(0), whole, { ...more, hasOlder: false }, false],
    ['not while known ones are outside the document', at(0), { ...whole, showsOldest: false }, more, false],
  ] as const)('are loaded %s', (_, metrics, extent, timeline, wanted) => {
    expect(wantsOlder(metrics, extent, timeline)).toBe(wanted)
  })
  it('are loaded after 600 ms without scrolling [VIEW-36]', () => {
    expect(headDebounce).toBe(600)
  })
})

describe('newer messages, at the end of a detached window', () => {
  const more = { hasNewer: true, isLoadingNewer: false, hasNewerFailed: false }
  const detachedWindow = { ...whole, showsNewest: false }
  it.each([
    ['within a screen of its end', at(1000), detachedWindow, more, true],
    ['not from one pixel farther on', at(999), detachedWindow, more, false],
    ['not while they are loading', at(1500), detachedWindow, { ...more, isLoadingNewer: true }, false],
    ['not by themselves after a failure', at(1500), detachedWindow, { ...more, hasNewerFailed: true }, false],
    ['not at the newest message of all', at(1500), whole, { ...more, hasNewer: false }, false],
    [
      'not while known ones are outside the document',
      at(1500),
      { ...detachedWindow, showsLast: false },
      more,
      false,
    ],
  ] as const)('are loaded %s', (_, metrics, extent, timeline, wanted) => {
    expect(wantsNewer(metrics, extent, timeline)).toBe(wanted)
  })
  it('are not followed: its end is no tail', () => {
    expect(scrollMode(at(1500), detachedWindow)).toBe('neither')
    expect(showsLatestButton(at(1500), 'neither', detachedWindow, 0)).toBe(true)
  })
})

describe('the button to the latest messages', () => {
  it.each([
    ['hides at the tail', at(1500), 'tail', whole, 3, false],
    ['hides just above it', at(1300), 'neither', whole, 0, false],
    ['shows just above it when something new is below', at(1300), 'neither', whole, 1, true],
    ['shows far above it', at(1000), 'neither', whole, 0, true],
    [
      'shows when the newest is outside the document',
      at(1500),
      'neither',
      { ...whole, showsNewest: false },
      0,
      true,
    ],
  ] as const)('%s', (_, metrics, mode, extent, unread, shows) => {
    expect(showsLatestButton(metrics, mode, extent, unread)).toBe(shows)
  })
})

describe('the anchor', () => {
  const placed = [
    { key: 'a', offset: -30 },
    { key: 'b', offset: 10 },
    { key: 'c', offset: 60 },
  ]
  const anchors = { placed: chooseAnchors(placed), scrollTop: 100 }

  it('is the topmost message wholly in view, the cut one only at the end', () => {
    expect(chooseAnchors(placed).map(({ key }) => key)).toEqual(['b', 'c', 'a'])
  })
  it('is the oldest message of the document only if no other is in view, because its header may disappear', () => {
    expect(chooseAnchors(placed, 'b').map(({ key }) => key)).toEqual(['c', 'a', 'b'])
    expect(chooseAnchors(placed.slice(0, 1), 'a').map(({ key }) => key)).toEqual(['a'])
  })
  it('gives the distance by which the visible messages moved', () => {
    expect(scrollCorrection(anchors, at(100), (key) => (key === 'b' ? 510.5 : undefined))).toBe(500.5)
  })
  it('lets the reader scroll meanwhile', () => {
    expect(scrollCorrection(anchors, at(140), (key) => (key === 'b' ? -30 : undefined))).toBe(0)
  })
  it('is not misled when the document became too short and the browser moved it', () => {
    const low = { placed: [{ key: 'b', offset: 10 }], scrollTop: 9000 }
    expect(scrollCorrection(low, at(1500), (key) => (key === 'b' ? 70 : undefined))).toBe(60)
  })
  it('passes to the next message when its own was deleted', () => {
    expect(scrollCorrection(anchors, at(100), (key) => (key === 'c' ? 70 : undefined))).toBe(10)
  })
  it('does not exist when another range replaced all measured messages', () => {
    expect(isReplaced(['a', 'b'], ['x', 'y'])).toBe(true)
    expect(isReplaced(['a', 'b'], ['b', 'x'])).toBe(false)
    expect(isReplaced([], ['x'])).toBe(false)
    expect(isReplaced(['a'], [])).toBe(false)
  })
  it('does not move when messages are put in below', () => {
    expect(scrollCorrection(anchors, at(100, 9000), (key) => (key === 'b' ? 10 : undefined))).toBe(0)
  })
  it('moves nothing when no message is left', () => {
    expect(scrollCorrection(anchors, at(100), () => undefined)).toBe(0)
  })
})

describe('the remainder of scrolling by whole pixels', () => {
  it.each([
    [100, 100, 0],
    [100.25, 100, -0.25],
    [99.75, 100, 0.25],
    [-0.5, 0, 0.5],
    // The end of the document.
    [100, 40, 0],
  ])('of %s px scrolled as %s px is made up for by pushing %s px', (wanted, scrolled, push) => {
    expect(pushAfter(wanted, scrolled)).toBe(push)
  })
})

describe('the visible range', () => {
  // Items of 40 px, the first one 100 px above the viewport's top.
  const edges = { topOf: (index: number) => index * 40 - 100, bottomOf: (index: number) => index * 40 - 60 }
  it('is found by its edges', () => {
    expect(findVisible(100, 200, edges)).toEqual({ first: 2, last: 7 })
    expect(findVisible(5, 200, edges)).toEqual({ first: 2, last: 4 })
  })
  it('is undefined in an empty list and outside the list', () => {
    expect(findVisible(0, 200, edges)).toBeUndefined()
    expect(findVisible(2, 200, edges)).toBeUndefined()
  })
  it('needs few measurements', () => {
    let measured = 0
    const topOf = (index: number) => {
      measured += 1
      return edges.topOf(index)
    }
    const counted = { topOf, bottomOf: edges.bottomOf }
    findVisible(10_000, 200, counted)
    expect(measured).toBeLessThan(16)
  })
})

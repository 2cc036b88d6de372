import { describe, expect, it } from 'vitest'
import {
  isKeyboardOpen,
  nextPull,
  noPull,
  type Pull,
  type PullSignal,
} from '#domain/gestures/pull-to-refresh.ts'

const pullAfter = (...signals: readonly PullSignal[]): Pull => signals.reduce(nextPull, noPull)
const touched: PullSignal = { type: 'touched', y: 10 }
const pulledBy = (distance: number): PullSignal => ({ type: 'moved', y: 10 + distance })
const released: PullSignal = { type: 'released' }

describe('a pull', () => {
  it('goes from idle to pulling to refreshing [LAYOUT-08]', () => {
    expect(noPull.state).toBe('idle')
    expect(pullAfter(touched).state).toBe('idle')
    expect(pullAfter(touched, pulledBy(100)).state).toBe('pulling')
    expect(pullAfter(touched, pulledBy(100), pulledBy(250), released).state).toBe('refreshing')
  })

  it.each([
    [79, 'idle', 'idle'],
    [80, 'pulling', 'idle'],
    [239, 'pulling', 'idle'],
    [240, 'pulling', 'refreshing'],
  ])('of %d px is %s, and %s once released [LAYOUT-09]', (distance, during, afterwards) => {
    expect(pullAfter(touched, pulledBy(distance)).state).toBe(during)
    expect(pullAfter(touched, pulledBy(distance), released).state).toBe(afterwards)
  })

  it('moves the page by at most 320 px [LAYOUT-09]', () => {
    expect(pullAfter(touched, pulledBy(320))).toMatchObject({ distance: 320 })
    expect(pullAfter(touched, pulledBy(900))).toMatchObject({ distance: 320 })
  })

  it('becomes idle when the finger goes back', () => {
    expect(pullAfter(touched, pulledBy(250), pulledBy(20), released).state).toBe('idle')
  })

  it('does not begin after a scroll, or without a touch at the top', () => {
    expect(pullAfter(touched, pulledBy(-5), pulledBy(300), released).state).toBe('idle')
    expect(pullAfter(pulledBy(300), released).state).toBe('idle')
  })

  it('ends when it is cancelled, but a refresh goes on', () => {
    expect(pullAfter(touched, pulledBy(250), { type: 'cancelled' }, released).state).toBe('idle')
    expect(pullAfter(touched, pulledBy(250), released, { type: 'cancelled' }, touched).state).toBe(
      'refreshing',
    )
  })
})

describe('the keyboard on the screen', () => {
  it.each([
    [844, 844, false],
    [844, 545, false],
    [844, 544, true],
    [844, 500, true],
  ])('of a window of %d px with %d px visible is open: %s [LAYOUT-10]', (all, visible, isOpen) => {
    expect(isKeyboardOpen(all, visible)).toBe(isOpen)
  })
})

import { describe, expect, it } from 'vitest'
import { decideFrame, desktopAbove, type FrameFacts, readFrameMode } from '#src/app/frame-decision.ts'

const wide: FrameFacts = { isWide: true, isEmbedded: false, requested: undefined, displayMode: 'automatic' }

describe('decideFrame', () => {
  it.each([
    ['full on a wide window [LAYOUT-01]', wide, 'full'],
    ['compact on a narrow window [LAYOUT-01]', { ...wide, isWide: false }, 'compact'],
    ['mini when embedded, at any width [LAYOUT-02]', { ...wide, isEmbedded: true }, 'mini'],
    ['what the link asks for [LAYOUT-12]', { ...wide, requested: 'compact' }, 'compact'],
    [
      'the link over embedding [LAYOUT-12]',
      { ...wide, requested: 'full', isEmbedded: true, isWide: false },
      'full',
    ],
    ['compact when set to mobile [LAYOUT-11]', { ...wide, displayMode: 'mobile' }, 'compact'],
    ['full when set to desktop [LAYOUT-11]', { ...wide, isWide: false, displayMode: 'desktop' }, 'full'],
  ] as const)('is %s', (_, facts, frame) => expect(decideFrame(facts)).toBe(frame))

  it('calls more than 900 px wide desktop [LAYOUT-01]', () => expect(desktopAbove).toBe(900))
})

it.each([
  ['mini', 'mini'],
  ['compact', 'compact'],
  ['full', 'full'],
  ['wide', undefined],
  [undefined, undefined],
])('reads the layout %s as %s [LAYOUT-12]', (value, frame) => expect(readFrameMode(value)).toBe(frame))

import { describe, expect, it } from 'vitest'
import { comparePositions, type Position } from '#schemas/log/position.ts'

describe('positions', () => {
  it('order stored events by segment and index, and events in memory behind all of them', () => {
    const inOrder: readonly Position[] = [
      { segment: 9, index: 1 },
      { segment: 10, index: 0 },
      { segment: 10, index: 2 },
      { inMemory: 1, index: 0 },
      { inMemory: 1, index: 1 },
      { inMemory: 2, index: 0 },
    ]
    expect(inOrder.toReversed().sort(comparePositions)).toEqual(inOrder)
  })
})

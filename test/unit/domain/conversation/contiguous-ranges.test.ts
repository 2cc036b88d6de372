import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addSequence, type ContiguousRange, findRange } from '#domain/conversation/contiguous-ranges.ts'
import { idOf } from '../log-events.ts'

const hold = (sequences: readonly number[]): readonly ContiguousRange[] => {
  const ranges: ContiguousRange[] = []
  for (const sequence of sequences) addSequence(ranges, sequence, idOf(sequence))
  return ranges
}
const rangesOf = (sequences: readonly number[]) => hold(sequences).map(({ from, to }) => [from, to])

describe('contiguous ranges', () => {
  it.each([
    { sequences: [], expected: [] },
    { sequences: [5], expected: [[5, 5]] },
    { sequences: [1, 2, 3], expected: [[1, 3]] },
    { sequences: [3, 2, 1], expected: [[1, 3]] },
    {
      sequences: [1, 3],
      expected: [
        [1, 1],
        [3, 3],
      ],
    },
    { sequences: [1, 3, 2], expected: [[1, 3]] },
    { sequences: [1, 2, 2, 1], expected: [[1, 2]] },
    {
      sequences: [1, 2, 8, 9, 5],
      expected: [
        [1, 2],
        [5, 5],
        [8, 9],
      ],
    },
  ])('of $sequences are $expected: a gap is a break between two [LIFE-20]', ({ sequences, expected }) => {
    expect(rangesOf(sequences)).toEqual(expected)
  })

  it('stay detached while all their messages came from detached windows, in any order [LIFE-20]', () => {
    const arrival = fc.record({ sequence: fc.integer({ min: 1, max: 12 }), isDetached: fc.boolean() })
    fc.assert(
      fc.property(fc.array(arrival), (arrivals) => {
        const ranges: ContiguousRange[] = []
        for (const { sequence, isDetached } of arrivals)
          addSequence(ranges, sequence, idOf(sequence), isDetached)
        for (const { from, to, isDetached = false } of ranges) {
          const within = arrivals.filter(({ sequence }) => from <= sequence && sequence <= to)
          expect(isDetached).toBe(within.every((one) => one.isDetached))
        }
      }),
      { seed: 1, numRuns: 1000 },
    )
  })

  it('do not depend on the order and number of messages, and have the ids of their ends [LIFE-20]', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 })), (sequences) => {
        const ranges = hold(sequences)
        expect(ranges).toEqual(hold([...new Set(sequences)].sort((left, right) => left - right)))
        for (const range of ranges)
          expect(range).toMatchObject({ fromId: idOf(range.from), toId: idOf(range.to) })
        for (let sequence = 0; sequence <= 41; sequence += 1)
          expect(findRange(ranges, sequence) !== undefined).toBe(sequences.includes(sequence))
      }),
      { seed: 1, numRuns: 1000 },
    )
  })
})

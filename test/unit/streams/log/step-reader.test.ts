import { describe, expect, it } from 'vitest'
import { createStepReader } from '#streams/log/step-reader.ts'

/** Goes through segments of these sizes; tells which each step takes, and how many were read for it. */
async function stepsThrough(sizes: readonly number[]) {
  const steps: number[][] = []
  const reads: number[] = []
  const read = createStepReader({
    async readSegments(after, limit) {
      const found = sizes.slice(after, after + limit)
      reads.push(found.length)
      return found.map((size, index) => ({ segment: after + index + 1, events: Array(size).fill({}) }))
    },
  })
  for (let at = 0; ; ) {
    const numbers = (await read(at)).map(({ segment }) => segment)
    if (numbers.length === 0) return { steps, reads }
    steps.push(numbers)
    at = numbers.at(-1) ?? at
  }
}

describe('the steps of compaction', () => {
  it('take eight small segments at once', async () => {
    const { steps } = await stepsThrough(Array(17).fill(3))
    expect(steps.map(({ length }) => length)).toEqual([8, 8, 1])
  })

  it('take 500 events at most, and read few that they leave out', async () => {
    const { steps, reads } = await stepsThrough(Array(12).fill(500))
    expect(steps).toHaveLength(12)
    expect(reads).toEqual([8, ...Array(11).fill(1), 0])
  })

  it('take a larger segment alone, and every segment once, whatever their sizes', async () => {
    const sizes = [3, 3, 900, 499, 2, 1, 1, 1, 400, 200, 3, 3, 3, 3, 3, 3, 3, 3, 3]
    const { steps } = await stepsThrough(sizes)
    expect(steps.flat()).toEqual(sizes.map((_, index) => index + 1))
    expect(steps).toContainEqual([3])
    for (const step of steps)
      expect(
        step.length === 1 || step.reduce((sum, number) => sum + (sizes[number - 1] ?? 0), 0) <= 500,
      ).toBe(true)
  })
})

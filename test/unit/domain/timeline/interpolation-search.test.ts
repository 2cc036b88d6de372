import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findFirst, type SearchSample, startSearch } from '#domain/timeline/interpolation-search.ts'

/** Messages of a conversation whose ids and times rise by these steps, more or less evenly. */
const messagesOf = (steps: readonly (readonly [id: number, time: number])[]): readonly SearchSample[] => {
  let place = 0
  let value = 0
  return steps.map(([id, time], index) => {
    place += id
    value += time
    return { place, sequence: index + 1, value }
  })
}

async function search(messages: readonly SearchSample[], wanted: number, low?: SearchSample) {
  const questions: number[] = []
  const high = messages.find(({ value }) => value >= wanted) && messages.at(-1)
  if (high === undefined) throw new Error('nothing is that new')
  const beginning = low ?? { place: 0, sequence: 0, value: Number.NEGATIVE_INFINITY }
  const found = await findFirst(startSearch(wanted, beginning, high), async (after) => {
    questions.push(after)
    return messages.filter(({ place }) => place > after).slice(0, 50)
  })
  return { found, questions }
}

const even = messagesOf(Array.from({ length: 100_000 }, () => [7, 60_000] as const))

describe('the first message after a given time', () => {
  it('is found with three calls among 100,000 evenly spaced ones', async () => {
    const { found, questions } = await search(even, 60_000 * 61_234 - 5)
    expect(found?.sequence).toBe(61_234)
    expect(questions.length).toBeLessThanOrEqual(3)
  })

  it('is the first message for a day before the beginning', async () => {
    const { found, questions } = await search(even, 1)
    expect(found?.sequence).toBe(1)
    expect(questions).toEqual([0])
  })

  it('needs one call between two ends that are a page apart', async () => {
    const messages = even.slice(0, 1000)
    const { found, questions } = await search(messages, 60_000 * 980, messages[955])
    expect(found?.sequence).toBe(980)
    expect(questions).toEqual([956 * 7])
  })

  it('is found in years of silence between busy days by halving every second time', async () => {
    const days = Array.from({ length: 40 }, (_, day) =>
      Array.from({ length: 500 }, (_, index) => [1, index === 0 ? 10 ** (day % 10) * 86_400 : 1] as const),
    )
    const messages = messagesOf(days.flat())
    for (const sequence of [1, 777, 5001, 12_345, 19_999, 20_000]) {
      const { found, questions } = await search(messages, messages[sequence - 1]?.value ?? 0)
      expect(found?.sequence).toBe(sequence)
      expect(questions.length).toBeLessThanOrEqual(2 * Math.log2(20_000))
    }
  })

  it('is always found with at most twice the logarithm of the ids in calls', async () => {
    const step = fc.tuple(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 0, max: 1_000_000 }))
    const steps = fc.array(step, { minLength: 1, maxLength: 400 })
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), async (all, pick) => {
        const messages = messagesOf(all)
        const wanted = messages[pick % messages.length]?.value ?? 0
        const { found, questions } = await search(messages, wanted)
        expect(found).toEqual(messages.find(({ value }) => value >= wanted))
        const span = messages.at(-1)?.place ?? 0
        expect(questions.length).toBeLessThanOrEqual(2 * Math.log2(span + 1) + 2)
      }),
      { seed: 1, numRuns: 300 },
    )
  })

  it('is unknown if a call fails', async () => {
    const [low, high] = [even[0], even.at(-1)]
    if (!low || !high) throw new Error('no messages')
    expect(await findFirst(startSearch(60_000 * 500, low, high), async () => undefined)).toBeUndefined()
  })

  it('is the nearest known message if the server has none in between', async () => {
    const [low, high] = [even[0], even.at(-1)]
    if (!low || !high) throw new Error('no messages')
    expect(await findFirst(startSearch(60_000 * 500, low, high), async () => [])).toBe(high)
  })
})

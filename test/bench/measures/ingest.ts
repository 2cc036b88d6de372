import type { Page } from '@playwright/test'
import { heapOf } from '../browser/heap.ts'
import { tasksDuring } from '../browser/tasks.ts'
import { atMost, ratioAtLeast, ratioAtMost } from '../metrics/metric.ts'
import type { Bench } from '../running/bench.ts'
import type { Measure } from '../running/measure.ts'
import { conversationCount, createWorld, type World } from '../world/world.ts'

/** The number of ingested messages. */
export const ingestSize = ({ isSmoke }: Bench): number => (isSmoke ? 1_000 : 50_000)

/** A world with a usual number of conversations, each with one read message. */
const beginning = (): World => createWorld(conversationCount, Date.now())

const ratePerSecond = (size: number, duration: number): number => (size / duration) * 1000

const open = (page: Page, world: World) => page.evaluate((start) => window.coreBench.open(start), world)
/** Prepares the frames of the next messages. */
const prepare = (page: Page, world: World, size: number) =>
  page.evaluate(([all, from, to]) => window.coreBench.prepare(all, from, to), [
    world,
    world.messages + 1,
    world.messages + size,
  ] as const)

/** Opens the client with a few stored messages and prepares the next frames. */
async function begin(page: Page, world: World, size: number): Promise<void> {
  await open(page, world)
  await prepare(page, world, size)
}
const take = (page: Page) => page.evaluate(() => window.coreBench.take())
const close = (page: Page) => page.evaluate(() => window.coreBench.close())

/** Ingests messages in a new browser. Returns messages per second, durable and projected. */
export const takeInOnce = (bench: Bench, size: number): Promise<number> =>
  bench.withNewBrowser((context) =>
    bench.withCore(context, async (page) => {
      await begin(page, beginning(), size)
      const { projected } = await take(page)
      await close(page)
      return ratePerSecond(size, projected)
    }),
  )

/** Realtime messages through parsing, deduplication, the durable log, projections and unread counts. */
const rate: Measure = {
  names: ['ingest', 'ingest-settled'],
  async run(bench) {
    const size = ingestSize(bench)
    const ours: number[] = []
    const settled: number[] = []
    const raw: number[] = []
    for (let round = bench.times(5); round > 0; round -= 1) {
      const world = beginning()
      await bench.withNewBrowser((context) =>
        bench.withCore(context, async (page) => {
          await begin(page, world, size)
          const taking = await take(page)
          await close(page)
          ours.push(ratePerSecond(size, taking.projected))
          settled.push(ratePerSecond(size, taking.settled))
          const rows = await page.evaluate(([all, count]) => window.coreBench.writeRows(all, count), [
            world,
            size,
          ] as const)
          raw.push(ratePerSecond(size, rows))
        }),
      )
    }
    const common = { size, unit: 'messages/s', isMoreBetter: true, reference: raw }
    return [
      { ...common, name: 'ingest', samples: ours },
      { ...common, name: 'ingest-settled', samples: settled, target: ratioAtLeast(3) },
    ]
  },
}

/** The cost of a closed inspector: the same frames with and without the recording of a development build. */
const inspected: Measure = {
  names: ['ingest-inspected'],
  async run(bench) {
    const size = ingestSize(bench)
    const durationOf = (isInspected: boolean) =>
      bench.withNewBrowser((context) =>
        bench.withCore(context, async (page) => {
          const world = beginning()
          await page.evaluate(([start, is]) => window.coreBench.open(start, 'scripted', is), [
            world,
            isInspected,
          ] as const)
          await prepare(page, world, size)
          const { projected } = await take(page)
          await close(page)
          return projected
        }),
      )
    const samples: number[] = []
    const reference: number[] = []
    // Many rounds, because single ones vary by more than the target.
    for (let round = bench.times(16); round > 0; round -= 1) {
      // The order changes with every round, so that neither always finds the warmer machine.
      const order = round % 2 === 0 ? [true, false] : [false, true]
      for (const isInspected of order) (isInspected ? samples : reference).push(await durationOf(isInspected))
    }
    return [{ name: 'ingest-inspected', size, unit: 'ms', samples, reference, target: ratioAtMost(1.05) }]
  },
}

/** The heap that ingested messages occupy, with the client running and everything written. */
const heap: Measure = {
  names: ['ingest-heap'],
  async run(bench) {
    const size = ingestSize(bench)
    const growth: number[] = []
    for (let round = bench.times(3); round > 0; round -= 1) {
      const world = beginning()
      await bench.withNewBrowser((context) =>
        bench.withCore(context, async (page) => {
          await open(page, world)
          const before = await heapOf(page)
          await prepare(page, world, size)
          await take(page)
          growth.push((await heapOf(page)) - before)
          await close(page)
        }),
      )
    }
    return [{ name: 'ingest-heap', size, unit: 'MB', samples: growth, target: atMost(5) }]
  },
}

/** The longest task of the main thread during ingest. */
const longestTask: Measure = {
  names: ['ingest-longest-task'],
  async run(bench) {
    const size = ingestSize(bench)
    const longest: number[] = []
    for (let round = bench.times(3); round > 0; round -= 1)
      await bench.withNewBrowser((context) =>
        bench.withCore(context, async (page) => {
          await begin(page, beginning(), size)
          const tasks = await tasksDuring(page, () => take(page))
          longest.push(tasks.reduce((most, task) => Math.max(most, task), 0))
          await close(page)
        }),
      )
    return [{ name: 'ingest-longest-task', size, unit: 'ms', samples: longest, target: atMost(50) }]
  },
}

/** The cost of a message with many stored messages, compared with few. */
const growth: Measure = {
  names: ['growth-ingest'],
  async run(bench) {
    const count = bench.isSmoke ? 500 : 10_000
    const few = bench.sizes.find((size) => size >= 10_000) ?? bench.sizes[0] ?? 1_000
    const costs = new Map<number, readonly number[]>()
    for (const size of bench.sizes.filter((one) => one >= few)) {
      const samples: number[] = []
      for (let round = bench.times(3); round > 0; round -= 1)
        await bench.withStored(size, (context, world) =>
          bench.withCore(context, async (page) => {
            await begin(page, world, count)
            const { projected } = await take(page)
            samples.push((projected * 1000) / count)
            await close(page)
          }),
        )
      costs.set(size, samples)
    }
    const reference = costs.get(few) ?? []
    return [...costs].map(([size, samples]) => ({
      ...{ name: 'growth-ingest', size, samples, reference, unit: 'µs/message' },
      target: ratioAtMost(1.2),
    }))
  },
}

export const ingestMeasures: readonly Measure[] = [rate, inspected, heap, longestTask, growth]

import type { Page } from '@playwright/test'
import { openApp, selectors } from '../browser/app.ts'
import { heapOf } from '../browser/heap.ts'
import { atMost } from '../metrics/metric.ts'
import { rise } from '../metrics/statistics.ts'
import type { Bench } from '../running/bench.ts'
import type { Measure } from '../running/measure.ts'
import { chatFrame, pictureFrame } from '../world/scripted-socket.ts'
import { grown, type World } from '../world/world.ts'

/** The app's heap with its list painted and all messages caught up. */
const heap: Measure = {
  names: ['heap'],
  async run(bench) {
    const sizes = bench.sizes.filter((size) => size <= 100_000)
    const metrics = []
    for (const size of sizes) {
      const samples: number[] = []
      for (let round = bench.times(3); round > 0; round -= 1)
        await bench.withStored(size, async (context) => {
          const page = await openApp(context, bench.host.address)
          await page.waitForLoadState('networkidle')
          await pause(page, bench.isSmoke ? 100 : 3_000)
          samples.push(await heapOf(page))
        })
      metrics.push({ name: 'heap', size, unit: 'MB', samples, target: atMost(22) })
    }
    return metrics
  },
}

const pause = (page: Page, duration: number) =>
  page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), duration)

/** The amount of simulated use. */
interface UsePeriod {
  /** Messages that arrive. */
  readonly messages: number
  /** Every so many messages of the world one is a picture. */
  readonly pictureEvery?: number
  /** Conversations that are opened: the first rows of the list, in turn. */
  readonly visits: number
  readonly rows: number
  /** Messages to the last one. */
  readonly replies: number
  /** The idle time afterwards, ms. */
  readonly rest: number
}

const minute: UsePeriod = { messages: 20, visits: 3, rows: 6, replies: 1, rest: 700 }
/** Minutes until all caches are filled. */
const settling = 10

/** A hundredth of a working day. Every second one ends with a picture, which its first visit shows. */
const dayPart: UsePeriod = { messages: 50, pictureEvery: 100, visits: 2, rows: 2, replies: 3, rest: 50 }
const dayParts = 100

/**
 * The activity of a minute, 900 times. V8 optimizes a function at its 400th call, and not within 500 calls after new
 * type feedback. The optimized code counts towards the heap, but its creation must not look like a slope.
 */
const warming = { rounds: 900, round: { messages: 10, visits: 1, rows: 6, replies: 1, rest: 50 } } as const
/** Rounds between two collections, so that V8 has freed its temporary data before the measurement. */
const untilCollected = 10

/** Simulates use as fast as possible: messages arrive, conversations are opened, read and answered. */
async function live(
  bench: Bench,
  page: Page,
  world: World,
  { period, number }: { readonly period: UsePeriod; readonly number: number },
): Promise<World> {
  const next = grown(world, period.messages)
  bench.host.show(next)
  const isPicture = (id: number) => period.pictureEvery !== undefined && id % period.pictureEvery === 0
  for (let id = world.messages + 1; id <= next.messages; id += 1)
    bench.host.broadcast(isPicture(id) ? pictureFrame(next, id) : chatFrame(next, id))
  for (let visit = 0; visit < period.visits; visit += 1) {
    const at = (number * period.visits + visit) % period.rows
    await page.locator(selectors.conversation).nth(at).click()
    await page.locator(selectors.message).last().waitFor()
    await page.locator(selectors.log).evaluate((list) => list.scrollBy({ top: -600, behavior: 'instant' }))
    await pause(page, 50)
  }
  await page.locator(selectors.composer).click()
  for (let reply = 0; reply < period.replies; reply += 1) {
    await page.keyboard.type('so be it')
    await page.keyboard.press('Enter')
  }
  await pause(page, period.rest)
  return next
}

/** Uses the app until V8 has compiled the code involved. */
async function warmUp(bench: Bench, page: Page, world: World): Promise<World> {
  const rounds = bench.isSmoke ? 1 : warming.rounds
  let current = world
  for (let number = 0; number < rounds; number += 1) {
    current = await live(bench, page, current, { period: warming.round, number })
    if (number % untilCollected === 0) await heapOf(page)
  }
  return current
}

/** The heap of the warm app, its slope over an hour of use, and its growth over a working day after that. */
const heapInUse: Measure = {
  names: ['heap-warm', 'heap-slope', 'memory-day'],
  async run(bench) {
    const size = bench.isSmoke ? 1_000 : 10_000
    const first = bench.isSmoke ? 0 : -settling
    const last = bench.isSmoke ? 1 : 60
    const { hour, evening } = await bench.withStored(size, async (context, world) => {
      const page = await openApp(context, bench.host.address)
      const found: number[] = []
      let current = await warmUp(bench, page, world)
      for (let number = first; number < last; number += 1) {
        current = await live(bench, page, current, { period: minute, number: number - first })
        const holds = await heapOf(page)
        if (number >= 0) found.push(holds)
      }
      for (let number = 0; number < (bench.isSmoke ? 1 : dayParts); number += 1)
        current = await live(bench, page, current, { period: dayPart, number })
      return { hour: found, evening: await heapOf(page) }
    })
    const morning = hour.at(-1) ?? evening
    const growth = 100 * (evening / morning - 1)
    return [
      { name: 'heap-warm', size, unit: 'MB', samples: hour.slice(0, 1) },
      { name: 'heap-slope', size, unit: '%', samples: [rise(hour)], target: atMost(2) },
      { name: 'memory-day', size, unit: '%', samples: [growth], target: atMost(10) },
    ]
  },
}

export const memoryMeasures: readonly Measure[] = [heap, heapInUse]

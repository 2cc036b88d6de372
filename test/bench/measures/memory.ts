import type { Page } from '@playwright/test'
import { openApp, selectors } from '../browser/app.ts'
import { heapOf } from '../browser/heap.ts'
import { atMost } from '../figures/figure.ts'
import { rise } from '../figures/statistics.ts'
import type { Bench } from '../running/bench.ts'
import type { Measure } from '../running/measure.ts'
import { chatFrame } from '../world/scripted-socket.ts'
import { grown, type World } from '../world/world.ts'

/** What the app holds with its list painted and everything caught up. */
const heap: Measure = {
  names: ['heap'],
  async run(bench) {
    const sizes = bench.sizes.filter((size) => size <= 100_000)
    const figures = []
    for (const size of sizes) {
      const samples: number[] = []
      for (let time = bench.times(3); time > 0; time -= 1)
        await bench.withStored(size, async (context) => {
          const page = await openApp(context, bench.host.address)
          await page.waitForLoadState('networkidle')
          await pause(page, bench.isSmoke ? 100 : 3_000)
          samples.push(await heapOf(page))
        })
      figures.push({ name: 'heap', size, unit: 'MB', samples, target: atMost(22) })
    }
    return figures
  },
}

const pause = (page: Page, duration: number) =>
  page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), duration)

/** Messages that come in a minute, and conversations that somebody looks into in it. */
const perMinute = { messages: 20, visits: 3 }
/** Minutes until everything that is kept at all is kept once. */
const settling = 10
/** Conversations that are opened in turn. */
const visited = 6

/** What somebody does in a minute, as fast as it goes: messages come, conversations are opened, read and answered. */
async function liveMinute(bench: Bench, page: Page, world: World, minute: number): Promise<World> {
  const next = grown(world, perMinute.messages)
  bench.host.show(next)
  for (let id = world.messages + 1; id <= next.messages; id += 1) bench.host.broadcast(chatFrame(next, id))
  for (let visit = 0; visit < perMinute.visits; visit += 1) {
    const at = (minute * perMinute.visits + visit) % visited
    await page.locator(selectors.conversation).nth(at).click()
    await page.locator(selectors.message).last().waitFor()
    await page.locator(selectors.log).evaluate((list) => list.scrollBy({ top: -600, behavior: 'instant' }))
    await pause(page, 50)
  }
  await page.locator(selectors.composer).click()
  await page.keyboard.type('so be it')
  await page.keyboard.press('Enter')
  await pause(page, 700)
  return next
}

/** By how much that rises over an hour of use. */
const heapSlope: Measure = {
  names: ['heap-slope'],
  async run(bench) {
    const size = bench.isSmoke ? 1_000 : 10_000
    const minutes = bench.isSmoke ? 1 : 60
    const heaps = await bench.withStored(size, async (context, world) => {
      const page = await openApp(context, bench.host.address)
      const found: number[] = []
      let current = world
      for (let minute = -settling; minute < minutes; minute += 1) {
        if (bench.isSmoke && minute < 0) continue
        current = await liveMinute(bench, page, current, minute + settling)
        if (minute >= 0) found.push(await heapOf(page))
      }
      return found
    })
    return [{ name: 'heap-slope', size, unit: '%', samples: [rise(heaps)], target: atMost(2) }]
  },
}

export const memoryMeasures: readonly Measure[] = [heap, heapSlope]

import type { Page } from '@playwright/test'
import { openApp, openPage, selectors } from '../browser/app.ts'
import { atMost } from '../metrics/metric.ts'
import { percentile } from '../metrics/statistics.ts'
import type { Bench } from '../running/bench.ts'
import type { Measure } from '../running/measure.ts'
import { conversationCount } from '../world/world.ts'

/**
 * Starts to record the browser's event timing of every key, press and click. The handle's `stop` returns the durations,
 * ms.
 */
const watchInteractions = (page: Page) =>
  page.evaluateHandle(() => {
    const longest = new Map<number, number>()
    const note = (entries: readonly PerformanceEntry[]) => {
      for (const entry of entries) {
        const id = 'interactionId' in entry ? Number(entry.interactionId) : 0
        if (id > 0) longest.set(id, Math.max(longest.get(id) ?? 0, entry.duration))
      }
    }
    const observer = new PerformanceObserver((list) => note(list.getEntries()))
    // Browsers report no duration below 16 ms. Faster interactions count as 16 ms.
    const options: PerformanceObserverInit & { durationThreshold: number } = {
      type: 'event',
      durationThreshold: 16,
    }
    observer.observe(options)
    return {
      stop() {
        note(observer.takeRecords())
        return [...longest.values()]
      },
    }
  })

/** Simulates a few minutes of use: opens conversations, writes, and visits other screens. */
async function tour(bench: Bench, page: Page): Promise<number> {
  const rounds = bench.isSmoke ? 1 : 4
  let interactions = 0
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 0; at < 4; at += 1) {
      await page.locator(selectors.conversation).nth(at).click()
      await page.locator(selectors.message).last().waitFor()
      await page.locator(selectors.composer).click()
      await page.keyboard.type('see you there', { delay: 40 })
      await page.keyboard.press('Enter')
      interactions += 16
    }
    for (const name of ['Contacts', 'My', 'Messages']) {
      await page.getByRole('link', { name, exact: true }).first().click()
      await page.waitForTimeout(300)
      interactions += 1
    }
    await page.locator(selectors.conversation).first().waitFor()
  }
  await page.waitForTimeout(500)
  return interactions
}

/** The 98th percentile of interaction to next paint, as the browser reports it. */
const interactions: Measure = {
  names: ['interaction-p98'],
  async run(bench) {
    const size = bench.isSmoke ? 1_000 : 10_000
    const slowest = await bench.withStored(size, async (context) => {
      const page = await openApp(context, bench.host.address)
      const watching = await watchInteractions(page)
      const count = await tour(bench, page)
      const told = await watching.evaluate((handle) => handle.stop())
      // Interactions without a report were fast.
      const quick = Array.from({ length: Math.max(0, count - told.length) }, () => 8)
      return percentile([...told, ...quick], 0.98)
    })
    return [{ name: 'interaction-p98', size, unit: 'ms', samples: [slowest], target: atMost(100) }]
  },
}

/** Counts the frames that come more than 20 ms after the one before, until `stop` is called. */
const watchFrames = (page: Page) =>
  page.evaluateHandle(() => {
    let [last, slow, isOver] = [performance.now(), 0, false]
    const frame = (now: number) => {
      if (now - last > 20) slow += 1
      last = now
      if (!isOver) requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    return {
      stop() {
        isOver = true
        return slow
      },
    }
  })

/** The time between the repeats of a held key, ms. */
const repeat = 33

/** Holds Alt and an arrow for ten seconds. Returns how many frames were slow meanwhile. */
async function holdArrow(bench: Bench, page: Page): Promise<number> {
  await page.keyboard.down('Alt')
  // The first repeats load and compile code that the later ones only use.
  await page.keyboard.down('ArrowDown')
  await page.waitForTimeout(500)
  const frames = await watchFrames(page)
  for (let left = bench.isSmoke ? 5 : 10_000 / repeat; left > 0; left -= 1) {
    await page.keyboard.down('ArrowDown')
    await page.waitForTimeout(repeat)
  }
  const slow = await frames.evaluate((watching) => watching.stop())
  await page.keyboard.up('ArrowDown')
  await page.keyboard.up('Alt')
  return slow
}

/** Rejects unless the selected conversation opens. */
async function selectedOpened(page: Page): Promise<void> {
  const selected = page.locator(`${selectors.conversation}[aria-current="page"]`)
  const address = (await selected.getAttribute('href')) ?? 'no address'
  await page.waitForURL(({ pathname }) => pathname === new URL(address, page.url()).pathname)
  await page.locator(selectors.message).last().waitFor()
}

/**
 * Slow frames in ten seconds in which the key for the next conversation is held, compared with an empty page that gets
 * the same keys. There are more conversations than repeats.
 */
const switching: Measure = {
  names: ['switch'],
  async run(bench) {
    const size = bench.isSmoke ? 1_000 : 100_000
    const world = { messages: size, conversations: 2 * conversationCount }
    const [slow, reference]: [number[], number[]] = [[], []]
    for (let round = bench.times(3); round > 0; round -= 1)
      await bench.withStored(bench.isSmoke ? size : world, async (context) => {
        const page = await openApp(context, bench.host.address)
        await page.locator(selectors.conversation).first().click()
        await page.locator(selectors.message).last().waitFor()
        await page.waitForLoadState('networkidle')
        slow.push(await holdArrow(bench, page))
        await selectedOpened(page)
        await page.close()
        const empty = await openPage(context, `${bench.host.address}/bench/empty-page.html`)
        await empty.locator('main').waitFor()
        reference.push(await holdArrow(bench, empty))
        await empty.close()
      })
    return [{ name: 'switch', size, unit: 'frames', samples: slow, reference, target: atMost(0) }]
  },
}

export const interactingMeasures: readonly Measure[] = [interactions, switching]

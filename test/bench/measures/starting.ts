import type { BrowserContext, Page } from '@playwright/test'
import { everythingStored, isEverythingStored, openApp, openPage, selectors } from '../browser/app.ts'
import { type Metric, ratioAtMost } from '../metrics/metric.ts'
import type { Measure } from '../running/measure.ts'

/**
 * Returns the time from the start of a navigation to the first frame with the selector, ms. The caller may inspect the
 * page afterwards.
 */
async function startTime(
  context: BrowserContext,
  address: string,
  selector: string,
  look: (page: Page) => Promise<void> = async () => {},
): Promise<number> {
  const page = await openPage(context, address)
  const time = await page.evaluate((wanted) => window.paintBench.first(wanted), selector)
  await look(page)
  await page.close()
  return time
}

/** Opens the app and leaves it after everything is stored: the state before a warm start. */
export async function visitBefore(context: BrowserContext, address: string): Promise<void> {
  const page = await openApp(context, address)
  await everythingStored(page)
  await page.close()
}

/** The time from the start of a navigation until a click on the first row, as soon as it is painted, has opened it, ms. */
export async function liveTime(context: BrowserContext, address: string): Promise<number> {
  const page = await openPage(context, address)
  const time = await page.evaluate(
    async ([row, message]) => {
      await window.paintBench.first(row)
      document.querySelector<HTMLElement>(row)?.click()
      return window.paintBench.first(message)
    },
    [selectors.conversation, selectors.message] as const,
  )
  await page.close()
  return time
}

/**
 * A signed-in person's page load with a warm HTTP cache until the list is painted and until it can be used, compared
 * with an empty page that does one read.
 */
const warmStart: Measure = {
  names: ['warm-start', 'warm-start-live'],
  async run(bench) {
    const { address } = bench.host
    const measureAt = (size: number) =>
      bench.withStored(size, async (context) => {
        const app = () => startTime(context, `${address}/messages`, selectors.conversation)
        // A page closed right after its first paint may have unsaved data, which the next start would have to store.
        const visitAgain = async (page: Page) => {
          if (!(await isEverythingStored(page))) await visitBefore(context, address)
        }
        const empty = () => startTime(context, `${address}/bench/empty-page.html`, 'main', visitAgain)
        await visitBefore(context, address)
        // The first loads fill the caches of files and of compiled code.
        for (let round = bench.times(3); round > 0; round -= 1) {
          await app()
          await empty()
        }
        const samples: number[] = []
        const live: number[] = []
        const reference: number[] = []
        for (let round = bench.times(15); round > 0; round -= 1) {
          samples.push(await app())
          reference.push(await empty())
          live.push(await liveTime(context, `${address}/messages`))
          // Opening a conversation has changed what is stored.
          await visitBefore(context, address)
        }
        const common = { size, unit: 'ms', reference }
        return [
          { ...common, name: 'warm-start', samples, target: ratioAtMost(1.5) },
          { ...common, name: 'warm-start-live', samples: live, target: ratioAtMost(4) },
        ]
      })
    const metrics: Metric[] = []
    for (const size of bench.sizes) metrics.push(...(await measureAt(size)))
    return metrics
  },
}

/**
 * The first page of a new browser process with stored messages and no cached file, compared with an empty first page.
 */
const coldStart: Measure = {
  names: ['cold-start'],
  async run(bench) {
    const { address } = bench.host
    const size = bench.isSmoke ? 1_000 : 100_000
    const first = (path: string, selector: string) =>
      bench.withStored(size, (context) => startTime(context, `${address}${path}`, selector))
    const samples: number[] = []
    const reference: number[] = []
    for (let round = bench.times(5); round > 0; round -= 1) {
      samples.push(await first('/messages', selectors.conversation))
      reference.push(await first('/bench/empty-page.html', 'main'))
    }
    return [{ name: 'cold-start', size, unit: 'ms', samples, reference, target: ratioAtMost(4) }]
  },
}

export const startingMeasures: readonly Measure[] = [warmStart, coldStart]

import type { BrowserContext, Page } from '@playwright/test'
import { everythingStored, isEverythingStored, openApp, openPage, selectors } from '../browser/app.ts'
import { ratioAtMost } from '../metrics/metric.ts'
import type { Measure } from '../running/measure.ts'

/** From the beginning of a navigation to the first frame that has what is looked for, ms; then whoever asks may look at the page. */
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

/** Somebody had the app open before and left it when it had stored everything: what a warm start begins with. */
async function visitBefore(context: BrowserContext, address: string): Promise<void> {
  const page = await openApp(context, address)
  await everythingStored(page)
  await page.close()
}

/** A page opened anew by somebody signed in, its files in the browser's cache, against an empty page that does one read. */
const warmStart: Measure = {
  names: ['warm-start'],
  async run(bench) {
    const { address } = bench.host
    const measureAt = (size: number) =>
      bench.withStored(size, async (context) => {
        const app = () => startTime(context, `${address}/messages`, selectors.conversation)
        // A page that is closed as soon as it is painted may have had something left to store, and the next start would pay for it.
        const visitAgain = async (page: Page) => {
          if (!(await isEverythingStored(page))) await visitBefore(context, address)
        }
        const empty = () => startTime(context, `${address}/bench/empty-page.html`, 'main', visitAgain)
        await visitBefore(context, address)
        // The first ones fill the caches, of files and of what was compiled.
        for (let time = bench.times(3); time > 0; time -= 1) {
          await app()
          await empty()
        }
        const samples: number[] = []
        const reference: number[] = []
        for (let time = bench.times(15); time > 0; time -= 1) {
          samples.push(await app())
          reference.push(await empty())
        }
        return { name: 'warm-start', size, unit: 'ms', samples, reference, target: ratioAtMost(1.5) }
      })
    const figures = []
    for (const size of bench.sizes) figures.push(await measureAt(size))
    return figures
  },
}

/** The first page of a browser that was just started, with messages stored and no file of the app, against the empty page as the first one. */
const coldStart: Measure = {
  names: ['cold-start'],
  async run(bench) {
    const { address } = bench.host
    const size = bench.isSmoke ? 1_000 : 100_000
    const first = (path: string, selector: string) =>
      bench.withStored(size, (context) => startTime(context, `${address}${path}`, selector))
    const samples: number[] = []
    const reference: number[] = []
    for (let time = bench.times(5); time > 0; time -= 1) {
      samples.push(await first('/messages', selectors.conversation))
      reference.push(await first('/bench/empty-page.html', 'main'))
    }
    return [{ name: 'cold-start', size, unit: 'ms', samples, reference }]
  },
}

export const startingMeasures: readonly Measure[] = [warmStart, coldStart]

import type { BrowserContext, Page } from '@playwright/test'
import { keepAccount } from '#test/browser/support/signed-in.ts'
import { countWireBytes } from '#test/browser/support/wire-bytes.ts'
import { openPage, selectors } from '../browser/app.ts'
import { atMost, ratioAtMost } from '../metrics/metric.ts'
import type { Bench } from '../running/bench.ts'
import type { Measure } from '../running/measure.ts'
import { signUp } from '../server/people.ts'

/**
 * The recorded best of other clients until their form is usable: the fewest kB, and the shortest time by CPU slowdown,
 * ms.
 */
const others = {
  bytes: 313,
  ready: new Map([
    [1, 459],
    [4, 1553],
  ]),
}

const readyButton = 'form button[type="submit"]:not([disabled])'

interface FirstLoad {
  readonly ready: number
  readonly cachedList: number
  readonly largestPaint: number
  readonly blocked: number
  readonly bytes: number
}

/** The page's own performance entries until now: times since the start of the navigation, ms. */
const readTimings = (page: Page) =>
  page.evaluate(async () => {
    const entries = (type: string): Promise<readonly PerformanceEntry[]> =>
      new Promise((resolve) => {
        new PerformanceObserver((list, observer) => {
          observer.disconnect()
          resolve(list.getEntries())
        }).observe({ type, buffered: true })
        // Browsers without this entry type report nothing.
        setTimeout(() => resolve([]), 2_000)
      })
    const largest = await entries('largest-contentful-paint')
    const long = await entries('longtask')
    return {
      cachedList: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      largestPaint: largest.at(-1)?.startTime ?? 0,
      blocked: long.reduce((sum, { duration }) => sum + duration - 50, 0),
    }
  })

/** Opens the sign-in screen with an empty cache. */
async function loadSignIn(context: BrowserContext, address: string, slowdown: number): Promise<FirstLoad> {
  const page = await openPage(context, 'about:blank')
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const bytes = await countWireBytes(page)
  await page.goto(`${address}/auth/sign-in`, { waitUntil: 'commit' })
  const ready = await page.evaluate((selector) => window.paintBench.first(selector), readyButton)
  await page.waitForLoadState('networkidle')
  const timings = await readTimings(page)
  await page.close()
  return { ...timings, ready, bytes: bytes.total() / 1000 }
}

/** Bytes on the wire and time until the sign-in screen is usable, at full CPU speed and four times slower. */
const signIn: Measure = {
  names: [
    'first-load-bytes',
    'first-load-vs-peer',
    'first-load-ready',
    'first-load-fcp',
    'first-load-lcp',
    'first-load-tbt',
  ],
  async run(bench) {
    const { address } = await bench.server()
    const loads = async (slowdown: number): Promise<readonly FirstLoad[]> => {
      const found: FirstLoad[] = []
      for (let time = bench.times(5); time > 0; time -= 1)
        found.push(await bench.withNewBrowser((context) => loadSignIn(context, address, slowdown)))
      return found
    }
    const bySpeed = new Map([
      [1, await loads(1)],
      [4, await loads(4)],
    ])
    const bytes = (bySpeed.get(1) ?? []).map((load) => load.bytes)
    const weight = { size: 1, unit: 'kB', samples: bytes, reference: [others.bytes] }
    const timed = (name: string, read: (load: FirstLoad) => number) =>
      [...bySpeed].map(([size, found]) => ({ name, size, unit: 'ms', samples: found.map(read) }))
    return [
      { name: 'first-load-bytes', ...weight, target: atMost(190) },
      { name: 'first-load-vs-peer', ...weight, target: ratioAtMost(0.5) },
      ...timed('first-load-ready', ({ ready }) => ready).map((metric) => ({
        ...metric,
        reference: [others.ready.get(metric.size) ?? 0],
        isRecorded: true,
        target: ratioAtMost(1),
      })),
      ...timed('first-load-fcp', ({ cachedList }) => cachedList),
      ...timed('first-load-lcp', ({ largestPaint }) => largestPaint),
      ...timed('first-load-tbt', ({ blocked }) => blocked).map((metric) =>
        metric.size === 4 ? { ...metric, target: atMost(200) } : metric,
      ),
    ]
  },
}

async function loadList(bench: Bench): Promise<number> {
  const { address } = await bench.server()
  const person = await signUp(address)
  return bench.withNewBrowser(async (context) => {
    const before = await context.newPage()
    await keepAccount(before, address, person)
    await before.close()
    const page = await openPage(context, 'about:blank')
    const bytes = await countWireBytes(page)
    await page.goto(`${address}/messages`, { waitUntil: 'commit' })
    await page.evaluate((selector) => window.paintBench.first(selector), selectors.navigation)
    await page.waitForLoadState('networkidle')
    await page.close()
    return bytes.total() / 1000
  })
}

/** Bytes on the wire until a signed-in person has a live conversation list. */
const list: Measure = {
  names: ['list-bytes'],
  async run(bench) {
    const samples: number[] = []
    for (let time = bench.times(3); time > 0; time -= 1) samples.push(await loadList(bench))
    return [{ name: 'list-bytes', size: 1, unit: 'kB', samples, target: atMost(300) }]
  },
}

export const firstLoadMeasures: readonly Measure[] = [signIn, list]

import type { BrowserContext, Page } from '@playwright/test'
import { storeAccount } from '#test/browser/support/signed-in.ts'
import { countWireBytes } from '#test/browser/support/wire-bytes.ts'
import { openPage, selectors } from '../browser/app.ts'
import { atMost, type Metric, ratioAtMost } from '../metrics/metric.ts'
import { median } from '../metrics/statistics.ts'
import type { Bench } from '../running/bench.ts'
import type { Measure } from '../running/measure.ts'
import { signUp } from '../server/people.ts'
import { type PeerSignIn, startPeerSignIns } from './peer-sign-ins.ts'

/**
 * The best values of other clients until their form is usable, recorded on another machine: kB, and ms by CPU slowdown.
 * They are the references unless `PEERS_DIR` names a folder with built clients.
 */
const recorded = {
  bytes: 313,
  ready: new Map([
    [1, 459],
    [4, 1553],
  ]),
}

const readyButton = 'form button[type="submit"]:not([disabled])'

interface FirstLoad {
  readonly ready: number
  readonly firstPaint: number
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
      firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      largestPaint: largest.at(-1)?.startTime ?? 0,
      blocked: long.reduce((sum, { duration }) => sum + duration - 50, 0),
    }
  })

type SignInScreen = Pick<PeerSignIn, 'page' | 'ready'>

/** Opens a sign-in screen with an empty cache. */
async function loadSignIn(
  context: BrowserContext,
  screen: SignInScreen,
  slowdown: number,
): Promise<FirstLoad> {
  const page = await openPage(context, 'about:blank')
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const bytes = await countWireBytes(page)
  await page.goto(screen.page, { waitUntil: 'commit' })
  const ready = await page.evaluate((selector) => window.paintBench.first(selector), screen.ready)
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
    const ours: SignInScreen = { page: `${address}/auth/sign-in`, ready: readyButton }
    const peers = await startPeerSignIns(process.env.PEERS_DIR)
    try {
      const atFullSpeed = await loadInTurn(bench, [ours, ...peers], 1)
      const slowed = await loadInTurn(bench, [ours, ...peers], 4)
      return rowsOf([atFullSpeed, slowed])
    } finally {
      for (const peer of peers) await peer.close()
    }
  },
}

/** The loads of our screen and of the screens of other clients at one slowdown of the CPU. */
interface Loads {
  readonly slowdown: 1 | 4
  readonly ours: readonly FirstLoad[]
  readonly theirs: readonly (readonly FirstLoad[])[]
}

async function loadInTurn(
  bench: Bench,
  screens: readonly SignInScreen[],
  slowdown: Loads['slowdown'],
): Promise<Loads> {
  const loads = screens.map((): FirstLoad[] => [])
  for (let round = bench.times(5); round > 0; round -= 1)
    for (const [index, screen] of screens.entries())
      loads[index]?.push(await bench.withNewBrowser((context) => loadSignIn(context, screen, slowdown)))
  const [ours = [], ...theirs] = loads
  return { slowdown, ours, theirs }
}

function rowsOf(all: readonly Loads[]): readonly Metric[] {
  const timed = (name: string, read: (load: FirstLoad) => number) =>
    all.map((loads) => ({ name, size: loads.slowdown, unit: 'ms', samples: loads.ours.map(read) }))
  const bytes = all
    .filter(({ slowdown }) => slowdown === 1)
    .map((loads) => ({
      ...{ size: 1, unit: 'kB', samples: loads.ours.map((load) => load.bytes) },
      reference: bestOf(loads, (load) => load.bytes) ?? [recorded.bytes],
    }))
  return [
    ...bytes.map((row) => ({ ...row, name: 'first-load-bytes', target: atMost(190) })),
    ...bytes.map((row) => ({ ...row, name: 'first-load-vs-peer', target: ratioAtMost(0.5) })),
    ...all.map((loads) => {
      const best = bestOf(loads, ({ ready }) => ready)
      return {
        ...{ name: 'first-load-ready', size: loads.slowdown, unit: 'ms' },
        samples: loads.ours.map(({ ready }) => ready),
        reference: best ?? [recorded.ready.get(loads.slowdown) ?? 0],
        isRecorded: best === undefined,
        target: ratioAtMost(1),
      }
    }),
    ...timed('first-load-fcp', ({ firstPaint }) => firstPaint),
    ...timed('first-load-lcp', ({ largestPaint }) => largestPaint),
    ...timed('first-load-tbt', ({ blocked }) => blocked).map((metric) =>
      metric.size === 4 ? { ...metric, target: atMost(200) } : metric,
    ),
  ]
}

/** The values of the client with the smallest median; undefined if none was measured. */
const bestOf = ({ theirs }: Loads, read: (load: FirstLoad) => number): readonly number[] | undefined =>
  theirs
    .map((loads) => loads.map(read))
    .reduce<readonly number[] | undefined>(
      (best, values) => (best === undefined || median(values) < median(best) ? values : best),
      undefined,
    )

async function loadList(bench: Bench): Promise<number> {
  const { address } = await bench.server()
  const person = await signUp(address)
  return bench.withNewBrowser(async (context) => {
    const before = await context.newPage()
    await storeAccount(before, address, person)
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
    for (let round = bench.times(3); round > 0; round -= 1) samples.push(await loadList(bench))
    return [{ name: 'list-bytes', size: 1, unit: 'kB', samples, target: atMost(300) }]
  },
}

export const firstLoadMeasures: readonly Measure[] = [signIn, list]

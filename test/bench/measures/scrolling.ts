import type { Page } from '@playwright/test'
import { readStillness, watchStillness } from '#test/browser/support/stillness.ts'
import { openPage, openTopConversation, selectors } from '../browser/app.ts'
import { type Flinging, fling, flingPictures } from '../browser/flinging.ts'
import { atMost, type Metric, ratioAtMost } from '../metrics/metric.ts'
import type { Bench } from '../running/bench.ts'
import type { Measure } from '../running/measure.ts'

/** A world with a single conversation. */
export const longConversation = ({ isSmoke }: Bench) => ({
  messages: isSmoke ? 1_000 : 100_000,
  conversations: 1,
})

const bareScroller = '[data-virtuoso-scroller]'

const flingDuration = ({ isSmoke }: Bench): number => (isSmoke ? 500 : 10_000)

async function flingBare(bench: Bench, page: Page): Promise<Flinging> {
  await page.locator('button').first().click()
  await page.locator('article').last().waitFor()
  return fling(page, bareScroller, flingDuration(bench))
}

/**
 * Ten seconds of flinging through a long conversation, compared with a bare virtualized list of the same rows in
 * memory.
 */
const scrollBusy: Measure = {
  names: ['scroll-busy', 'scroll-slow-frames', 'scroll-distance'],
  async run(bench) {
    const long = longConversation(bench)
    const { address } = bench.host
    const ours: Flinging[] = []
    const bare: Flinging[] = []
    for (let round = bench.times(3); round > 0; round -= 1)
      await bench.withStored(long, async (context) => {
        const app = await openTopConversation(context, address)
        await app.waitForLoadState('networkidle')
        ours.push(await fling(app, selectors.log, flingDuration(bench)))
        await app.close()
        const rows = bench.isSmoke ? 1_000 : 10_000
        const page = await openPage(context, `${address}/bench/bare-list.html?rows=${rows}`)
        bare.push(await flingBare(bench, page))
        await page.close()
      })
    const metric = (name: string, unit: string, read: (one: Flinging) => number): Metric => {
      const common = { size: long.messages, samples: ours.map(read), reference: bare.map(read) }
      return { name, unit, ...common }
    }
    return [
      { ...metric('scroll-busy', 'ms/s', ({ busy }) => busy), target: ratioAtMost(1) },
      metric('scroll-slow-frames', 'frames', ({ slowFrames }) => slowFrames),
      { ...metric('scroll-distance', 'px', ({ distance }) => distance), isMoreBetter: true },
    ]
  },
}

/** Resolves when a picture has loaded and none in the page is loading any more. */
const picturesLoaded = (page: Page) =>
  page.waitForFunction(() => {
    const pictures = [...document.images]
    return (
      pictures.some(({ naturalHeight }) => naturalHeight > 100) && pictures.every(({ complete }) => complete)
    )
  })

/** Flinging through a conversation of pictures, compared with a bare virtualized list of the same pictures. */
const pictureScroll: Measure = {
  names: ['picture-scroll'],
  async run(bench) {
    const messages = bench.isSmoke ? 200 : 2_000
    const [ours, bare]: [number[], number[]] = [[], []]
    for (let round = bench.times(3); round > 0; round -= 1)
      await bench.withStored({ messages, conversations: 1, hasPictures: true }, async (context) => {
        const app = await openTopConversation(context, bench.host.address)
        await picturesLoaded(app)
        ours.push(await flingPictures(app, selectors.log, flingDuration(bench)))
        await app.close()
        const address = `${bench.host.address}/bench/bare-list.html?rows=${messages}&pictures`
        const page = await openPage(context, address)
        await page.locator('button').first().click()
        await picturesLoaded(page)
        bare.push(await flingPictures(page, bareScroller, flingDuration(bench)))
        await page.close()
      })
    const target = ratioAtMost(1)
    return [{ name: 'picture-scroll', size: messages, unit: 'ms/s', samples: ours, reference: bare, target }]
  },
}

/** Scroll positions at which older messages are prepended, CSS px from the top. */
const places = [0, 20, 50, 100, 200, 400]

/** The limit for loading older messages, ms. */
const patience = 3_000

/** Whether the oldest message in the document has changed. */
const comesOlder = (page: Page, oldest: number): Promise<boolean> =>
  page
    .waitForFunction(
      (known) => {
        const first = document.querySelector<HTMLElement>('[role="log"] [data-message-id]')
        return Number(first?.dataset.messageId) !== known
      },
      oldest,
      { timeout: patience },
    )
    .then(
      () => true,
      () => false,
    )

/**
 * Returns for each position the largest movement of any message in view while older messages were prepended, CSS px.
 * Some positions load none. Throws if no position loads any.
 */
async function prependAt(page: Page, places: readonly number[]): Promise<readonly number[]> {
  const log = page.locator(selectors.log)
  const oldest = () =>
    log.evaluate((list) => Number(list.querySelector<HTMLElement>('[data-message-id]')?.dataset.messageId))
  const scrollTo = (top: number) =>
    log.evaluate((list, to) => list.scrollTo({ top: to, behavior: 'instant' }), top)
  const farthest: number[] = []
  let comings = 0
  for (const place of places) {
    await scrollTo(4_000)
    const before = await oldest()
    await scrollTo(place)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    await watchStillness(page)
    if (await comesOlder(page, before)) comings += 1
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
    farthest.push((await readStillness(page)).farthest)
  }
  if (comings === 0) throw new Error('no older messages came')
  return farthest
}

/** How far prepending older messages moves the message being read. */
const prependShift: Measure = {
  names: ['prepend-shift'],
  async run(bench) {
    const long = longConversation(bench)
    const samples = await bench.withStored(long, async (context) => {
      const page = await openTopConversation(context, bench.host.address)
      return prependAt(page, bench.isSmoke ? places.slice(0, 2) : [...places, ...places, ...places])
    })
    // A single movement is a failure, so the row has the largest one.
    const farthest = [Math.max(...samples)]
    return [{ name: 'prepend-shift', size: long.messages, unit: 'px', samples: farthest, target: atMost(0) }]
  },
}

export const scrollingMeasures: readonly Measure[] = [scrollBusy, pictureScroll, prependShift]

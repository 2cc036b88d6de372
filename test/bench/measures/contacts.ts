import type { Page } from '@playwright/test'
import { openPage } from '../browser/app.ts'
import { fling } from '../browser/flinging.ts'
import { atMost } from '../metrics/metric.ts'
import type { Measure } from '../running/measure.ts'
import { searchIn, worldOfSize } from './long-lists.ts'

const list = 'ul[aria-label="Friends"]'

/** Opens the friends and the search of their list. */
async function openSearch(page: Page): Promise<void> {
  await page.locator(`${list} a`).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Search friends' }).click()
}

/** Searches and flings through a list of 5,000 friends. */
const friendList: Measure = {
  names: ['friend-search', 'friend-slow-frames'],
  async run(bench) {
    const world = worldOfSize(bench.isSmoke ? 200 : 5_000)
    const [searches, slowFrames]: [number[], number[]] = [[], []]
    for (let round = bench.times(3); round > 0; round -= 1)
      await bench.withStored(world, async (context) => {
        const page = await openPage(context, `${bench.host.address}/contact`)
        await openSearch(page)
        searches.push(...(await searchIn(page, list, bench.isSmoke ? '42' : '4217')))
        await page.getByRole('button', { name: 'Cancel' }).click()
        const seconds = bench.isSmoke ? 0.5 : 10
        const flung = await fling(page, '[data-virtuoso-scroller]', seconds * 1_000)
        slowFrames.push(flung.slowFrames / seconds)
        await page.close()
      })
    const size = world.conversations
    return [
      { name: 'friend-search', size, unit: 'ms', samples: searches, target: atMost(50) },
      // One slow frame in a second leaves 59.
      { name: 'friend-slow-frames', size, unit: '/s', samples: slowFrames, target: atMost(1) },
    ]
  },
}

export const contactMeasures: readonly Measure[] = [friendList]

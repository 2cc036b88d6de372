import type { Page } from '@playwright/test'
import type { World } from '../world/world.ts'

/** Messages ingested together: as many frames as fit in a page's memory. */
const portion = 20_000

/** Makes the client of the page ingest and read a world, as it would have over several days. */
export async function storeWorld(page: Page, world: World): Promise<void> {
  const nothing = { ...world, messages: 0, readUpTo: 0 }
  await page.evaluate((start) => window.coreBench.open(start), nothing)
  for (let from = 1; from <= world.messages; from += portion) {
    const to = Math.min(world.messages, from + portion - 1)
    await page.evaluate(
      async ([all, first, last]) => {
        window.coreBench.prepare(all, first, last)
        await window.coreBench.take()
        await window.coreBench.read({ ...all, messages: last })
      },
      [world, from, to] as const,
    )
  }
  await page.evaluate(() => window.coreBench.close())
}

import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { preview } from 'vite'
import { test as base } from './tidy-test.ts'

const configFile = fileURLToPath(new URL('../../gallery/vite.config.ts', import.meta.url))

/** A context that outlives its tests, since a new one reads, parses and compiles the whole app again. */
interface KeptContext {
  readonly context: BrowserContext
  /** Stays open beside the pages of the tests, so that what is compiled stays too. */
  readonly keeper: Page
  /** The options it was made with. */
  readonly madeWith: string
}

interface GalleryWorker {
  readonly gallery: string
  readonly kept: { current?: KeptContext }
}

/**
 * Pages of the gallery: the real screens over a made-up client, built before and served on a free port.
 * Each test has pages of its own in a context whose storage, permissions and time are as new.
 */
export const test = base.extend<object, GalleryWorker>({
  gallery: [
    // biome requires a pattern here even where nothing is taken from it.
    async ({ browserName: _ }, use) => {
      const server = await preview({
        configFile,
        logLevel: 'silent',
        preview: { port: 0, strictPort: false },
      })
      await use(server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '')
      await server.close()
    },
    { scope: 'worker' },
  ],
  kept: [async ({ browserName: _ }, use) => use({}), { scope: 'worker' }],
  farewell: async ({ browser, kept }, use) => {
    await use(undefined)
    const others = browser.contexts().filter((context) => context !== kept.current?.context)
    await Promise.all(others.map((context) => context.close()))
  },
  context: async (
    { browser, gallery, kept, userAgent, hasTouch, isMobile, locale, timezoneId, permissions },
    use,
  ) => {
    const madeWith = JSON.stringify([userAgent, hasTouch, isMobile, locale, timezoneId])
    if (kept.current?.madeWith !== madeWith) {
      await kept.current?.context.close()
      kept.current = await createKept(browser, gallery, madeWith)
    }
    const { context, keeper } = kept.current
    await use(context)
    if (await isTimeReplaced(keeper)) {
      delete kept.current
      return context.close()
    }
    await makeAsNew(kept.current, gallery, permissions ?? [])
  },
  // The context has the size of the test it was made for.
  page: async ({ context, viewport }, use) => {
    const page = await context.newPage()
    if (viewport) await page.setViewportSize(viewport)
    await use(page)
  },
})
export { expect } from '@playwright/test'

async function createKept(browser: Browser, gallery: string, madeWith: string): Promise<KeptContext> {
  const context = await browser.newContext()
  const keeper = await context.newPage()
  await keeper.goto(`${gallery}/icon.svg`)
  return { context, keeper, madeWith }
}

/** A clock that a test has installed stays with its context. */
const isTimeReplaced = (keeper: Page): Promise<boolean> =>
  keeper.evaluate(() => !setTimeout.toString().includes('[native code]'))

/** Leaves nothing of a test behind but what is compiled and cached of the app itself. */
async function makeAsNew({ context, keeper }: KeptContext, gallery: string, permissions: string[]) {
  const pages = context.pages().filter((page) => page !== keeper)
  await Promise.all(pages.map((page) => page.close()))
  await context.unrouteAll()
  await context.setOffline(false)
  await context.clearPermissions()
  await context.grantPermissions(permissions)
  // Where the next page may already share the memory of this one; the rest is emptied in the browser.
  await keeper.evaluate(() => localStorage.clear())
  const session = await context.newCDPSession(keeper)
  await session.send('Storage.clearDataForOrigin', { origin: gallery, storageTypes: 'all' })
  await session.detach()
}

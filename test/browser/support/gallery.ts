import type { Browser, BrowserContext, Page } from '@playwright/test'
import { test as base, type SharedContext } from './tidy-test.ts'

/**
 * Pages of the gallery: the real screens with a fixture client, built in advance and served on a free port. Each test
 * has separate pages in a context whose storage, permissions and clock are reset.
 */
export const test = base.extend({
  farewell: async ({ browser, shared }, use) => {
    await use(undefined)
    const others = browser.contexts().filter((context) => context !== shared.current?.context)
    await Promise.all(others.map((context) => context.close()))
  },
  context: async (
    { browser, gallery, shared, userAgent, hasTouch, isMobile, locale, timezoneId, permissions },
    use,
  ) => {
    const madeWith = JSON.stringify([userAgent, hasTouch, isMobile, locale, timezoneId])
    if (shared.current?.madeWith !== madeWith) {
      await shared.current?.context.close()
      shared.current = await createShared(browser, gallery, madeWith)
      // Tests outside the gallery close all contexts.
      shared.current.context.once('close', () => delete shared.current)
    }
    const { context, openPage } = shared.current
    await use(context)
    if (await isTimeReplaced(openPage)) {
      delete shared.current
      return context.close()
    }
    await resetContext(shared.current, gallery, permissions ?? [])
  },
  // The context has the viewport of the test that created it.
  page: async ({ context, shared, viewport }, use) => {
    const page = await openInSameProcess(context, shared.current?.openPage)
    if (viewport) await page.setViewportSize(viewport)
    await use(page)
  },
})
export { expect } from '@playwright/test'

async function createShared(browser: Browser, gallery: string, madeWith: string): Promise<SharedContext> {
  const context = await browser.newContext()
  const openPage = await context.newPage()
  await openPage.goto(`${gallery}/icon.svg`)
  return { context, openPage, madeWith }
}

/** Opens a page from another one. Both share a process, which has compiled the app's code already. */
async function openInSameProcess(context: BrowserContext, opener: Page | undefined): Promise<Page> {
  if (!opener) return context.newPage()
  const opened = context.waitForEvent('page')
  await opener.evaluate(() => {
    const page = window.open('about:blank')
    if (page) page.opener = null
  })
  return opened
}

/** A fake clock that a test has installed stays with its context. */
const isTimeReplaced = (openPage: Page): Promise<boolean> =>
  openPage.evaluate(() => !setTimeout.toString().includes('[native code]'))

/** Resets the context, but keeps the compiled code and the cached files of the app. */
async function resetContext({ context, openPage }: SharedContext, gallery: string, permissions: string[]) {
  const pages = context.pages().filter((page) => page !== openPage)
  await Promise.all(pages.map((page) => page.close()))
  await context.unrouteAll()
  await context.setOffline(false)
  await context.clearPermissions()
  await context.grantPermissions(permissions)
  // Local storage is cleared in the page, because the next page may share its memory. The rest is cleared in the
  // browser.
  await openPage.evaluate(() => localStorage.clear())
  const session = await context.newCDPSession(openPage)
  await session.send('Storage.clearDataForOrigin', { origin: gallery, storageTypes: 'all' })
  await session.detach()
}

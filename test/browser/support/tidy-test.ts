import { test as base } from '@playwright/test'

/** Every test's contexts end with it: a page left open would go on working beside all that follow. */
export const test = base.extend<{ readonly farewell: undefined }>({
  farewell: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})

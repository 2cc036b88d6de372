import { test as base } from '@playwright/test'

/** Closes the contexts of each test, because an open page would run during the tests that follow. */
export const test = base.extend<{ readonly farewell: undefined }>({
  farewell: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})

import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothSchemes } from './support/accessibility.ts'
import { expect, test } from './support/gallery.ts'
import { callsOf, watchCalls } from './support/gallery-calls.ts'

const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** The time of the pages that follow passes only when the test says so. */
const stopClock = async (page: Page) => {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

test.beforeEach(({ page }) => watchCalls(page))

test('toasts are statuses and alerts in one region. Temporary ones leave after 1.8 s, sticky ones when dismissed [BOOT-31 BOOT-32]', async ({
  page,
  gallery,
}) => {
  await stopClock(page)
  await page.goto(`${gallery}/my?gallery=toasts`)
  const region = notifications(page)
  await expect(region.getByRole('status')).toHaveText(['Your code is 493021', 'Copied'])
  await expect(region.getByRole('alert')).toHaveCount(2)
  await page.clock.runFor(1800)
  await expect(region.getByText('Copied')).toHaveCount(0)
  await page.clock.runFor(60_000)
  await expect(region.getByText('493021')).toBeVisible()
  // Axe waits between its rules.
  await page.clock.resume()
  await expectAccessible(page, 'toasts')
  await region.getByRole('button', { name: 'Dismiss' }).first().click()
  await expect(region.getByText('493021')).toHaveCount(0)
})

test('a toast stays while the pointer is over it [BOOT-32]', async ({ page, gallery }) => {
  await stopClock(page)
  await page.goto(`${gallery}/my?gallery=toasts`)
  const passing = notifications(page).getByText('Copied')
  await passing.hover()
  await page.clock.runFor(10_000)
  await expect(passing).toBeVisible()
  await page.mouse.move(5, 800)
  await page.clock.runFor(1800)
  await expect(passing).toHaveCount(0)
})

test('a conversation whose newest message is still loading does not show that it is empty', async ({
  page,
  gallery,
}) => {
  const list = page.getByRole('list', { name: 'Conversations' })
  const empty = list.getByText('No messages yet')
  await page.setViewportSize({ width: 1440, height: 1400 })
  await page.goto(`${gallery}/messages?gallery=usual`)
  await expect(empty).toHaveCount(1)
  await page.goto(`${gallery}/messages?gallery=catching-up`)
  await expect(list.getByRole('listitem')).not.toHaveCount(0)
  await expect(empty).toHaveCount(0)
})

test('an empty conversation does not invite to say hello while the name is unknown', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/sessions/1?gallery=empty`)
  const main = page.getByRole('main')
  await expect(main.getByText('No messages yet')).toBeVisible()
  await expect(main.getByText(/Say hello/)).toHaveCount(0)
})

test('a loading screen offers to refresh after 6 s, not before [BOOT-23]', async ({ page, gallery }) => {
  await stopClock(page)
  await page.goto(`${gallery}/my?gallery=starting`)
  // The screen shows after a short time, which begins when the app has started.
  const isLoading = async () => {
    await page.clock.runFor(100)
    return page.getByRole('progressbar', { name: 'Loading' }).isVisible()
  }
  await expect.poll(isLoading).toBe(true)
  await page.clock.runFor(4800)
  await expect(page.getByRole('button', { name: 'Refresh' })).toHaveCount(0)
  await page.clock.runFor(1200)
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible()
  await page.clock.resume()
  await expectAccessible(page, 'loading')
})

test('any page shows a forced sign-out, and OK confirms it [AUTH-42]', async ({ page, gallery }) => {
  await page.goto(`${gallery}/contact?gallery=forced`)
  const alert = page.getByRole('alertdialog', { name: 'Signed out' })
  await expect(alert).toContainText('You have been signed out. Please sign in again.')
  await expectAccessible(page, 'forced sign-out')
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(alert).toHaveCount(0)
  await expect.poll(() => callsOf(page, 'acceptForcedSignOut')).toHaveLength(1)
})

test('F5 ends this tab’s client first, then reloads the same address [ROUTE-30]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/my`)
  await expect(page.getByRole('heading', { name: 'My' })).toBeVisible()
  await page.evaluate(() => {
    window.addEventListener('gallery:call', (event) => {
      if (event instanceof CustomEvent) sessionStorage.setItem('called', String(event.detail))
    })
  })
  const reloaded = page.waitForEvent('load')
  await page.keyboard.press('F5')
  await reloaded
  expect(await page.evaluate(() => sessionStorage.getItem('called'))).toBe('dispose')
  await expect(page).toHaveURL(/\/my$/)
})

test('the app shows a failed load of the signed-in client and retries it', async ({ page, gallery }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${gallery}/messages?gallery=unloaded`)
  await expect(page.getByRole('heading', { name: 'The app could not start.' })).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'an account that could not be loaded')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => callsOf(page, 'retryLoadAccount')).toHaveLength(1)
})

const failures = [
  ['broken', '/my', 'Something went wrong. Please try again.', 'ROUTE-31'],
  ['usual', '/users/0', 'There is nothing here.', 'ROUTE-32'],
  ['unauthenticated', '/my', 'Please sign in to see this.', 'ROUTE-33'],
] as const
for (const [mood, path, words, row] of failures)
  test(`"${words}" shows a link to the home page [${row}]`, async ({ page, gallery }) => {
    await page.goto(`${gallery}${path}?gallery=${mood}`)
    await expect(page.getByRole('heading', { name: words })).toBeVisible()
    await expectAccessible(page, words)
    await page.getByRole('button', { name: 'Go to home' }).click()
    await expect(page).toHaveURL(/\/messages$/)
    await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible()
  })

test.describe('an unsupported browser', () => {
  test.use({ userAgent: 'Lynx/2.8.9' })

  test('sees a warning and diagnostics on the entry screen, and may continue [BOOT-12 BOOT-13 BOOT-14 BOOT-15 BOOT-16 BOOT-17]', async ({
    page,
    gallery,
  }) => {
    await page.goto(`${gallery}/`)
    await expect(page.getByRole('heading', { name: 'This browser may not work well' })).toBeVisible()
    const table = page.getByRole('table', { name: 'Diagnostics' })
    const row = (name: string) => table.getByRole('row', { name })
    await expect(row('Version')).toContainText('5.11.5 · desktop · web')
    await expect(row('Client ID')).toContainText('gallery00000')
    await expect(row('App')).toContainText('None')
    await expect(row('WebSocket endpoint')).toContainText('wss://chat.example/socket')
    await expect(row('API endpoint')).toContainText('https://chat.example')
    await expect(row('File endpoint')).toContainText('https://files.example')
    await expect(row('File upload endpoint')).toContainText('https://files.example')
    await expect(row('Browser')).toContainText('None')
    await expect(row('User agent')).toContainText('Lynx/2.8.9')
    for (const name of [
      'WebSocket Supported',
      'IndexedDB Supported',
      'Web workers Supported',
      'Network Online',
    ])
      await expect(row(name)).toBeVisible()
    await expect(row('Time')).toContainText(String(new Date().getFullYear()))
    await expectAccessible(page, 'compatibility')
    await page.getByRole('button', { name: 'Continue anyway' }).click()
    await expect(page).toHaveURL(/\/messages$/)
  })
})

test('a debug overlay opens over every signed-in page by its keys and closes again [BOOT-30]', async ({
  page,
  gallery,
}) => {
  const overlay = page.getByRole('dialog', { name: 'Diagnostics' })
  for (const path of ['/messages', '/contact']) {
    await page.goto(gallery + path)
    await expect(page.getByRole('main').first()).toBeVisible()
    await page.keyboard.press('Control+Alt+Shift+D')
    await expect(overlay.getByRole('button', { name: 'Copy' })).toBeVisible()
    await page.keyboard.press('Control+Alt+Shift+D')
    await expect(overlay).toBeHidden()
  }
  await page.keyboard.press('Control+Alt+Shift+D')
  await overlay.getByRole('button', { name: 'Dismiss' }).click()
  await expect(overlay).toBeHidden()
})

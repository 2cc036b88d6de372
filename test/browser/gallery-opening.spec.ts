import type { Page } from '@playwright/test'
import { expect, test } from './support/gallery.ts'

/** Records the position of the unread divider in each frame from now on. */
const watchDivider = (page: Page) =>
  page.evaluateHandle(() => {
    const tops: number[] = []
    const look = () => {
      const divider = document.querySelector('[data-unread-divider]')
      if (divider) tops.push(divider.getBoundingClientRect().top)
      requestAnimationFrame(look)
    }
    look()
    return tops
  })

test('a row opens its conversation at the first unread message, immediately and without a jump [VIEW-39]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages?unread=30`)
  const tops = await watchDivider(page)
  await page
    .getByRole('list', { name: 'Conversations' })
    .getByRole('link', { name: /^王小明/ })
    .click()
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(page.getByText('Unread messages')).toBeInViewport()
  await expect(log.locator('[data-message-id="1000"]')).not.toBeInViewport()
  // The app has handled the address.
  await expect(page).toHaveURL(/\/messages\/sessions\/2$/)
  await expect.poll(async () => (await tops.jsonValue()).length).toBeGreaterThan(10)
  expect(new Set(await tops.jsonValue()).size).toBe(1)

  // The messages stay unread until the tail is reached.
  const latest = page.getByRole('button', { name: 'Latest messages' })
  await expect(latest).toHaveAccessibleDescription(/new message/)
  await latest.click()
  await expect(log.locator('[data-message-id="1000"]')).toBeInViewport()
  await expect(latest).toHaveCount(0)
})

test('a row with more than 50 unread messages opens at the newest, with a button to the first of them [VIEW-10]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages?unread=80`)
  await page
    .getByRole('list', { name: 'Conversations' })
    .getByRole('link', { name: /^王小明/ })
    .click()
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log.locator('[data-message-id="1000"]')).toBeInViewport()
  await page.getByRole('button', { name: 'First unread' }).click()
  await expect(page.getByText('Unread messages')).toBeInViewport()
})

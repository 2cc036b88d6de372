import type { Page } from '@playwright/test'
import { expect, test } from './support/gallery.ts'
import { readStillness, watchStillness } from './support/stillness.ts'

const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
const lastId = (page: Page) =>
  log(page)
    .getByRole('article')
    .last()
    .evaluate((article) => Number(article.dataset.messageId))
const latest = (page: Page) => page.getByRole('button', { name: 'Latest messages' })

test('a detached window loads newer pages below without movement until it joins the live window [ROUTE-26]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/sessions/2?search=500&messages=1000&loaded=200&mixed=1`)
  await expect(page.locator('[data-message-id="500"]')).toBeFocused()
  for (let last = await lastId(page); last < 1000; last = await lastId(page)) {
    await log(page).evaluate((list) => list.scrollTo({ top: list.scrollHeight }))
    await watchStillness(page)
    await expect.poll(() => lastId(page)).toBeGreaterThan(last)
    expect(await readStillness(page)).toMatchObject({ farthest: 0 })
  }
  // From here on it is the ordinary tail of the conversation, which the list follows.
  await log(page).evaluate((list) => list.scrollTo({ top: list.scrollHeight }))
  await expect(latest(page)).toHaveCount(0)
  await page.evaluate(() => window.dispatchEvent(new CustomEvent('gallery:receive', { detail: 1 })))
  await expect(log(page).getByRole('article').last()).toBeInViewport()
  await expect.poll(() => lastId(page)).toBe(1001)
})

test('at the end of a detached window new messages are only counted, and End and the button jump to them [VIEW-09]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/sessions/2?search=500&messages=1000&loaded=50`)
  const wanted = page.locator('[data-message-id="500"]')
  await expect(wanted).toBeFocused()
  await watchStillness(page)
  await page.evaluate(() => window.dispatchEvent(new CustomEvent('gallery:receive', { detail: 3 })))
  await expect(latest(page)).toHaveAccessibleDescription('3 new messages')
  expect(await readStillness(page)).toMatchObject({ farthest: 0 })

  await page.keyboard.press('End')
  await expect(log(page).getByRole('article').last()).toBeInViewport()
  await expect.poll(() => lastId(page)).toBe(1003)
  await expect(latest(page)).toHaveCount(0)
  await expect(log(page)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(log(page).getByRole('article').last()).toBeFocused()
})

test('a detached window shows even a single failed message, with a link to it', async ({ page, gallery }) => {
  await page.goto(`${gallery}/messages/sessions/2?messages=1000&loaded=50&unread=600`)
  const composer = page.getByRole('textbox', { name: 'Message' })
  await composer.fill('lost on the way')
  await composer.press('Enter')
  const lost = log(page).getByText('lost on the way')
  await expect(lost).toBeInViewport()
  await page.evaluate(() => window.dispatchEvent(new CustomEvent('gallery:fail')))
  await expect(log(page).getByRole('article').last()).toHaveAttribute('data-state', 'failed')
  // In its own place the message shows its state itself.
  const summary = page.getByText('1 message not sent')
  await expect(summary).toHaveCount(0)

  await page.getByRole('button', { name: 'First unread' }).click()
  await expect(page.getByText('Unread messages')).toBeInViewport()
  await expect(lost).toHaveCount(0)
  await expect(summary).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(lost).toBeInViewport()
  await expect(summary).toHaveCount(0)
})

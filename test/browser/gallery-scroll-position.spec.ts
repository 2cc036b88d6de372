import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/gallery.ts'
import { callsOf, watchCalls } from './support/gallery-calls.ts'
import { comeToRest, readStillness, twoFrames, watchStillness } from './support/stillness.ts'

test.use({ viewport: { width: 390, height: 844 } })

const open = async (page: Page, gallery: string): Promise<Locator> => {
  await watchCalls(page)
  await page.goto(`${gallery}/messages/sessions/2`)
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log.locator('[data-message-id="1000"]')).toBeInViewport()
  return log
}
const receive = (page: Page, count: number) =>
  page.evaluate((detail) => window.dispatchEvent(new CustomEvent('gallery:receive', { detail })), count)
const settings = (page: Page) => page.getByRole('button', { name: 'Conversation settings' })
const leave = async (page: Page) => {
  await settings(page).click()
  await expect(page.getByRole('heading', { name: 'Conversation settings' })).toBeFocused()
}
const comeBack = (page: Page) => page.getByRole('button', { name: 'Back' }).click()
const readMarks = async (page: Page) =>
  (await callsOf(page, 'dispatch')).filter((call) => JSON.stringify(call).includes('MarkRead')).length
const topOf = (message: Locator) => message.evaluate((item) => item.getBoundingClientRect().top)

test('a conversation keeps its scroll position and focus while its settings are open [ROUTE-12 VIEW-24]', async ({
  page,
  gallery,
}) => {
  const log = await open(page, gallery)
  await log.evaluate((list) => list.scrollTo({ top: 0, behavior: 'instant' }))
  await expect(log.locator('[data-message-id="950"]')).toBeAttached()
  const read = log.locator('[data-message-id="951"]')
  await read.scrollIntoViewIfNeeded()
  await settings(page).focus()
  await comeToRest(read)
  const before = await topOf(read)

  await leave(page)
  await expect(log).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(0)
  await receive(page, 2)
  await page.keyboard.press('Control+f')
  await expect(page).toHaveURL(/\/settings$/)
  await comeBack(page)
  await expect(settings(page)).toBeFocused()
  await expect.poll(() => topOf(read)).toBe(before)
  await expect(page.getByRole('button', { name: 'Latest messages' })).toHaveAccessibleDescription(
    '2 new messages',
  )
  expect(await readMarks(page)).toBe(0)
})

test('messages do not count as read while another page covers them [VIEW-29]', async ({ page, gallery }) => {
  const log = await open(page, gallery)
  await leave(page)
  await receive(page, 300)
  await expect(page.locator('[data-live-announcer] p').filter({ hasText: /./ })).toHaveCount(0)
  expect(await readMarks(page)).toBe(0)
  await comeBack(page)
  await expect(log.locator('[data-message-id="1300"]')).toBeInViewport()
  await expect.poll(() => readMarks(page)).toBe(1)
})

test('selected messages are still selected and counted after a visit to another page [VIEW-33]', async ({
  page,
  gallery,
}) => {
  const log = await open(page, gallery)
  const last = log.locator('[data-message-id="1000"]')
  await last.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Select' }).click()
  await log.evaluate((list) => list.scrollTo({ top: 0, behavior: 'instant' }))
  const first = log.locator('[data-message-id="945"]')
  await first.click()
  const count = page.getByRole('region', { name: 'Selected messages' }).getByRole('status')
  await expect(count).toHaveText('2 selected')
  await leave(page)
  await comeBack(page)
  await expect(count).toHaveText('2 selected')
  await expect(first).toBeInViewport()
})

test('the pinned messages and the announcement move no message when their bars appear and disappear', async ({
  page,
  gallery,
}) => {
  const log = page.getByRole('log', { name: 'Messages' })
  const bar = page.getByRole('region', { name: 'Pinned messages' })
  const banner = page.getByRole('region', { name: 'Announcement' })
  const changeRow = (change: object) =>
    page.evaluate((detail) => window.dispatchEvent(new CustomEvent('gallery:row', { detail })), change)
  const pin = (pinnedMessages: readonly number[]) => changeRow({ pinnedMessages })
  const announce = (hasUnreadAnnouncement: boolean) =>
    changeRow({ hasUnreadAnnouncement, group: { announcement: 'Bring water. '.repeat(30) } })
  const scrollTo = (top: number) =>
    log.evaluate((list, to) => list.scrollTo({ top: to, behavior: 'instant' }), top)
  const first = log.locator('[data-message-id="1"]')
  const distanceToBar = async () =>
    ((await first.boundingBox())?.y ?? 0) - (await bar.evaluate((it) => it.getBoundingClientRect().bottom))

  for (const top of [1_000_000, 300, 0]) {
    await page.goto(`${gallery}/messages/sessions/2?messages=40`)
    await expect(log.locator('[data-message-id="40"]')).toBeInViewport()
    await scrollTo(top)
    await twoFrames(page)
    await watchStillness(page)
    await pin([30, 20])
    await expect(bar).toBeVisible()
    await announce(true)
    await expect(banner).toBeVisible()
    await twoFrames(page)
    await pin([])
    await expect(bar).toHaveCount(0)
    await banner.getByRole('button', { name: 'Show more' }).click()
    await announce(false)
    await expect(banner).toHaveCount(0)
    await page.waitForFunction(() => (window.stillness?.frames ?? 0) > 5)
    expect((await readStillness(page)).farthest).toBe(0)
  }

  await announce(true)
  await test.step('the first message can be read below both bars', async () => {
    await pin([30])
    await scrollTo(0)
    expect(await distanceToBar()).toBeGreaterThan(0)
  })
  await test.step('a message that is focused with the keyboard is not covered by the bars', async () => {
    await scrollTo(400)
    await log.press('Home')
    await expect(first).toBeFocused()
    expect(await distanceToBar()).toBeGreaterThanOrEqual(0)
  })
})

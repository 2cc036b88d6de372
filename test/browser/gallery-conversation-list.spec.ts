import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/gallery.ts'
import { callsOf, watchCalls } from './support/gallery-calls.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Conversations' })
const rows = (page: Page) => list(page).getByRole('listitem')
const filter = (page: Page, chosen: string) => page.getByRole('button', { name: `Show: ${chosen}` })

test.beforeEach(({ page }) => watchCalls(page))

test('the search box links to the global search [SESS-01]', async ({ page, gallery }) => {
  await page.goto(`${gallery}/messages`)
  await page.getByRole('link', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/\/search/)
  await expect(page.getByRole('searchbox')).toBeVisible()
})

test('the filter follows the address and updates it [SESS-02 SESS-04]', async ({ page, gallery }) => {
  await page.goto(`${gallery}/messages`)
  await expect(filter(page, 'All')).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
  const everything = await rows(page).count()
  await filter(page, 'All').click()
  await page.getByRole('menuitem', { name: 'Unread' }).click()
  await expect(page).toHaveURL(/\?filter=unread$/)
  await expect(filter(page, 'Unread')).toBeVisible()
  await expect.poll(() => rows(page).count()).toBeLessThan(everything)
  await page.goto(`${gallery}/messages?filter=groups`)
  await expect(filter(page, 'Groups')).toBeVisible()
  await page.goto(`${gallery}/messages?filter=nonsense`)
  await expect(filter(page, 'All')).toBeVisible()
})

test('"Mark all as read" shows while a conversation is unread, and an empty list shows a message [SESS-03 SESS-08]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages`)
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Mark all as read' }).click()
  await expect.poll(() => callsOf(page, 'dispatch')).toContainEqual([{ type: 'MarkAllConversationsRead' }])
  await page.goto(`${gallery}/messages?gallery=empty`)
  await expect(page.getByText('No conversations yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'More', exact: true })).toHaveCount(0)
  await expectAccessible(page, 'an empty list')
})

test("the list renders 6 rows beyond the viewport's edges and no others [SESS-06]", async ({
  page,
  gallery,
}) => {
  await page.setViewportSize({ width: 1440, height: 1600 })
  await page.goto(`${gallery}/messages`)
  await expect(rows(page).first()).toBeVisible()
  const all = await rows(page).count()
  await page.setViewportSize({ width: 390, height: 420 })
  await page.reload()
  await expect(rows(page).first()).toBeVisible()
  const drawn = await rows(page).count()
  const seen = await list(page).evaluate((element) => {
    const { top, bottom } = element.parentElement?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
    const edge = Math.min(bottom, window.innerHeight)
    const items = [...element.querySelectorAll('li')].map((item) => item.getBoundingClientRect())
    return items.filter((item) => item.bottom > top && item.top < edge).length
  })
  expect(drawn).toBeGreaterThanOrEqual(seen + 6)
  expect(drawn).toBeLessThan(all)
})

test('the list restores its scroll position [SESS-05]', async ({ page, gallery }) => {
  await page.setViewportSize({ width: 390, height: 480 })
  await page.goto(`${gallery}/messages`)
  await expect(rows(page).first()).toBeVisible()
  const scroller = page.locator('[data-virtuoso-scroller]')
  await scroller.evaluate((element) => element.scrollTo(0, 240))
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(240)
  await rows(page).nth(7).getByRole('link').click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(240)
})

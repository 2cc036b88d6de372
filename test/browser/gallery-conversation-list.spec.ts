import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/gallery.ts'
import { callsOf, watchCalls } from './support/gallery-calls.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Conversations' })
const rows = (page: Page) => list(page).getByRole('listitem')
/** The number of conversations in the fixture account's list. */
const all = 14
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
  await expect(rows(page)).toHaveCount(all)
  await filter(page, 'All').click()
  await page.getByRole('menuitem', { name: 'Unread' }).click()
  await expect(page).toHaveURL(/\?filter=unread$/)
  await expect(filter(page, 'Unread')).toBeVisible()
  await expect.poll(() => rows(page).count()).toBeLessThan(all)
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

test('the menus of the list keep their places when something becomes unread', async ({ page, gallery }) => {
  const placeOf = async (name: string) => page.getByRole('button', { name }).boundingBox()
  await page.goto(`${gallery}/messages`)
  await expect(page.getByRole('button', { name: 'More', exact: true }).first()).toBeVisible()
  const places = [await placeOf('New chat'), await placeOf('Show: All')]
  await page.goto(`${gallery}/messages?gallery=empty`)
  await expect(page.getByText('No conversations yet')).toBeVisible()
  expect([await placeOf('New chat'), await placeOf('Show: All')]).toEqual(places)
})

test('a filter shows the hidden conversations while there are any [SESS-37]', async ({ page, gallery }) => {
  await page.goto(`${gallery}/messages`)
  await filter(page, 'All').click()
  await page.getByRole('menuitem', { name: 'Hidden' }).click()
  await expect(page).toHaveURL(/\?filter=hidden$/)
  await expect(rows(page).filter({ hasText: 'Quiet hours' })).toHaveCount(1)
  await rows(page).filter({ hasText: 'Quiet hours' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Unhide' }).click()
  await expect
    .poll(() => callsOf(page, 'dispatch'))
    .toContainEqual([{ type: 'ShowConversation', conversationId: 'g:2' }])
  await page.goto(`${gallery}/messages?gallery=empty`)
  await filter(page, 'All').click()
  await expect(page.getByRole('menuitem', { name: 'Groups' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Hidden' })).toHaveCount(0)
})

test('the rows of a section and of a filter do not wait for an animation frame', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages`)
  await expect(rows(page)).toHaveCount(all)
  const section = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
  const contacts = page.getByRole('list', { name: 'Friends' }).getByRole('listitem')
  const scroller = list(page).locator('xpath=ancestor::*[@data-virtuoso-scroller]')
  const top = () => scroller.evaluate((element) => element.scrollTop)
  await scroller.evaluate((element) => element.scrollTo(0, 90))
  await expect(rows(page).last()).toBeInViewport()
  await section('Contacts').click()
  await expect(contacts).not.toHaveCount(0)
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0
  })
  await section('Messages').click()
  await expect(rows(page)).toHaveCount(all)
  expect(await top()).toBe(90)
  await section('Contacts').click()
  await expect(contacts).not.toHaveCount(0)
})

test('a conversation that opens from another section is in view in its list', async ({ page, gallery }) => {
  await page.goto(`${gallery}/messages`)
  await expect(rows(page)).toHaveCount(all)
  const scroller = list(page).locator('xpath=ancestor::*[@data-virtuoso-scroller]')
  await scroller.evaluate((element) => element.scrollTo(0, 90))
  await expect(rows(page).first()).not.toBeInViewport()
  await page.getByRole('link', { name: 'Contacts', exact: true }).click()
  await page.getByRole('link', { name: /^Amara Okafor/ }).click()
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await expect(page).toHaveURL(/\/sessions\/1/)
  await expect(rows(page).first()).toBeInViewport({ ratio: 1 })
})

test("the list renders 6 rows beyond the viewport's edges and no others [SESS-06]", async ({
  page,
  gallery,
}) => {
  await page.setViewportSize({ width: 1440, height: 1600 })
  await page.goto(`${gallery}/messages`)
  await expect(rows(page)).toHaveCount(all)
  await page.setViewportSize({ width: 390, height: 420 })
  await page.reload()
  const countUnseen = () =>
    list(page).evaluate((element) => {
      const { top, bottom } = element.parentElement?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
      const edge = Math.min(bottom, window.innerHeight)
      const items = [...element.querySelectorAll('li')].map((item) => item.getBoundingClientRect())
      return items.filter((item) => item.bottom <= top || item.top >= edge).length
    })
  await expect.poll(countUnseen).toBeGreaterThanOrEqual(6)
  expect(await rows(page).count()).toBeLessThan(all)
})

test('the list restores its scroll position [SESS-05]', async ({ page, gallery }) => {
  await page.setViewportSize({ width: 390, height: 480 })
  await page.goto(`${gallery}/messages`)
  await expect(rows(page).first()).toBeVisible()
  const scroller = page.locator('[data-virtuoso-scroller]')
  const scrollDown = (element: Element) => {
    element.scrollTo(0, 240)
    return element.scrollTop
  }
  await expect.poll(() => scroller.evaluate(scrollDown)).toBe(240)
  await rows(page).filter({ hasText: '收到，辛苦了' }).getByRole('link').click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(240)
})

const linkOf = (page: Page, row: number) => rows(page).nth(row).getByRole('link')
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
const nameOf = async (page: Page, row: number) =>
  (await linkOf(page, row).locator('bdi').first().textContent()) ?? ''

test('a held key moves the selection, and the conversation opens on release in one history entry', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages`)
  await linkOf(page, 0).click()
  await expect(heading(page)).toHaveText(await nameOf(page, 0))
  await page.keyboard.down('Alt')
  await page.keyboard.down('ArrowDown')
  await expect(heading(page)).toHaveText(await nameOf(page, 1))
  for (const row of [2, 3, 4]) {
    // Repeats, because the key is down already.
    await page.keyboard.down('ArrowDown')
    await expect(linkOf(page, row)).toHaveAttribute('aria-current', 'page')
  }
  await expect(heading(page)).toHaveText(await nameOf(page, 1))
  await page.keyboard.up('ArrowDown')
  await expect(heading(page)).toHaveText(await nameOf(page, 4))
  await page.keyboard.press('ArrowUp')
  await expect(heading(page)).toHaveText(await nameOf(page, 3))
  await page.keyboard.up('Alt')
  await page.goBack()
  await expect(heading(page)).toHaveText(await nameOf(page, 4))
  await page.goBack()
  await expect(heading(page)).toHaveText(await nameOf(page, 0))
})

test('the shortcuts of the list do nothing below an overlay', async ({ page, gallery }) => {
  await page.goto(`${gallery}/messages`)
  const name = await nameOf(page, 0)
  await linkOf(page, 0).click()
  await expect(heading(page)).toHaveText(name)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await expect(palette).toBeVisible()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await expect(heading(page)).toHaveText(name)
})

test('a conversation that a recording holds open stays the selected one', async ({ page, gallery }) => {
  await page.goto(`${gallery}/messages/sessions/1`)
  await expect(heading(page)).toHaveText('Amara Okafor')
  const own = rows(page).getByRole('link', { name: /^Amara Okafor/ })
  await page.getByRole('button', { name: 'Record voice message' }).click()
  await expect(page.getByRole('timer')).toHaveText(/^0:0[1-9]$/)
  await page.keyboard.press('Alt+ArrowDown')
  const question = page.getByRole('alertdialog', { name: 'Discard this recording?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(own).toHaveAttribute('aria-current', 'page')
})

test('each repeat of a held key opens a conversation where the list is not in view', async ({
  page,
  gallery,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${gallery}/messages`)
  const first = await nameOf(page, 0)
  const next = [await nameOf(page, 1), await nameOf(page, 2), await nameOf(page, 3)]
  await linkOf(page, 0).click()
  await expect(heading(page)).toHaveText(first)
  await page.keyboard.down('Alt')
  for (const name of next) {
    await page.keyboard.down('ArrowDown')
    await expect(heading(page)).toHaveText(name)
  }
  await page.goBack()
  await expect(heading(page)).toHaveText(first)
})

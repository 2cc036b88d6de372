import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/gallery.ts'

const compact = { width: 390, height: 844 }
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const friendRows = (page: Page) => page.getByRole('list', { name: 'Friends' }).getByRole('listitem')

test('friends are sorted by name or by who is online, in rows of 64 [FRIEND-04 FRIEND-65]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/contact`)
  const rows = friendRows(page)
  await expect(rows.first()).toContainText('Amara Okafor')
  await expect(rows.nth(1)).toContainText('Bảo')
  await expect.poll(async () => (await rows.nth(1).boundingBox())?.height).toBe(64)
  await page.getByRole('button', { name: /^Sort friends/ }).click()
  await page.getByRole('menuitem', { name: 'By online status' }).click()
  await expect(rows.nth(1)).toContainText('Nguyễn Thị Hồng')
  await page.reload()
  await expect(rows.nth(1)).toContainText('Nguyễn Thị Hồng')
})

test('a search in the friend list finds a name, a remark, a chat id and pinyin initials, and Escape leaves it', async ({
  page,
  gallery,
}) => {
  await page.setViewportSize(compact)
  await page.goto(`${gallery}/contact`)
  await button(page, 'Search friends').click()
  const search = page.getByRole('searchbox', { name: 'Search friends' })
  await expect(search).toBeFocused()
  for (const [keyword, found] of [
    ['lml', '林美玲'],
    ['Dang Quoc', 'Bảo'],
    ['climb', 'Noah (climbing)'],
    ['person_15', 'Bảo'],
  ] as const) {
    await search.fill(keyword)
    await expect(friendRows(page)).toHaveCount(1)
    await expect(friendRows(page)).toContainText(found)
  }
  await button(page, 'Climbing').click()
  await expect(page.getByRole('status')).toContainText('No results for “person_15”')
  await expectAccessible(page, 'friend search without a result')
  await button(page, 'All').click()
  await search.focus()
  await page.keyboard.press('Escape')
  await expect(search).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Search friends')).toBeFocused()
  await expect(page.getByRole('link', { name: 'New friends' })).toBeVisible()
})

test('a rail of letters in the compact frame jumps by drag and by arrow keys', async ({ page, gallery }) => {
  await page.setViewportSize({ width: 390, height: 640 })
  await page.goto(`${gallery}/contact`)
  const rail = page.getByRole('slider', { name: 'Jump to a letter' })
  const row = (name: string) => friendRows(page).filter({ hasText: name })
  await expect(row('Amara Okafor')).toBeInViewport()
  const box = await rail.boundingBox()
  if (box === null) throw new Error('the rail has no place')
  const x = box.x + box.width / 2
  await page.mouse.move(x, box.y + 2)
  await page.mouse.down()
  await page.mouse.move(x, box.y + box.height - 2, { steps: 4 })
  await expect(rail).toHaveAttribute('aria-valuetext', 'Y')
  await expect(row('Yuki')).toBeInViewport()
  await page.mouse.up()
  await rail.focus()
  await page.keyboard.press('Home')
  await expect(rail).toHaveAttribute('aria-valuetext', 'A')
  await expect(row('Amara Okafor')).toBeInViewport()
  await page.keyboard.press('ArrowDown')
  await expect(rail).toHaveAttribute('aria-valuetext', 'B')
  await expectAccessible(page, 'friend list with its rail')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(rail).toHaveCount(0)
})

test('the friend list shows loading, failure and emptiness', async ({ page, gallery }) => {
  await page.goto(`${gallery}/contact?gallery=loading`)
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await page.goto(`${gallery}/contact?gallery=failed`)
  await expect(page.getByText('Your friends could not be loaded.')).toBeVisible()
  await expect(button(page, 'Try again')).toBeVisible()
  await page.goto(`${gallery}/contact?gallery=empty`)
  await expect(page.getByText('No friends yet')).toBeVisible()
})

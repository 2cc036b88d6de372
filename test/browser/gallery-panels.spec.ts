import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/gallery.ts'
import { comeToRest } from './support/stillness.ts'

const friend = (page: Page) => page.getByRole('link', { name: /^Amara Okafor/ })
const settingsButton = (page: Page) => page.getByRole('button', { name: 'Conversation settings' })
const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, width: 0 }

test('without room for a column a sub-page opens over the conversation and traps the focus, and Escape, its button or an outside click goes back', async ({
  page,
  gallery,
}) => {
  await page.setViewportSize({ width: 1100, height: 900 })
  const panel = page.getByRole('dialog')
  const ways: readonly ((page: Page) => Promise<void>)[] = [
    () => page.keyboard.press('Escape'),
    () => panel.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(200, 880),
    () => page.goBack().then(() => undefined),
  ]
  await page.goto(`${gallery}/messages/sessions/2`)
  for (const leave of ways) {
    await settingsButton(page).focus()
    await page.keyboard.press('Enter')
    await expect(panel).toBeVisible()
    await expect(page).toHaveURL(/\/settings$/)
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('Tab')
    await expect.poll(() => panel.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await leave(page)
    await expect(panel).toHaveCount(0)
    await expect(page).toHaveURL(/\/sessions\/2$/)
    await expect(settingsButton(page)).toBeFocused()
  }

  // Escape closes a tooltip first, and then the panel.
  await settingsButton(page).click()
  // The button opens below the pointer, which has to leave it before it hovers it.
  await page.mouse.move(600, 450)
  await panel.getByRole('button', { name: 'Close' }).hover()
  await expect(page.getByRole('tooltip', { name: 'Close' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})

test('a column that opens under the pointer shows no tooltip, so that one Escape closes it', async ({
  page,
  gallery,
}) => {
  await page.clock.install()
  await page.goto(`${gallery}/messages/sessions/2`)
  await settingsButton(page).click()
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' })
  await expect.poll(() => close.evaluate((element) => element.matches(':hover'))).toBe(true)
  await page.clock.runFor(2000)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('from 1,200 px a sub-page is a column next to the conversation, which stays in use until Escape or its button closes the column', async ({
  page,
  gallery,
}) => {
  const panel = page.getByRole('dialog')
  const textbox = page.getByRole('textbox', { name: 'Message' })
  await page.goto(`${gallery}/messages/sessions/2`)
  await settingsButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(panel).toBeVisible()
  await comeToRest(panel)
  await comeToRest(page.getByRole('log'))
  const [messages, column] = [await boxOf(page.getByRole('log')), await boxOf(panel)]
  expect(column.x).toBeGreaterThanOrEqual(messages.x + messages.width)
  expect(column.x + column.width).toBe(1440)
  expect(column.width).toBe(360)
  await expectAccessible(page, 'column')

  await page.getByRole('separator', { name: 'Resize column' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => (await boxOf(panel)).width).toBe(370)

  await textbox.click()
  await page.keyboard.type('still here')
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(textbox).toBeFocused()

  await settingsButton(page).focus()
  await page.keyboard.press('Enter')
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toHaveCount(0)
  await expect(settingsButton(page)).toBeFocused()
})

test('a page of the column that was opened from another one leads back to it, and its close button leaves both', async ({
  page,
  gallery,
}) => {
  const panel = page.getByRole('dialog')
  const back = panel.getByRole('button', { name: 'Back' })
  const title = (name: string) => panel.getByRole('heading', { name, exact: true })
  await page.goto(`${gallery}/messages/groups/5`)
  await page.getByRole('button', { name: 'Conversation settings' }).click()
  await expect(title('Conversation settings')).toBeVisible()
  await expect(back).toHaveCount(0)
  await panel.getByRole('link', { name: 'Administration' }).click()
  await panel.getByRole('link', { name: 'Name and picture' }).click()
  await expect(title('Name and picture')).toBeVisible()
  await expectAccessible(page, 'a page of the column below others')
  await back.click()
  await expect(title('Administration')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(title('Conversation settings')).toBeVisible()
  await expect(back).toHaveCount(0)

  await page.goForward()
  await page.goForward()
  await expect(title('Name and picture')).toBeVisible()
  await page.reload()
  await expect(title('Name and picture')).toBeVisible()
  await back.click()
  await expect(title('Administration')).toBeVisible()
  await expect(back).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL(/\/groups\/5$/)
  await page.goForward()
  await expect(title('Conversation settings')).toBeVisible()
})

test('a title that is wider than the column wraps instead of being cut', async ({ page, gallery }) => {
  await page.goto(`${gallery}/messages/sessions/2`)
  await settingsButton(page).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('link', { name: 'Search in conversation' }).click()
  const title = panel.getByRole('heading', { name: 'Search in conversation' })
  await expect(panel.getByRole('button', { name: 'Back' })).toBeVisible()
  await title.evaluate((element) => element.append(' now'))
  const cut = await title.evaluate((element) => [
    element.scrollWidth - element.clientWidth,
    element.scrollHeight - element.clientHeight,
  ])
  expect(cut).toEqual([0, 0])
})

test('a column that was opened by its address closes on the conversation', async ({ page, gallery }) => {
  const panel = page.getByRole('dialog')
  await page.goto(`${gallery}/messages/groups/5/admin`)
  await panel.getByRole('button', { name: 'Back' }).click()
  await expect(panel.getByRole('heading', { name: 'Conversation settings' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Back' })).toHaveCount(0)

  await page.goto(`${gallery}/messages/groups/5/admin`)
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL(/\/groups\/5$/)

  await page.goto(`${gallery}/messages/groups/5/admin`)
  await panel.getByRole('link', { name: 'Name and picture' }).click()
  await expect(panel.getByRole('button', { name: 'Back' })).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL(/\/groups\/5$/)
})

test('a contact opens next to the list, which stays in use', async ({ page, gallery }) => {
  const panel = page.getByRole('dialog')
  await page.goto(`${gallery}/contact`)
  await friend(page).focus()
  await page.keyboard.press('Enter')
  await expect(panel).toBeVisible()
  await expect(page.getByRole('main')).toHaveCount(1)
  await page.getByRole('link', { name: 'Tags', exact: true }).click()
  await expect(panel.getByRole('heading', { name: 'Tags' })).toBeVisible()
  await page.goBack()
  await expect(panel.getByRole('heading', { name: 'Amara Okafor' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/contact$/)
  await expect(panel).toHaveCount(0)
})

test('a panel opened by its address goes back to its list', async ({ page, gallery }) => {
  await page.goto(`${gallery}/users/2`)
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'panel')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/contact$/)
})

test('on a phone, the pages of a conversation that does not exist lead to the messages', async ({
  page,
  gallery,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const pages = ['settings', 'members', 'announcement', 'admin', 'search', 'media', 'report', 'contact']
  for (const name of [...pages, 'users/2', 'forward?messageIds=1', 'collections', '7']) {
    await page.goto(`${gallery}/messages/groups/987654/${name}`)
    await expect(page, name).toHaveURL(/\/messages$/)
  }
  await page.goto(`${gallery}/messages/sessions/987654/settings`)
  await expect(page).toHaveURL(/\/messages$/)
})

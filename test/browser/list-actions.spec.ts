import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { articles, expect, meet, openConversation, send, test } from './support/journey.ts'

const rowOf = (page: Page) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: /^Ben/ })
const menuOf = (page: Page) => page.getByRole('menu', { name: 'Conversation actions' })

/** Chooses from the menu of Ben's row. */
async function choose(page: Page, action: string): Promise<void> {
  await rowOf(page).click({ button: 'right' })
  await menuOf(page).getByRole('menuitem', { name: action, exact: true }).click()
  await expect(menuOf(page)).toBeHidden()
}

test('the menu of a conversation pins, mutes, marks, hides and deletes; its messages can be cleared [LIFE-18]', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meet(browser, server)
  const { page } = ada
  const row = rowOf(page)
  await send(page, 'from ada')
  await openConversation(ben.page, 'Ada')
  await send(ben.page, 'from ben')
  await expect(articles(page)).toHaveCount(2)
  await page.goto(`${server.address}/messages`)
  await expect(row).toContainText('from ben')

  await test.step('by keyboard, without an accessibility violation', async () => {
    await row.focus()
    await page.keyboard.press('Shift+F10')
    await expect(menuOf(page)).toBeVisible()
    await expectAccessible(page, 'conversation actions')
    await page.keyboard.press('Escape')
    await expect(row).toBeFocused()
  })

  await test.step('pinned, muted and marked as unread, also after a reload [SESS-31 SESS-32 SESS-43 SESS-45 SESS-46]', async () => {
    await choose(page, 'Pin')
    await expect(page.getByText('Pinned.', { exact: true })).toBeVisible()
    await choose(page, 'Mute')
    await expect(page.getByText('Muted.', { exact: true })).toBeVisible()
    await choose(page, 'Mark as unread')
    await expect(row).toHaveAccessibleName(/1 unread, Muted, Pinned/)
    await page.reload()
    await expect(row).toHaveAccessibleName(/1 unread, Muted, Pinned/)
    await expect(row.locator('svg.lucide-pin')).toBeVisible()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Mark all as read' }).click()
    await expect(row).not.toHaveAccessibleName(/unread/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row).toHaveAccessibleName(/1 unread, Muted, Pinned/)
    await choose(page, 'Mark as read')
    await choose(page, 'Unmute')
    await expect(row).not.toHaveAccessibleName(/unread|Muted/)
  })

  await test.step('hidden, shown again, hidden until a new message arrives [SESS-37 SESS-38]', async () => {
    await choose(page, 'Hide')
    await expect(row).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row).toBeVisible()
    await choose(page, 'Hide')
    await expect(row).toBeHidden()
    await page.reload()
    await expect(page.getByText('Your conversations are hidden')).toBeVisible()
    await page.getByRole('button', { name: 'Show hidden conversations' }).click()
    await choose(page, 'Unhide')
    await expect(page.getByText('No hidden conversations')).toBeVisible()
    await page.getByRole('button', { name: 'Show all conversations' }).click()
    await choose(page, 'Hide')
    await expect(row).toBeHidden()
    await send(ben.page, 'are you there')
    await expect(row).toHaveAccessibleName(/1 unread/)
  })

  await test.step('cleared permanently, on this side only [SESS-60 LIFE-19]', async () => {
    await row.click()
    await expect(articles(page)).toHaveCount(3)
    await page.getByRole('button', { name: 'Conversation settings' }).click()
    await page.getByRole('button', { name: 'Clear messages' }).click()
    const question = page.getByRole('alertdialog', { name: 'Clear all messages with Ben?' })
    await question.getByRole('button', { name: 'Clear messages' }).click()
    await expect(articles(page)).toHaveCount(0)
    await page.goto(`${server.address}/messages`)
    await row.click()
    await expect(page.getByRole('main').getByText('No messages yet')).toBeVisible()
    await expect(articles(page)).toHaveCount(0)
    await expect(articles(ben.page)).toHaveCount(3)
  })

  await test.step('deleted, and listed again with a new message only [SESS-47]', async () => {
    await choose(page, 'Delete')
    const question = page.getByRole('alertdialog', { name: /Delete the conversation .*Ben/ })
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(row).toBeHidden()
    await send(ben.page, 'hello again')
    await expect(row).toHaveAccessibleName(/1 unread/)
    await expect(row).not.toHaveAccessibleName(/Pinned/)
    await row.click()
    await expect(articles(page)).toHaveCount(1)
  })
})

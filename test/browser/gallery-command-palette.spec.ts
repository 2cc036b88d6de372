import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessibility.ts'
import { expect, test } from './support/gallery.ts'
import { callsOf, watchCalls } from './support/gallery-calls.ts'
import { delayRequests } from './support/journey.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
const field = (page: Page) => page.getByRole('combobox', { name: 'Command palette' })
const options = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option')
const activeOption = (page: Page) =>
  field(page).evaluate((input) => {
    const id = input.getAttribute('aria-activedescendant') ?? ''
    return document.getElementById(id)?.textContent
  })

test('Ctrl+K opens people, groups and actions by name, from a text field too, and keeps what was typed there', async ({
  page,
  gallery,
}) => {
  const release = await delayRequests(page, /rich-textbox.*\.js/)
  await page.goto(`${gallery}/messages/sessions/3`)
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.pressSequentially('half a tho')
  await page.keyboard.press('Control+K')
  await expect(field(page)).toBeFocused()
  // The editor, which replaces the plain textbox, has loaded meanwhile.
  const editor = page.waitForResponse(/rich-textbox.*\.js/)
  release()
  await editor
  // Without a keyword: recent conversations but the open one, then actions.
  await expect(options(page).filter({ hasText: 'Amara Okafor' })).toBeVisible()
  await expect(options(page).filter({ hasText: 'Noah' })).toHaveCount(0)
  await expect(options(page).filter({ hasText: 'Create group' })).toHaveCount(1)
  await expectAccessibleInBothSchemes(page, 'command palette')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(message).toHaveAttribute('contenteditable', 'true')
  await expect(message).toBeFocused()
  await page.keyboard.type('ught')
  await expect(message).toHaveText('half a thought')

  await page.keyboard.press('Control+K')
  await page.keyboard.type('okafor')
  await expect.poll(() => activeOption(page)).toContain('Amara Okafor')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Amara Okafor' })).toBeVisible()

  // A friend with a remark is found by nickname too, and then shows it.
  await page.keyboard.press('Control+K')
  await page.keyboard.type('lindqvist')
  await expect(options(page).filter({ hasText: 'Noah (climbing)' })).toContainText('Noah Lindqvist')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)

  await page.keyboard.press('Control+K')
  await page.keyboard.type('create gr')
  await expect.poll(() => activeOption(page)).toContain('Create group')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/contact\/create-group$/)
})

test('the palette is walked with the arrows, and says that it found nothing', async ({ page, gallery }) => {
  await watchCalls(page)
  await page.goto(`${gallery}/my`)
  await expect(page.getByRole('heading', { name: 'My' })).toBeVisible()
  await page.keyboard.press('Meta+K')
  await field(page).fill('theme')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => activeOption(page)).toContain('Theme')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => activeOption(page)).toBe('Theme: Tide')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => activeOption(page)).toBe('Theme: Ember')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'ember')

  await page.keyboard.press('Control+K')
  await field(page).fill('no such thing')
  await expect(options(page)).toHaveCount(0)
  await expect(palette(page).getByText('No results for “no such thing”')).toBeVisible()

  await field(page).fill('mark all')
  await expect.poll(() => activeOption(page)).toBe('Mark all as read')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Undo' }).click()
  const dispatched = async () => (await callsOf(page, 'dispatch')).flat()
  await expect.poll(dispatched).toContainEqual({ type: 'MarkAllConversationsRead' })
  await expect.poll(dispatched).toContainEqual(expect.objectContaining({ type: 'MarkConversationUnread' }))
})

test('a setting is found in the palette, and its address scrolls to its row and focuses it, in both frames', async ({
  page,
  gallery,
}) => {
  await page.setViewportSize({ width: 390, height: 420 })
  await page.goto(`${gallery}/messages`)
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible()
  await page.keyboard.press('Control+K')
  await field(page).fill('reduce')
  await expect.poll(() => activeOption(page)).toContain('Reduce motion')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/my\/general#reduce-motion$/)
  const motion = page.getByRole('switch', { name: 'Reduce motion' })
  await expect(motion).toBeFocused()
  await expect(page.locator('#reduce-motion')).toBeInViewport({ ratio: 0.9 })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${gallery}/my/privacy#group`)
  await expect(page.getByRole('switch', { name: /^Confirm being added/ })).toBeFocused()
})

test('a question mark shows all shortcuts, but not in a text field; General leads there too', async ({
  page,
  gallery,
}) => {
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.goto(`${gallery}/messages/sessions/3`)
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.press('?')
  await expect(message).toHaveText('?')
  await expect(sheet).toHaveCount(0)
  await message.press('Control+/')
  await expect(sheet.getByRole('term').filter({ hasText: 'Search in this conversation' })).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'shortcut sheet')
  // The sheet is longer than the window, and scrolls in it.
  await expect(sheet).toBeInViewport({ ratio: 1 })
  await expect(sheet.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(message).toBeFocused()
  await page.goto(`${gallery}/my/general`)
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.keyboard.press('Shift+?')
  await expect(sheet).toBeVisible()
})

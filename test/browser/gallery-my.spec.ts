import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleColours } from './support/accessibility.ts'
import { expect, test } from './support/gallery.ts'
import { callsOf, watchCalls } from './support/gallery-calls.ts'
import { createPng } from './support/png.ts'

const html = (page: Page) => page.locator('html')

test.beforeEach(({ page }) => watchCalls(page))

test('the own page shows the account and copies the chat id [ME-02 ME-04 FRIEND-66]', async ({
  page,
  gallery,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${gallery}/my`)
  await expect(page.getByRole('heading', { name: 'Linh Trần' })).toBeVisible()
  await expectAccessible(page, 'own page')
  await expect(page.getByRole('main')).toContainText('+86 13800138000')
  await page.getByRole('button', { name: 'Copy chat ID' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('linh_tran')
})

test('a count in the rail covers no more than the corner of its icon', async ({ page, gallery }) => {
  await page.goto(`${gallery}/my`)
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Messages/ })
  await expect(entry).toContainText(/\d/)
  const covered = await entry.evaluate((link) => {
    const icon = link.querySelector('svg')?.getBoundingClientRect()
    const count = [...link.querySelectorAll('span')].find(
      (part) => part.childElementCount === 0 && /^\d+\+?$/.test(part.textContent ?? ''),
    )
    const badge = count?.parentElement?.getBoundingClientRect()
    if (icon === undefined || badge === undefined) return 1
    const width = Math.min(icon.right, badge.right) - Math.max(icon.left, badge.left)
    const height = Math.min(icon.bottom, badge.bottom) - Math.max(icon.top, badge.top)
    return (Math.max(0, width) * Math.max(0, height)) / (icon.width * icon.height)
  })
  expect(covered, 'share of the icon').toBeLessThan(0.15)
})

test('the list of own pages marks the one next to it, also below it', async ({ page, gallery }) => {
  const list = page.getByRole('region', { name: 'My' })
  const marked = list.locator('[aria-current]:not([aria-current="false"])')
  for (const [path, name] of [
    ['/my', /^Linh Trần/],
    ['/my/profile/nickname', /^Linh Trần/],
    ['/my/qrcode', 'My QR code'],
    ['/my/privacy', 'Privacy'],
    ['/my/blacklist', 'Privacy'],
    ['/my/stickers', 'Messaging'],
    ['/my/general/about', 'General'],
  ] as const) {
    await page.goto(gallery + path)
    await expect(marked).toHaveAccessibleName(name)
    await expect(marked).toHaveCount(1)
  }
})

test('the language changes immediately, everywhere, and persists [I18N-01]', async ({ page, gallery }) => {
  await page.goto(`${gallery}/my/general`)
  await page.getByRole('button', { name: /^English/ }).click()
  await page.getByRole('option', { name: '繁體中文' }).click()
  await expect(page.getByRole('heading', { name: '我的' })).toBeVisible()
  await expect(page.getByRole('navigation')).toContainText('聯絡人')
  await expect(html(page)).toHaveAttribute('lang', 'zh-TW')
  await page.reload()
  await expect(page.getByRole('heading', { name: '我的' })).toBeVisible()
})

test('the colour scheme follows the system until one is chosen, and the choice persists', async ({
  page,
  gallery,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${gallery}/my/general`)
  await expect(html(page)).toHaveAttribute('data-scheme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(html(page)).toHaveAttribute('data-scheme', 'light')
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
  await page.getByRole('radio', { name: 'Grove' }).check({ force: true })
  await page.getByRole('switch', { name: 'Reduce motion' }).check({ force: true })
  await page.reload()
  for (const [attribute, value] of [
    ['data-scheme', 'dark'],
    ['data-theme', 'grove'],
    ['data-motion', 'reduced'],
  ] as const)
    await expect(html(page)).toHaveAttribute(attribute, value)
})

test('logging out asks for confirmation, names the account and the unsent data, and leads to sign-in [ME-23]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/my`)
  const question = page.getByRole('alertdialog', { name: 'Sign out of Linh Trần?' })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(question).toContainText('2 messages and edits have not been sent and will be lost.')
  await expectAccessible(page, 'log-out question')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  expect(await callsOf(page, 'signOut')).toEqual([])
  await page.getByRole('button', { name: 'Sign out' }).click()
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/auth\/sign-in$/)
  await expect.poll(() => callsOf(page, 'signOut')).toHaveLength(1)
})

test('nickname and signature are edited in dialogs, and the picture is cropped before its upload [ME-01 ME-06 ME-13]', async ({
  page,
  gallery,
}) => {
  const topOfEntries = async () => (await page.getByRole('link', { name: 'Collections' }).boundingBox())?.y
  await page.goto(`${gallery}/my?gallery=loading`)
  await expect(page.getByRole('button', { name: 'Get the app on your phone' })).toBeVisible()
  const topWhileLoading = await topOfEntries()
  await page.goto(`${gallery}/my/profile`)
  await page.getByRole('link', { name: /^Nickname/ }).click()
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Save' })
  const field = dialog.getByRole('textbox')
  await test.step('the confirm button is enabled by a changed, valid nickname only [ME-11]', async () => {
    await expect(page).toHaveURL(/\/my\/profile\/nickname$/)
    await expect(save).toBeDisabled()
    await field.fill('  ')
    await expect(save).toBeDisabled()
    await field.fill('x'.repeat(16))
    await expect(save).toBeDisabled()
    await expectAccessible(page, 'nickname dialog')
    await field.fill('WOLFGANG WAGNER')
    await save.click()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/\/my\/profile$/)
    await expect(page.getByRole('heading', { name: 'WOLFGANG WAGNER', exact: true })).toBeVisible()
  })
  await page.getByRole('link', { name: /^Signature/ }).click()
  await test.step('the entries stay where they were while loading, even under the longest name and signature', async () => {
    await field.fill('W'.repeat(50))
    await save.click()
    await expect(dialog).toHaveCount(0)
    expect(await topOfEntries()).toBe(topWhileLoading)
  })
  await page.getByRole('link', { name: /^Signature/ }).click()
  await field.fill('')
  await expect(save).toBeDisabled()
  await dialog.getByRole('button', { name: 'Remove signature' }).click()
  await expect(page.getByRole('link', { name: /^Signature/ })).toContainText('Say something about yourself')
  await expect.poll(() => callsOf(page, 'changeSignature')).toEqual([['W'.repeat(50)], ['']])

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Change picture' }).click(),
  ])
  await chooser.setFiles({ name: 'me.png', mimeType: 'image/png', buffer: createPng(60, 40) })
  await dialog.getByRole('button', { name: 'Turn right' }).click()
  await dialog.getByRole('group', { name: 'Crop area' }).press('ArrowDown')
  await expectAccessible(page, 'picture editor')
  await dialog.getByRole('button', { name: 'Use picture' }).click()
  await expect.poll(() => callsOf(page, 'changeAvatar')).toEqual([['me.png']])
  await expect(page.getByRole('status').filter({ hasText: 'Picture saved.' })).toBeVisible()
})

/** Changes the scheme and theme of the open page. */
const show = async (page: Page, theme: string, scheme: string) => {
  await page.evaluate((detail) => window.dispatchEvent(new CustomEvent('gallery:look', { detail })), {
    theme,
    scheme,
  })
  await expect(html(page)).toHaveAttribute('data-theme', theme)
  await expect(html(page)).toHaveAttribute('data-scheme', scheme)
}

for (const path of ['/my', '/messages/sessions/1', '/contact'])
  test(`axe finds no violation in any theme on ${path}`, async ({ page, gallery }) => {
    await page.goto(`${gallery}${path}`)
    await expect(
      page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Loading' }).first(),
    ).toBeVisible()
    await expectAccessible(page, path)
    for (const theme of ['aurora', 'ember', 'grove', 'slate', 'tide'])
      for (const scheme of ['light', 'dark']) {
        await show(page, theme, scheme)
        await expectAccessibleColours(page, `${path} in ${theme}, ${scheme}`)
      }
  })

test('text is not cut off at 200 % zoom or with the largest text', async ({ page, gallery }) => {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  const pages = ['/my', '/contact', '/messages', '/users/2', '/users/0']
  for (const locale of ['en-US', 'vi-VN']) {
    for (const path of pages) {
      await page.setViewportSize({ width: 720, height: 450 })
      await page.goto(`${gallery}${path}?locale=${locale}`)
      await expect(
        page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Loading' }).first(),
      ).toBeVisible()
      await expect.poll(overflow, { message: `${path} ${locale} at 200 %` }).toBeLessThanOrEqual(0)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.addStyleTag({ content: 'html { font-size: 32px }' })
      await expect.poll(overflow, { message: `${path} ${locale} with large text` }).toBeLessThanOrEqual(0)
    }
  }
})

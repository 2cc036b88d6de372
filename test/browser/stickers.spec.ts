import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { articles, expect, meetCaller, send, test } from './support/journey.ts'
import { createPng } from './support/png.ts'

test.use({ actionTimeout: 15_000 })

const picture = (size: number) => {
  const buffer = Buffer.alloc(size)
  createPng(64, 64).copy(buffer)
  return { name: 'own.png', mimeType: 'image/png', buffer }
}

async function addSticker(page: Page, size: number, said: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a sticker' }).click()
  await (await chooser).setFiles(picture(size))
  await expect(page.getByText(said, { exact: true })).toBeVisible()
}

const stickerMessages = (page: Page) =>
  articles(page).filter({ has: page.getByRole('img', { name: 'Sticker', exact: true }) })

test('stickers are sent from the panel, added, and deleted together [VIEW-16 VIEW-35 STICK-02 STICK-05 STICK-18]', async ({
  browser,
  server,
}) => {
  test.setTimeout(180_000)
  const {
    ada: { page },
  } = await meetCaller(browser, server)
  await page.getByRole('button', { name: 'Emoji' }).click()
  const panel = page.getByRole('region', { name: 'Emoji' })
  await panel.getByRole('tab', { name: 'Stickers', exact: true }).click()
  await panel.getByRole('button', { name: 'Dog', exact: true }).click()
  await expect(stickerMessages(page)).toHaveCount(1)
  await expect(stickerMessages(page).getByRole('img', { name: 'Sticker', exact: true })).toHaveAttribute(
    'src',
    '/stickers/dog.webp',
  )

  await panel.getByRole('tab', { name: 'My stickers' }).click()
  await addSticker(page, 307_201, 'A sticker must be an image no larger than 300 KB.')
  await addSticker(page, 307_200, 'Sticker added')
  const own = panel.getByRole('button', { name: 'Sticker 1' })
  await expect(own.locator('img')).toHaveJSProperty('naturalWidth', 64)
  expect(await own.locator('img').evaluate((image) => image.getBoundingClientRect().width)).toBe(48)
  await own.click()
  await expect(stickerMessages(page)).toHaveCount(2)
  await expectAccessible(page, 'my stickers in the panel')

  // The panel opens with the view used last, also after a reload.
  await page.reload()
  await page.getByRole('button', { name: 'Emoji' }).click()
  await expect(panel.getByRole('tab', { name: 'My stickers' })).toHaveAttribute('aria-selected', 'true')

  await test.step('chosen stickers are deleted in edit mode [STICK-01 STICK-06]', async () => {
    await panel.getByRole('link', { name: 'Manage my stickers' }).click()
    const screen = page.getByRole('main', { name: 'My stickers' })
    await screen.getByRole('button', { name: 'Edit' }).click()
    await screen.getByRole('button', { name: 'Sticker 1' }).click()
    await expectAccessible(page, 'my stickers')
    await screen.getByRole('button', { name: 'Delete (1)' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Sticker deleted', { exact: true })).toBeVisible()
    await expect(screen.getByText('No stickers of your own yet')).toBeVisible()
  })

  await page.context().close()
})

test('an item saved from a message is found, sent from a chat and deleted [COLL-02 COLL-05 COLL-08 COLL-09 COLL-14]', async ({
  browser,
  server,
}) => {
  test.setTimeout(180_000)
  const {
    ada: { page },
  } = await meetCaller(browser, server)
  const words = 'The key is with the neighbour'
  await send(page, words)
  const message = articles(page).filter({ hasText: words })
  await expect(message.getByText('Sent')).toBeAttached()
  await message.first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved to your collections', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Attach' }).click()
  await page.getByRole('menuitem', { name: 'Collections' }).click()
  const collections = page.getByRole('dialog', { name: 'Collections' })
  const tile = collections.getByRole('button', { name: words })
  await expect(tile).toBeVisible()
  await expectAccessible(page, 'collections over a chat')
  await tile.click({ button: 'right' })
  const menu = page.getByRole('menu', { name: 'Collection actions' })
  await expect(menu.getByRole('menuitem')).toHaveText(['Send', 'Forward', 'Copy', 'Delete'])
  await menu.getByRole('menuitem', { name: 'Send' }).click()
  await expect(message).toHaveCount(2)

  await page.goto(new URL('/my/collections/999999#text', page.url()).href)
  const screen = page.getByRole('main', { name: 'Collections' })
  await expect(page).toHaveURL(/\/my\/collections$/)
  await screen.getByRole('tab', { name: 'Files' }).click()
  await expect(page).toHaveURL(/\/my\/collections#files$/)
  await expect(screen.getByText('Nothing of this kind')).toBeVisible()
  await screen.getByRole('tab', { name: 'Text' }).click()
  await screen.getByRole('button', { name: words }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/my\/collections/)
  await expect(screen.getByText('Nothing saved yet')).toBeVisible()
  await page.context().close()
})

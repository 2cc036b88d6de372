import { readFileSync } from 'node:fs'
import type { Download, Locator, Page } from '@playwright/test'
import { attach } from './support/attaching.ts'
import { conversationLink, expect, openDemo, test, watchPage } from './support/demo.ts'
import { articles, send } from './support/journey.ts'
import { createPng } from './support/png.ts'

// The backend of the demo is behind its service worker.
test.use({ serviceWorkers: 'allow' })

test.setTimeout(180_000)

const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('what was noted') }
const photo = { name: 'IMG_0001.png', mimeType: 'image/png', buffer: createPng(640, 400) }

const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })

/** Chooses an entry of a message's menu. */
async function choose(page: Page, message: Locator, entry: string): Promise<void> {
  await message.focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menu', { name: 'Message actions' }).getByRole('menuitem', { name: entry }).click()
}

/** Runs an action and returns the file that it saves, with its bytes. */
async function savedBy(page: Page, act: () => Promise<void>): Promise<{ file: Download; bytes: Buffer }> {
  const saving = page.waitForEvent('download')
  await act()
  const file = await saving
  return { file, bytes: readFileSync(await file.path()) }
}

test('sends a picture and a file, saves both, forwards a message and finds it again', async ({
  page,
  demo,
}) => {
  const complaints = watchPage(page, demo)
  await openDemo(page, demo)
  await conversationLink(page, 'Echo Ellie').click()
  await expect(articles(page).last()).toBeVisible()

  await attach(page, photo)
  await sendButton(page).click()
  const picture = articles(page).filter({ has: page.getByRole('button', { name: 'Open photo' }) })
  await expect(picture.first()).toHaveAttribute('data-state', /sent|read/)
  await expect(picture.first().getByRole('img', { name: 'Photo' })).toHaveAttribute('data-loaded', 'true')
  const savedPicture = await savedBy(page, () => choose(page, picture.first(), 'Download'))
  expect(savedPicture.file.suggestedFilename()).toMatch(/^Photo \d{4}-\d\d-\d\d \d\d\.\d\d\.png$/)
  expect(savedPicture.bytes.subarray(1, 4).toString()).toBe('PNG')

  await attach(page, notes, 'File')
  await sendButton(page).click()
  const file = articles(page).filter({ hasText: 'notes.txt' }).first()
  await expect(file).toHaveAttribute('data-state', /sent|read/)
  const link = file.getByRole('link', { name: /^notes\.txt.*Download$/ })
  const savedFile = await savedBy(page, () => link.click())
  expect(savedFile.file.suggestedFilename()).toBe('notes.txt')
  expect(savedFile.bytes).toEqual(notes.buffer)

  await send(page, 'the gate opens at seven')
  const forwarded = articles(page).filter({ hasText: 'the gate opens at seven' }).first()
  await expect(forwarded).toHaveAttribute('data-state', /sent|read/)
  await choose(page, forwarded, 'Forward')
  const picker = page.getByRole('dialog', { name: 'Forward to' })
  await picker.getByRole('searchbox', { name: 'Search people and groups' }).fill('Josie')
  await picker.getByRole('option', { name: 'Josie' }).press('Space')
  await picker.getByRole('button', { name: 'Send (1)' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Forwarded')
  await expect(picker).toBeHidden()

  await page.keyboard.press('Control+f')
  const panel = page.getByRole('dialog', { name: 'Search in conversation' })
  await panel.getByRole('searchbox', { name: 'Search messages' }).fill('GATE opens')
  await panel.getByRole('list', { name: 'Messages' }).getByRole('link').last().click()
  await expect(forwarded).toBeFocused()

  await conversationLink(page, 'Josie').click()
  await expect(page.getByRole('heading', { name: 'Josie' })).toBeVisible()
  await expect(forwarded).toBeVisible()
  expect(complaints).toEqual([])
})

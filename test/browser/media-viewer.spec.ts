import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { attach, mediaFile, tray } from './support/attaching.ts'
import { articles, expect, meetCaller, test } from './support/journey.ts'
import { sayFile } from './support/messages.ts'
import { createPng } from './support/png.ts'

const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: createPng(800, 600) })

/** The requests that the browser blocked by the content security policy. */
const refusals = (page: Page): readonly string[] => {
  const violations: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML/.test(message.text())) violations.push(message.text())
  })
  return violations
}

test('media of a conversation open in the viewer from the messages and from their grid [MEDIA-03 MEDIA-05 MEDIA-06 ROUTE-18]', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meetCaller(browser, server)
  const { page } = ada
  const refused = refusals(page)
  const clip = mediaFile('clip.mp4', 'video/mp4')
  await attach(page, [picture('one.png'), picture('two.png')])
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(tray(page)).toBeHidden()
  await expect(articles(page).and(page.locator('[data-state="sent"]'))).toHaveCount(2)
  await sayFile(ben, ada, 'video', clip, (address) => `${address}?w=320&h=180&t=2`)
  await expect(articles(page)).toHaveCount(3)
  const chat = page.url()

  const second = articles(page).getByRole('button', { name: 'Open photo' }).last()
  await second.click()
  const viewer = page.getByRole('dialog', { name: /^(Photo|Video) from/ })
  await expect(viewer.getByRole('status')).toHaveText('2 of 3')
  await expect(viewer.getByRole('img', { name: 'Photo' })).toBeVisible()
  const address = page.url()
  expect(address).toMatch(/\/media\/\d+$/)
  await expectAccessible(page, 'a picture in the viewer')
  await expect(viewer.getByRole('button', { name: 'Zoom out' })).toBeDisabled()
  await page.keyboard.press('+')
  await expect(viewer.getByRole('button', { name: 'Zoom out' })).toBeEnabled()
  await page.keyboard.press('0')

  await viewer.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('dialog', { name: 'Video from Ben' })).toBeVisible()
  await expect(page).not.toHaveURL(address)
  await expect(viewer.getByLabel('Video', { exact: true })).toHaveJSProperty('paused', true)
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(page).toHaveURL(chat)
  await expect(second).toBeFocused()

  await test.step('the settings link to a grid of the media, which filters them by type [MEDIA-01 MEDIA-02 ROUTE-17 SESS-56]', async () => {
    await page.getByRole('button', { name: 'Conversation settings' }).click()
    await page.getByRole('link', { name: 'Media' }).click()
    const grid = page.getByRole('dialog', { name: 'Media' })
    const tiles = grid.getByRole('button', { name: /^(Photo|Video) from/ })
    await expect(tiles).toHaveCount(3)
    await expectAccessible(page, 'the media of a conversation')
    await grid.getByRole('tab', { name: 'Photos' }).click()
    await expect(page).toHaveURL(/\/media#images$/)
    await expect(tiles).toHaveCount(2)
    await tiles.first().click()
    await expect(viewer.getByRole('status')).toHaveText('2 of 2')
    await page.keyboard.press('ArrowLeft')
    await expect(viewer.getByRole('status')).toHaveText('1 of 2')
    await page.keyboard.press('Escape')
    await expect(tiles.last()).toBeFocused()
  })

  await page.goto(`${chat}/media/999999999`)
  await expect(page).toHaveURL(chat)
  expect(refused).toEqual([])
})

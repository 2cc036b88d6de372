import type { Locator, Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessibility.ts'
import { expect, test } from './support/gallery.ts'
import { twoFrames } from './support/stillness.ts'

/** A group with a message of every kind. */
const open = async (page: Page, gallery: string): Promise<Locator> => {
  await page.goto(`${gallery}/messages/groups/1`)
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log.getByRole('article').last()).toBeInViewport()
  return log
}
/** Clicks an element that may be out of view. Scrolls to it first, so that the list handles the scroll event. */
const press = async (button: Locator) => {
  await button.scrollIntoViewIfNeeded()
  await twoFrames(button.page())
  await button.click()
}
const message = (log: Locator, number: number) => log.locator(`[data-message-id="${number}"]`)

/** Returns the words of a message's delivery state, its number of checks, and their colour. */
const deliveryMark = (article: Locator) =>
  article.locator('time + span').evaluate((mark) => {
    const icon = mark.querySelector('svg')
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    if (context === null) throw new Error('no canvas')
    context.fillStyle = icon === null ? 'black' : getComputedStyle(icon).color
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    return {
      words: mark.textContent,
      checks: icon?.querySelectorAll('path').length ?? 0,
      colour: { red, green, blue },
    }
  })

test('an own message shows no check while pending, one when sent and two blue ones when read [MSG-17]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/sessions/1`)
  const articles = page.getByRole('log', { name: 'Messages' }).getByRole('article')
  const markOf = async (body: string, state: string) => {
    const article = articles.filter({ hasText: body })
    await expect(article).toHaveAttribute('data-state', state)
    return deliveryMark(article)
  }
  expect(await markOf('See you on the platform', 'pending')).toMatchObject({ words: 'Sending', checks: 0 })
  const sent = await markOf('The 17:42 is direct', 'sent')
  expect(sent).toMatchObject({ words: 'Sent', checks: 1 })
  const read = await markOf('So which train?', 'read')
  expect(read).toMatchObject({ words: 'Read', checks: 2 })
  expect(read.colour).not.toEqual(sent.colour)
  expect(read.colour.blue).toBeGreaterThan(2 * read.colour.red)
})

test('every kind of message reserves its space, reports what cannot be shown, and is accessible [MSG-23 MEDIA-10 MEDIA-17 MEDIA-18]', async ({
  page,
  gallery,
}) => {
  const log = await open(page, gallery)
  await expect(log.getByText('Your browser cannot play this video.')).toBeAttached()
  await expect(log.getByText('This video could not be loaded.')).toBeAttached()
  await expect(log.locator('[data-fault=VIDEO_LOAD_ERROR]')).toContainText('This video could not be loaded.')
  await expect(log.getByText('This contact card is damaged.')).toBeAttached()

  // The waveform has eight bars for 3 s and thirty for 48 s.
  const bars = async (number: number) =>
    message(log, number)
      .locator('rect')
      .evaluateAll((all) => all.map((bar) => Number(bar.getAttribute('height'))))
  await expect.poll(async () => [(await bars(6)).length, (await bars(7)).length]).toEqual([8, 30])
  for (const height of [...(await bars(6)), ...(await bars(7))]) {
    expect(height).toBeGreaterThanOrEqual(3)
    expect(height).toBeLessThanOrEqual(24)
  }

  const media = log.locator('video, img[draggable="false"]')
  const heights = await media.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
  expect(heights.length).toBeGreaterThan(4)
  for (const height of heights) expect(height).toBeLessThanOrEqual(900 / 4)

  await expect(page.getByRole('region', { name: 'Announcement' })).toContainText('north gate')
  await expectAccessibleInBothSchemes(page, 'messages of every kind, under an announcement')
})

test('a voice message that cannot be played shows an error and can be retried [MEDIA-14 MEDIA-20]', async ({
  page,
  gallery,
}) => {
  const log = await open(page, gallery)
  const broken = message(log, 8)
  await press(broken.getByRole('button', { name: 'Play voice message' }))
  await expect(page.getByRole('alert')).toHaveText('This audio could not be played. Please try again.')
  await expect(broken.getByRole('button', { name: 'Play voice message' })).toBeEnabled()
  // The toast disappears. The error in the bubble stays.
  await expect(broken.locator('[data-fault=AUDIO_LOAD_ERROR]')).toContainText(
    'This audio could not be loaded.',
  )
})

test('a quote jumps to its message or shows it in full, and the quote of a deleted message is empty [VIEW-26 ROUTE-19]', async ({
  page,
  gallery,
}) => {
  const log = await open(page, gallery)
  await press(message(log, 25).getByRole('button', { name: 'The owner says hello' }))
  await expect(message(log, 3)).toBeFocused()
  await expect(message(log, 3)).toBeInViewport()
  await expect(message(log, 28).getByRole('button')).toHaveCount(0)

  await press(message(log, 27).getByRole('button', { name: 'Line 1 of a long list' }))
  await expect(page).toHaveURL(/\/messages\/groups\/1\/999$/)
  const whole = page.getByRole('dialog', { name: 'Quoted message' })
  await expect(whole).toContainText('and what came before this list')
  await expectAccessibleInBothSchemes(page, 'a quoted message')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/messages\/groups\/1$/)

  await page.goto(`${gallery}/messages/groups/2`)
  await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'a group in which one may not write')

  await page.goto(`${gallery}/messages/groups/1/12345`)
  await expect(page.getByText('This message is no longer here.')).toBeVisible()
  await page.goto(`${gallery}/messages/sessions/1/settings`)
  await expect(page.getByRole('dialog', { name: 'Quoted message' })).toHaveCount(0)
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('what is known of a file stays on one line at 320 px in Vietnamese', async ({ page, gallery }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`${gallery}/messages/groups/1?locale=vi-VN`)
  const details = page.getByText('PDF · Tải xuống')
  await expect(details).toHaveCount(1)
  const lines = await details.evaluate(
    (line) => line.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(line).lineHeight),
  )
  expect(lines).toBeLessThan(2)
})

import type { Locator, Page } from '@playwright/test'
import { bring, tray } from './support/attaching.ts'
import { expect, test } from './support/gallery.ts'
import { delayRequests } from './support/journey.ts'
import { comeToRest, twoFrames } from './support/stillness.ts'

const wide = { width: 1280, height: 900 }
/** The number of text lines that an element shows. */
const shownLines = (element: Locator) =>
  element.evaluate((node) => {
    const { lineHeight } = getComputedStyle(node)
    const height = Number.parseFloat(lineHeight)
    return Math.round(node.clientHeight / height)
  })
const boxOf = async (element: Locator) => {
  await element.evaluate((node) =>
    Promise.allSettled(node.getAnimations({ subtree: true }).map((one) => one.finished)),
  )
  const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {}
  return { left: x, top: y, right: x + width, bottom: y + height }
}
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
/** A picture of 2,000 frames, each of two colours and one pixel. */
const longGif = () => {
  const head = [...Buffer.from('GIF89a'), 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
  const frame = [0x21, 0xf9, 4, 0, 4, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
  return Buffer.from([...head, ...Array.from({ length: 2000 }, () => frame).flat(), 0x3b])
}
/** The longest task of the page's main thread since the start of the page, ms. */
const longTasks = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const observer = new PerformanceObserver((list) =>
          resolve(list.getEntries().map(({ duration }) => Math.round(duration))),
        )
        observer.observe({ type: 'longtask', buffered: true })
        setTimeout(() => resolve([]), 200)
      }),
  )

test('a conversation accepts dropped files, opens panels above itself, and a long press opens the menu [VIEW-21 VIEW-23 VIEW-24 VIEW-25 MSG-26]', async ({
  page,
  gallery,
}) => {
  await page.clock.install()
  await page.setViewportSize(wide)
  await page.goto(`${gallery}/messages/groups/1`)
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log.getByRole('article').last()).toBeInViewport()
  const conversation = page.getByRole('main')

  // Files can be dropped anywhere on the conversation. The longest task is only reported.
  await bring(page, 'drop', { name: 'long.gif', type: 'image/gif', bytes: longGif() })
  await expect(tray(page).getByRole('img', { name: 'long.gif' })).toBeVisible()
  const durations = await longTasks(page)
  test.info().annotations.push({ type: 'long tasks, ms', description: durations.join(' ') || 'none' })
  await tray(page).getByRole('button', { name: 'Remove long.gif' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()

  // A panel at the side.
  await page.getByRole('button', { name: 'Conversation settings' }).click()
  const settings = dialog(page, 'Conversation settings')
  await expect(page).toHaveURL(/\/messages\/groups\/1\/settings$/)
  await expect.poll(() => boxOf(settings)).toMatchObject({ right: wide.width, top: 0, bottom: wide.height })
  await expect(conversation).toBeAttached()
  // The column stays open when something else is pressed, and Escape closes it.
  await page.mouse.click(500, 450)
  await expect(settings).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(settings).toBeHidden()
  await expect(page).toHaveURL(/\/messages\/groups\/1$/)

  // A card in the middle.
  await page.getByRole('button', { name: 'Attach' }).click()
  await page.getByRole('menuitem', { name: 'Contact' }).click()
  await expect(page).toHaveURL(/\/messages\/groups\/1\/contact$/)
  const card = page.getByRole('dialog')
  await comeToRest(card)
  const { left, right } = await boxOf(card)
  expect(left).toBeGreaterThan(0)
  expect(Math.round(left + right)).toBe(wide.width)
  await page.mouse.click(20, 450)
  await expect(card).toBeHidden()
  await expect(page).toHaveURL(/\/messages\/groups\/1$/)

  // A preview over everything.
  const photo = log.getByRole('button', { name: 'Open photo' }).first()
  await photo.scrollIntoViewIfNeeded()
  await photo.click()
  await expect(page).toHaveURL(/\/media\/\d+/)
  const preview = page.getByRole('dialog')
  await expect.poll(() => boxOf(preview)).toEqual({ left: 0, top: 0, right: wide.width, bottom: wide.height })
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()

  // A long quote shows five lines, on small screens three.
  const quote = log.getByRole('button').filter({ hasText: 'Line 1 of a long list' })
  const words = quote.locator('> :last-child')
  const linesOfMuch = async () => {
    // The smaller frame renders it again.
    await words.evaluate((node) => node.append(' and what came before this list'.repeat(20)))
    return shownLines(words)
  }
  await expect.poll(linesOfMuch).toBe(5)
  await page.setViewportSize({ width: 760, height: 900 })
  await expect.poll(linesOfMuch).toBe(3)

  // A long press on a message.
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  const menu = page.getByRole('menu', { name: 'Message actions' })
  await log
    .getByRole('article')
    .last()
    .dispatchEvent('pointerdown', { pointerType: 'touch', pointerId: 7, clientX: 300, clientY: 300 })
  await page.clock.runFor(599)
  await expect(menu).toBeHidden()
  await page.clock.runFor(1)
  await expect(menu).toBeVisible()
})

test('a text longer than its box keeps the caret in view, also when the editor replaces the plain textbox', async ({
  page,
  gallery,
}) => {
  const release = await delayRequests(page, /rich-textbox.*\.js/)
  await page.goto(`${gallery}/messages/sessions/2`)
  const textbox = page.getByRole('textbox', { name: 'Message' })
  const below = () =>
    textbox.evaluate(({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop)
  await textbox.click()
  for (let line = 0; line < 15; line += 1) await textbox.press('Shift+Enter')
  await textbox.pressSequentially('end')
  await expect.poll(() => textbox.evaluate((node) => node.scrollHeight > node.clientHeight)).toBe(true)
  await expect.poll(below).toBeLessThan(16)
  release()
  await expect(textbox).toHaveAttribute('contenteditable', 'true')
  await expect.poll(below).toBeLessThan(16)

  // Within 200 ms of its focus, the editor undoes a jump to the start unless the person has clicked.
  await textbox.click()
  await textbox.press('ControlOrMeta+Home')
  await textbox.pressSequentially('beginning')
  await expect.poll(() => textbox.evaluate((node) => node.scrollTop)).toBeLessThan(16)
  await textbox.press('ControlOrMeta+End')
  // The browser reports the moved cursor to the editor before the next frame.
  await twoFrames(page)
  await textbox.press('Shift+Enter')
  await expect.poll(below).toBeLessThan(16)
})

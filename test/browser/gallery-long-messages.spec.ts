import type { Page } from '@playwright/test'
import { expect, test } from './support/gallery.ts'
import { comeToRest } from './support/stillness.ts'

const paste = (page: Page, text: string) =>
  page.getByRole('textbox', { name: 'Message' }).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

test('a text of 20,000 characters on 5,000 lines is sent, unfolded without moving and folded, and the folded message renders few of them [MSG-27]', async ({
  page,
  gallery,
}) => {
  const text = Array.from({ length: 5000 }, () => 'abc').join('\n')
  await page.goto(`${gallery}/messages/sessions/2`)
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log.getByRole('article').last()).toBeInViewport()
  const composer = page.getByRole('textbox', { name: 'Message' })
  await expect(composer).toHaveJSProperty('isContentEditable', true)
  await paste(page, text)
  await composer.press('Enter')

  const message = log.getByRole('article').last()
  const more = message.getByRole('button', { name: 'Show more' })
  await expect(more).toBeInViewport()
  expect((await message.textContent())?.length).toBeLessThan(200)
  await expect(log.getByRole('article').nth(-2)).toBeInViewport()

  const top = () => message.evaluate((element) => element.getBoundingClientRect().top)
  await comeToRest(message)
  const before = await top()
  await more.click()
  await expect.poll(async () => (await message.evaluate(selectedIn)).length).toBe(text.length)
  expect(await message.evaluate(selectedIn)).toBe(text)
  expect(await top()).toBe(before)

  await message.getByRole('button', { name: 'Show less' }).focus()
  await page.keyboard.press('Enter')
  await expect(more).toBeFocused()
  await expect(more).toBeInViewport()
  expect((await message.textContent())?.length).toBeLessThan(200)
})

/** Returns the text that selecting all of a message would copy. */
const selectedIn = (message: HTMLElement): string => {
  const texts = message.querySelectorAll('[data-message-text]')
  const range = document.createRange()
  range.setStartBefore(texts[0] ?? message)
  range.setEndAfter(texts[texts.length - 1] ?? message)
  const selection = window.getSelection()
  selection?.removeAllRanges()
  selection?.addRange(range)
  return selection?.toString() ?? ''
}

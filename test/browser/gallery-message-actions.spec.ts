import type { Locator, Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessibility.ts'
import { expect, test } from './support/gallery.ts'
import { comeToRest } from './support/stillness.ts'

const menu = (page: Page) => page.getByRole('menu', { name: 'Message actions' })
/** The fixture account stores no drafts, so the focus shows that a message is quoted. `composer.spec` shows the quote. */
const textbox = (page: Page) => page.getByRole('textbox', { name: 'Message' })

/** Drags a message with a finger towards the start of the line by a distance, then releases it. */
const drag = (message: Locator, distance: number) =>
  message.evaluate((item, reach) => {
    const { right, top, height } = item.getBoundingClientRect()
    const finger = { bubbles: true, pointerType: 'touch', pointerId: 7, clientY: top + height / 2 }
    const say = (type: string, by: number) =>
      item.dispatchEvent(new PointerEvent(type, { ...finger, clientX: right - 40 - by }))
    say('pointerdown', 0)
    for (const part of [0.25, 0.5, 0.75, 1]) say('pointermove', reach * part)
    say('pointerup', reach)
  }, distance)

test.describe('in a compact frame', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a message dragged sideways by 108 px opens its menu, and by less it returns [VIEW-22]', async ({
    page,
    gallery,
  }) => {
    await page.goto(`${gallery}/messages/sessions/2`)
    const message = page.getByRole('log', { name: 'Messages' }).getByRole('article').last()
    await expect(message).toBeInViewport()
    await drag(message, 107)
    await expect(menu(page)).toBeHidden()
    await drag(message, 108)
    await expect(menu(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu(page)).toBeHidden()

    // The other way it is quoted.
    await drag(message, -63)
    await expect(textbox(page)).not.toBeFocused()
    await drag(message, -64)
    await expect(textbox(page)).toBeFocused()
    await expect(menu(page)).toBeHidden()
  })
})

test('the mouse finds quote and menu next to a message without moving any, and a double click quotes', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/sessions/2`)
  const articles = page.getByRole('log', { name: 'Messages' }).getByRole('article')
  const [last, before] = [articles.last(), articles.nth(-3)]
  await expect(last).toBeInViewport()
  await expect(textbox(page)).toHaveAttribute('contenteditable', 'true')
  await comeToRest(last)
  const at = await last.boundingBox()
  await last.hover()
  await page.getByTitle('Message actions').click()
  await expect(menu(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await last.focus()
  await before.hover()
  await page.getByTitle('Quote').click()
  await expect(textbox(page)).toBeFocused()
  expect(await last.boundingBox()).toEqual(at)
  await last.focus()
  await last.dblclick()
  await expect(textbox(page)).toBeFocused()
})

test('the microphone gives way to the send button when there is something to send', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/sessions/2`)
  const microphone = page.getByRole('button', { name: 'Record voice message' })
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await expect(microphone).toBeVisible()
  await expect(send).toBeHidden()
  await expect(textbox(page)).toHaveAttribute('contenteditable', 'true')
  await comeToRest(microphone)
  const place = await microphone.boundingBox()
  await textbox(page).pressSequentially('a')
  await expect(microphone).toBeHidden()
  await expect(send).toBeVisible()
  expect(await send.boundingBox()).toEqual(place)
})

test('messages are selected by keyboard and mouse without moving any of them [VIEW-13]', async ({
  page,
  gallery,
}) => {
  // The newest message is the user's own, so it can be recalled.
  await page.goto(`${gallery}/messages/sessions/2?messages=996`)
  const log = page.getByRole('log', { name: 'Messages' })
  const articles = log.getByRole('article')
  await expect(articles.last()).toBeInViewport()
  const tops = () =>
    articles.evaluateAll((items) => items.slice(-8).map((item) => item.getBoundingClientRect().height))
  const before = await tops()
  await articles.last().focus()
  for (const [act, dialog] of [
    ['Details', page.getByRole('dialog', { name: 'Details' })],
    ['Recall', page.getByRole('alertdialog', { name: 'Recall this message?' })],
  ] as const) {
    await page.keyboard.press('Enter')
    await menu(page).getByRole('menuitem', { name: act }).click()
    await expect(dialog).toBeVisible()
    await expectAccessibleInBothSchemes(page, act)
    await page.keyboard.press('Escape')
    await expect(articles.last()).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await menu(page).getByRole('menuitem', { name: 'Select' }).click()
  const bar = page.getByRole('region', { name: 'Selected messages' })
  await expect(bar).toContainText('1 selected')
  expect(await tops()).toEqual(before)
  await articles.last().focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect(bar).toContainText('2 selected')
  await expectAccessibleInBothSchemes(page, 'selecting messages')
  await bar.getByRole('button', { name: 'Delete (2)' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Delete 2 messages?' })).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'deleting messages')
  await page.keyboard.press('Escape')
  await articles.last().focus()
  await page.keyboard.press('Control+a')
  await expect(bar).toContainText('50 selected')
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
})

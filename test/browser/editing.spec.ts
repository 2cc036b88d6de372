import type { Locator, Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessibility.ts'
import {
  articles,
  deleteText,
  expect,
  meet,
  openConversation,
  openSection,
  send,
  test,
} from './support/journey.ts'
import { placesWith } from './support/origin-scan.ts'

const saying = (page: Page, text: string) => articles(page).filter({ hasText: text })
const textbox = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const bar = (page: Page) => page.getByRole('region', { name: 'Edit message' })

/** Empties the composer by keys. `fill` would press Delete before the editor has read the selection. */
async function clear(page: Page): Promise<void> {
  await deleteText(page)
  await expect(page.getByRole('button', { name: 'Record voice message' })).toBeVisible()
}

/** Edits the last own text, once the bar shows it. */
async function editLast(page: Page, text: string): Promise<void> {
  await expect(textbox(page)).toHaveAttribute('contenteditable', 'true')
  await textbox(page).press('ArrowUp')
  await expect(bar(page)).toContainText(text)
  await expect(textbox(page)).toBeFocused()
}

/** Returns the space between a bubble and the first button that hovering shows at its side, in px. */
const distanceFromButtons = (message: Locator) =>
  message.evaluate((article) => {
    const bubble = article.querySelector('[id]')?.getBoundingClientRect()
    const button = document.querySelector('button[title="Add reaction"]')?.getBoundingClientRect()
    return bubble && button && Math.round(button.left - bubble.right)
  })

test('a person edits own texts, by menu and by arrow up, offline too, and the replaced text is gone on both sides', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meet(browser, server)
  const { page } = ada
  await openConversation(page, 'Ben')
  await openConversation(ben.page, 'Ada')
  await send(page, 'Tea at fife platypus')
  await expect(saying(ben.page, 'platypus')).toBeVisible()

  await test.step('the other person quotes it', async () => {
    await saying(ben.page, 'platypus').dblclick()
    await expect(ben.page.getByRole('region', { name: 'Quoted message' })).toContainText('platypus')
    await send(ben.page, 'Where?')
    await expect(saying(page, 'Where?')).toContainText('platypus')
  })

  const hovered = saying(ben.page, 'Tea at').first()
  await test.step('the menu edits it, and the draft comes back', async () => {
    await textbox(page).fill('a draft')
    await saying(page, 'Tea at fife')
      .first()
      .click({ button: 'right', position: { x: 40, y: 12 } })
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
    await expect(bar(page)).toContainText('Tea at fife platypus')
    await expect(textbox(page)).toBeFocused()
    await expectAccessibleInBothSchemes(page, 'the composer that edits')
    await hovered.hover()
    await expect.poll(() => distanceFromButtons(hovered)).toBe(10)
    await textbox(page).fill('Tea at five')
    await page.keyboard.press('Enter')
    await expect(bar(page)).toBeHidden()
    await expect(textbox(page)).toBeFocused()
    await expect(textbox(page)).toHaveText('a draft')
    await clear(page)
  })

  await test.step('both see the new text, also in the quote, and that it was edited', async () => {
    for (const one of [page, ben.page]) {
      await expect(saying(one, 'Tea at five').first()).toContainText('edited')
      await expect(saying(one, 'Where?')).toContainText('Tea at five')
      await expect(saying(one, 'platypus')).toHaveCount(0)
    }
  })

  await test.step('the buttons of the hovered message stay at its side', () =>
    expect.poll(() => distanceFromButtons(hovered)).toBe(10))

  await test.step('the replaced text is nowhere on either device', async () => {
    for (const one of [page, ben.page]) await expect.poll(() => placesWith(one, 'platypus')).toEqual([])
  })

  await test.step('a quote leaves an unfinished edit, which continues later', async () => {
    await editLast(page, 'Tea at five')
    await textbox(page).fill('Tea at six')
    await saying(page, 'Where?').click({ button: 'right', position: { x: 40, y: 12 } })
    await page.getByRole('menuitem', { name: 'Quote', exact: true }).click()
    const quoted = page.getByRole('region', { name: 'Quoted message' })
    await expect(quoted).toContainText('Where?')
    await expect(bar(page)).toBeHidden()
    await quoted.getByRole('button').click()
    await textbox(page).press('ArrowUp')
    await expect(textbox(page)).toHaveText('Tea at six')
    await page.keyboard.press('Escape')
    await expect(bar(page)).toBeHidden()
  })

  await test.step('arrow up edits the last own text, and Escape cancels', async () => {
    await editLast(page, 'Tea at five')
    await textbox(page).fill('nothing of this')
    await page.keyboard.press('Escape')
    await expect(bar(page)).toBeHidden()
    await expect(textbox(page)).toBeFocused()
    await expect(textbox(page)).toHaveText('')
    await expect(saying(page, 'nothing of this')).toHaveCount(0)
    await textbox(page).fill('not empty')
    await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
    await textbox(page).press('ArrowUp')
    await expect(bar(page)).toBeHidden()
    await clear(page)
  })

  await test.step('an empty text is not saved, and an error says why', async () => {
    await editLast(page, 'Tea at five')
    await deleteText(page)
    await expect(textbox(page)).toHaveText('')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert')).toHaveText('Enter at least 1 character.')
    await expect(textbox(page)).toBeFocused()
    await expect(bar(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bar(page)).toBeHidden()
  })

  await test.step('an unfinished edit continues after leaving the conversation and a reload, until it is cancelled', async () => {
    await editLast(page, 'Tea at five')
    await textbox(page).fill('Tea at half past')
    await openSection(page, 'Contacts')
    await expect(page.getByRole('heading', { name: 'Contacts', exact: true })).toBeVisible()
    await openConversation(page, 'Ben')
    await expect(bar(page)).toContainText('Tea at five')
    await expect(textbox(page)).toHaveText('Tea at half past')
    await page.reload()
    await expect(bar(page)).toContainText('Tea at five')
    await expect(textbox(page)).toHaveText('Tea at half past')
    // It waits for its code, too.
    const isEditor = /\/assets\/edit-composer-[^/]*\.js$/
    await ada.context.route(isEditor, (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('alert')).toBeVisible()
    await expect(bar(page)).toBeHidden()
    await ada.context.unroute(isEditor)
    await page.reload()
    await expect(textbox(page)).toHaveText('Tea at half past')
    await page.keyboard.press('Escape')
    await expect(bar(page)).toBeHidden()
    await expect.poll(() => placesWith(page, 'half past')).toEqual([])
    await page.reload()
    await expect(textbox(page)).toHaveText('')
    await expect(bar(page)).toBeHidden()
  })

  await test.step('an edit that was written offline is sent when the network is back', async () => {
    await ada.context.setOffline(true)
    await editLast(page, 'Tea at five')
    await textbox(page).fill('Tea at six')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(saying(page, 'Tea at six').first()).toContainText('edited')
    await ada.context.setOffline(false)
    await expect(saying(ben.page, 'Tea at six').first()).toBeVisible()
    await expect(saying(page, 'Where?')).toContainText('Tea at six')
  })

  await test.step('only own texts can be edited', async () => {
    await saying(page, 'Where?').click({ button: 'right', position: { x: 40, y: 12 } })
    await expect(page.getByRole('menuitem', { name: 'Quote', exact: true })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Edit', exact: true })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  })

  await test.step('a message that is deleted meanwhile ends the editing', async () => {
    await send(page, 'A second one')
    await expect(saying(page, 'A second one')).toHaveAttribute('data-state', /sent|read/)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(saying(page, 'A second one')).toBeVisible()
    await editLast(page, 'A second one')
    await expectAccessibleInBothSchemes(page, 'the composer that edits, compact')
    await saying(page, 'A second one').focus()
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Delete for everyone' }).click()
    await expect(bar(page)).toBeHidden()
    await expect(page.getByText('The message you were editing is no longer there.')).toBeVisible()
  })
  await ada.context.close()
  await ben.context.close()
})

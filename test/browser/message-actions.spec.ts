import type { Locator, Page } from '@playwright/test'
import { articles, expect, meet, openConversation, send, test } from './support/journey.ts'

const saying = (page: Page, text: string): Locator => articles(page).filter({ hasText: text })
const menu = (page: Page) => page.getByRole('menu', { name: 'Message actions' })

/** Opens the menu of a message by the right button and chooses an entry. */
async function choose(page: Page, message: Locator, entry: string): Promise<void> {
  await message.click({ button: 'right', position: { x: 400, y: 12 } })
  await menu(page).getByRole('menuitem', { name: entry }).click()
}

/** Sends a message from either person and waits until the other has it. */
async function say(from: Page, to: Page, text: string): Promise<void> {
  await send(from, text)
  await expect(saying(from, text)).not.toHaveAttribute('data-message-id', '')
  await expect(saying(to, text)).toBeVisible()
}

test('a message is recalled or deleted for everyone, and several are deleted for oneself and restored [MSG-47 VIEW-11 VIEW-13 VIEW-20 VIEW-42] (DEC-20 DEC-103)', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meet(browser, server)
  await openConversation(ben.page, 'Ada')
  for (const text of ['said in haste', 'first', 'second', 'third']) await say(ada.page, ben.page, text)
  await say(ben.page, ada.page, 'from Ben')

  // Recall is offered on own messages only and removes the message on both sides.
  await choose(ada.page, saying(ada.page, 'said in haste'), 'Recall')
  await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Recall' }).click()
  for (const page of [ada.page, ben.page]) await expect(saying(page, 'said in haste')).toHaveCount(0)
  await saying(ada.page, 'from Ben').click({ button: 'right', position: { x: 60, y: 12 } })
  await expect(menu(ada.page).getByRole('menuitem')).toHaveText([
    'Copy',
    'Quote',
    'Add reaction',
    'Pin',
    'Forward',
    'Select',
    'Save',
    'Details',
    'Report',
    'Delete',
  ])
  await ada.page.keyboard.press('Escape')
  await expect(menu(ada.page)).toHaveCount(0)

  // In a one-to-one conversation a person cannot delete the other's message for everyone. It stays, and an alert
  // explains why.
  await choose(ada.page, saying(ada.page, 'from Ben'), 'Delete')
  await ada.page.getByRole('button', { name: 'Delete for everyone' }).click()
  const alert = ada.page.getByRole('alertdialog', { name: 'Could not delete for everyone' })
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(saying(ada.page, 'from Ben')).toBeVisible()

  // By keyboard: Delete asks for confirmation, and deleting for everyone removes the message for Ben.
  await saying(ada.page, 'first').focus()
  await ada.page.keyboard.press('Delete')
  await ada.page.getByRole('button', { name: 'Delete for everyone' }).click()
  for (const page of [ada.page, ben.page]) await expect(saying(page, 'first')).toHaveCount(0)

  // Delete several for oneself: the bar replaces the composer, and undo restores the messages.
  await choose(ada.page, saying(ada.page, 'second'), 'Select')
  await expect(ada.page.getByRole('textbox', { name: 'Message' })).toBeHidden()
  await saying(ada.page, 'from Ben').click({ modifiers: ['Shift'] })
  await ada.page.getByRole('button', { name: 'Delete (3)' }).click()
  await ada.page.getByRole('button', { name: 'Delete for me' }).click()
  await expect(articles(ada.page)).toHaveCount(0)
  await ada.page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
  await expect(articles(ada.page)).toHaveText([/second/, /third/, /from Ben/])
  await expect(ada.page.getByRole('textbox', { name: 'Message' })).toBeVisible()

  // Without undo they stay deleted on this side only, also after a reload.
  await choose(ada.page, saying(ada.page, 'third'), 'Delete')
  await ada.page.getByRole('button', { name: 'Delete for me' }).click()
  await expect(saying(ada.page, 'third')).toHaveCount(0)
  await ada.page.reload()
  await expect(articles(ada.page)).toHaveText([/second/, /from Ben/])
  await expect(saying(ben.page, 'third')).toBeVisible()
  for (const { context } of [ada, ben]) await context.close()
})

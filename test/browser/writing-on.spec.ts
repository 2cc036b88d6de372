import type { Page } from '@playwright/test'
import { holdLog, openBeside } from './support/held-log.ts'
import { articles, befriend, expect, openConversation, send, test, welcome } from './support/journey.ts'

const textbox = (page: Page) => page.getByRole('textbox', { name: 'Message' })

test('while a message is being stored its text leaves the textbox, and what is written on is the next one [MSG-33 LIFE-01]', async ({
  browser,
  server,
}) => {
  const [ada, ben] = await Promise.all([
    welcome(await browser.newContext(), server, 'Ada'),
    welcome(await browser.newContext(), server, 'Ben'),
  ])
  await befriend(ada, ben)
  await openConversation(ada.page, 'Ben')
  const { page } = ada
  await send(page, 'first')
  await expect(articles(page)).toHaveAttribute('data-state', 'sent')
  const log = await holdLog(await openBeside(ada.context, server.address), ada.credentials().UID)

  await send(page, 'second')
  await expect(textbox(page)).toHaveText('')
  await textbox(page).press('Enter')
  // Without a pause between the keys: nothing is drawn from one to the next.
  await page.keyboard.type('third\nfourth\nwritten on')
  await expect(textbox(page)).toHaveText('written on')
  // A message that is seen is one that is stored.
  await expect(articles(page)).toHaveCount(1)

  await log.release()
  const texts = ['first', 'second', 'third', 'fourth']
  await expect(articles(page)).toHaveText(texts.map((text) => new RegExp(text)))
  await expect(textbox(page)).toHaveText('written on')
  await openConversation(ben.page, 'Ada')
  await expect(articles(ben.page)).toHaveText(texts.map((text) => new RegExp(text)))
})

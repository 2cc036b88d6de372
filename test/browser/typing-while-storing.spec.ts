import type { Page } from '@playwright/test'
import { articles, expect, meetCaller, send, test } from './support/journey.ts'
import { lockLog, openBlankPage } from './support/locked-log.ts'
import { textsTo } from './support/messages.ts'

const textbox = (page: Page) => page.getByRole('textbox', { name: 'Message' })

test('the text of a message leaves the textbox while the log stores it, and further typing starts the next message [MSG-33 LIFE-01]', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meetCaller(browser, server)
  const { page } = ada
  await send(page, 'first')
  await expect(articles(page)).toHaveAttribute('data-state', 'sent')
  const log = await lockLog(await openBlankPage(ada.context, server.address), ada.credentials().UID)

  await send(page, 'second')
  await expect(textbox(page)).toHaveText('')
  await textbox(page).press('Enter')
  // No pause between the keys, so the browser paints nothing between them.
  await page.keyboard.type('third\nfourth\nwritten on')
  await expect(textbox(page)).toHaveText('written on')
  // The list shows a message only after the log has stored it.
  await expect(articles(page)).toHaveCount(1)

  await log.release()
  const texts = ['first', 'second', 'third', 'fourth']
  await expect(articles(page)).toHaveText(texts.map((text) => new RegExp(text)))
  await expect(textbox(page)).toHaveText('written on')
  await expect.poll(() => textsTo(ben, ada)).toEqual(texts)
})

import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes, inBothFrames } from './support/accessibility.ts'
import { callerOf } from './support/calls.ts'
import { articles, deleteText, expect, meet, openConversation, send, test } from './support/journey.ts'

const row = (page: Page) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: /^Ben/ })
const textbox = (page: Page) => page.getByRole('textbox', { name: 'Message' })
/** Types like a person, for longer than the 4 s between two frames. */
const typeSlowly = (page: Page, text: string) => textbox(page).pressSequentially(text, { delay: 300 })

/** The whole lines, because the visible words end with no full stop. */
const inHeader = (page: Page, words: string) => page.getByRole('main').getByText(words, { exact: true })

test('two people see each other type and record, until a message or a pause, unless one has turned it off', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meet(browser, server)
  await openConversation(ben.page, 'Ada')
  await send(ada.page, 'Are you there?')
  // The server's extensions are known where this action is offered.
  await articles(ben.page).filter({ hasText: 'Are you there?' }).hover()
  await expect(ben.page.getByTitle('Add reaction')).toBeVisible()
  const heights = async () => [
    (await ada.page.getByRole('main').locator('header').boundingBox())?.height,
    (await row(ada.page).boundingBox())?.height,
  ]

  await test.step('typing replaces the presence and the preview without moving anything, until the message', async () => {
    await expect(inHeader(ada.page, 'Online')).toBeVisible()
    await expect(row(ada.page)).toContainText('Are you there?')
    const before = await heights()
    await textbox(ben.page).pressSequentially('Yes, just')
    await expect(inHeader(ada.page, 'Typing')).toBeVisible()
    await expect(row(ada.page)).toContainText('Typing')
    expect(await heights()).toEqual(before)
    await textbox(ben.page).press('Enter')
    await expect(row(ada.page)).toContainText('Yes, just')
    await expect(inHeader(ada.page, 'Typing')).toBeHidden()
  })

  await test.step('it ends when the text is removed, and without a message after some seconds', async () => {
    await typeSlowly(ben.page, 'or rather in the afternoon')
    await expect(inHeader(ada.page, 'Typing')).toBeVisible()
    await deleteText(ben.page)
    await expect(inHeader(ada.page, 'Typing')).toBeHidden()
  })

  await test.step('recording is shown as long as it lasts, in both frames', async () => {
    await ben.page.getByRole('button', { name: 'Record voice message' }).click()
    await expect(inHeader(ada.page, 'Recording a voice message')).toBeVisible()
    await inBothFrames(ada.page, async (frame) => {
      await expect(inHeader(ada.page, 'Recording a voice message')).toBeVisible()
      await expectAccessibleInBothSchemes(ada.page, `a conversation whose other person records, ${frame}`)
    })
    await ben.page
      .getByRole('group', { name: 'Voice recorder' })
      .getByRole('button', { name: 'Delete recording' })
      .click()
    await expect(inHeader(ada.page, 'Recording a voice message')).toBeHidden()
  })

  await test.step('the privacy settings turn it off in both directions', async () => {
    await ada.page.goto(`${server.address}/my/privacy`)
    const choice = ada.page.getByRole('switch', { name: /^Show when I am typing/ })
    await expect(choice).toBeChecked()
    await expectAccessibleInBothSchemes(ada.page, 'the privacy settings with typing')
    await choice.uncheck({ force: true })
    const stored = () => callerOf(ada).call<{ IsTypingShown: number }>('/GetTypingSetting', {})
    await expect.poll(stored).toEqual({ IsTypingShown: 0 })
    await openConversation(ada.page, 'Ben')
    for (const { page } of [ada, ben]) await watchFor(page, 'Typing')
    await Promise.all([
      typeSlowly(ben.page, 'Now you see nothing'),
      typeSlowly(ada.page, 'And you do not either'),
    ])
    await textbox(ben.page).press('Enter')
    await textbox(ada.page).press('Enter')
    // Frames keep their order, so that typing would have come before these messages.
    await expect(articles(ada.page).last()).toContainText(/And you do not|Now you see/)
    await expect(articles(ben.page).filter({ hasText: 'And you do not either' })).toBeVisible()
    await expect(articles(ada.page).filter({ hasText: 'Now you see nothing' })).toBeVisible()
    for (const { page } of [ada, ben]) expect(await wasSeen(page)).toBe(false)
  })
  await ada.context.close()
  await ben.context.close()
})

/** Notes from now on whether a line ever appears. */
const watchFor = (page: Page, words: string) =>
  page.evaluate((wanted) => {
    Object.assign(globalThis, { wasSeen: false })
    new MutationObserver(() => {
      const found = [...document.querySelectorAll('bdi')].some(({ textContent }) => textContent === wanted)
      if (found) Object.assign(globalThis, { wasSeen: true })
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, words)

const wasSeen = (page: Page) => page.evaluate(() => (globalThis as { wasSeen?: boolean }).wasSeen === true)

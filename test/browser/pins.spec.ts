import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes, inBothFrames } from './support/accessibility.ts'
import { foundGroup, sayInGroup } from './support/groups.ts'
import { articles, expect, meetCaller, openConversation, openSection, test } from './support/journey.ts'
import { say } from './support/messages.ts'

const saying = (page: Page, text: string) => articles(page).filter({ hasText: text })
const notice = (page: Page, text: string) => page.getByRole('log', { name: 'Messages' }).getByText(text)
const bar = (page: Page) => page.getByRole('region', { name: 'Pinned messages' })
const shown = (page: Page) => bar(page).getByRole('button', { name: /^Pinned message/ })

const row = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('listitem').first()

/** Chooses an action of a message by keyboard. */
async function choose(page: Page, message: string, action: string): Promise<void> {
  await saying(page, message).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: action, exact: true }).press('Enter')
  await expect(page.getByRole('menu')).toHaveCount(0)
}

test('two people pin messages, offline too, walk through them in a bar, and unpin them', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meetCaller(browser, server)
  const { page, context } = ada
  await say(ben, ada, 'The code is 4711')
  await say(ben, ada, 'Tea at five?')
  await expect(saying(page, 'Tea at five?')).toBeVisible()
  const { ID } = await ben.call<{ ID: number }>('/CreateChatSession', { UserID: ada.credentials().UID })
  const place = { ChatSessionID: ID }
  /** The texts that the server has pinned, the last pinned one first. */
  const stored = async () =>
    (await ben.call<{ Messages: { Message: string }[] }>('/GetPinnedMessages', place)).Messages.map(
      ({ Message }) => Message,
    )

  await test.step('the menu pins a message, and the conversation says so', async () => {
    await choose(page, 'The code is 4711', 'Pin')
    await expect(shown(page)).toHaveAccessibleName('Pinned message Ben The code is 4711')
    await expect(notice(page, 'You pinned a message')).toBeVisible()
    await expect(row(page)).toContainText('You pinned a message')
    await expect.poll(stored).toEqual(['The code is 4711'])
  })

  await test.step('a pin of the other person arrives', async () => {
    const ChatID = Number(await saying(page, 'Tea at five?').getAttribute('data-message-id'))
    await ben.call('/PinMessage', { ...place, ChatID, IsPinned: true })
    await expect(shown(page)).toHaveAccessibleName('Pinned message 1 of 2 Ben Tea at five?')
    await expect(notice(page, 'Ben pinned a message')).toBeVisible()
    await expect(row(page)).toContainText(/Ben.? pinned a message/)
  })

  await test.step('each press goes to the message and shows the one pinned before', async () => {
    await shown(page).press('Enter')
    await expect(shown(page)).toHaveAccessibleName('Pinned message 2 of 2 Ben The code is 4711')
    await expect(shown(page)).toBeFocused()
    await shown(page).press('Enter')
    await expect(shown(page)).toHaveAccessibleName('Pinned message 1 of 2 Ben Tea at five?')
    await inBothFrames(page, (frame) =>
      expectAccessibleInBothSchemes(page, `the bar of pinned messages, ${frame}`),
    )
  })

  await test.step('the list shows all of them, and unpins offline until the network is back', async () => {
    await bar(page).getByRole('button', { name: 'All pinned messages' }).click()
    const list = page.getByRole('dialog', { name: 'Pinned messages' })
    await expect(list.getByRole('listitem')).toHaveText([/Tea at five/, /The code is 4711/])
    await expectAccessibleInBothSchemes(page, 'the list of pinned messages')
    await context.setOffline(true)
    await list
      .getByRole('listitem')
      .filter({ hasText: 'Tea at five' })
      .getByRole('button', { name: 'Unpin' })
      .click()
    await expect(list.getByRole('listitem')).toHaveText([/The code is 4711/])
    await context.setOffline(false)
    await expect.poll(stored).toEqual(['The code is 4711'])
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
  })

  await test.step('on a phone the menu unpins the last one, and the bar is gone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(shown(page)).toBeVisible()
    await choose(page, 'The code is 4711', 'Unpin')
    await expect(bar(page)).toHaveCount(0)
    await expect.poll(stored).toEqual([])
  })
  await context.close()
})

test('a member sees a pin from far before the loaded messages, goes to it, and may not change it', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meetCaller(browser, server)
  const { page, context } = ada
  // Of what it misses, the device fetches the newest messages only.
  await context.setOffline(true)
  await expect(page.getByRole('status', { name: 'Connection' })).toContainText('Offline')
  const group = await foundGroup(ben, 'Sunday walks', [ada.credentials().UID])
  const { ID: ChatID } = await sayInGroup(ben, group, 'We meet at the old mill')
  await ben.call('/PinMessage', { GroupID: group, ChatID, IsPinned: true })
  for (let number = 1; number < 120; number += 1) await sayInGroup(ben, group, `step ${number}`)
  await sayInGroup(ben, group, 'Home again')
  await context.setOffline(false)
  await openConversation(page, 'Sunday walks')
  await expect(saying(page, 'Home again')).toBeVisible()
  await expect(shown(page)).toHaveAccessibleName('Pinned message Ben We meet at the old mill')
  await expect(bar(page).getByRole('button')).toHaveCount(1)

  await test.step('without a connection the bar says why it cannot show it, until the connection is back', async () => {
    await context.setOffline(true)
    await expect(page.getByRole('status', { name: 'Connection' })).toContainText('Offline')
    await openSection(page, 'Messages')
    await expect(bar(page)).toHaveCount(0)
    await openConversation(page, 'Sunday walks')
    await expect(shown(page)).toHaveAccessibleName('Pinned message Shown when you are back online')
    await shown(page).click()
    await expect(page.getByText('You are offline. This cannot be opened now.').first()).toBeVisible()
    await context.setOffline(false)
    await expect(shown(page)).toHaveAccessibleName('Pinned message Ben We meet at the old mill')
  })

  await shown(page).click()
  await expect(saying(page, 'We meet at the old mill')).toBeVisible()
  await saying(page, 'We meet at the old mill').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Quote', exact: true })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Unpin' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await test.step('it ends with its message', async () => {
    await ben.call('/PinMessage', { GroupID: group, ChatID, IsPinned: false })
    await expect(bar(page)).toHaveCount(0)
  })
  await context.close()
})

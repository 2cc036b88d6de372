import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothSchemes } from './support/accessibility.ts'
import { callerOf } from './support/calls.ts'
import { foundGroup, sayInGroup } from './support/groups.ts'
import { articles, expect, meetCaller, openConversation, test } from './support/journey.ts'
import { say } from './support/messages.ts'
import { comeToRest } from './support/stillness.ts'

const saying = (page: Page, text: string) => articles(page).filter({ hasText: text })
const pills = (page: Page, text: string) =>
  saying(page, text).getByRole('group', { name: 'Reactions' }).getByRole('button')

test('people react with quick and other emoji, offline too, see who did, and reactions go with their message', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meetCaller(browser, server)
  const { page, context } = ada
  await say(ben, ada, 'Tea at five?')
  const message = saying(page, 'Tea at five?')
  await expect(message).toBeVisible()
  const ChatID = Number(await message.getAttribute('data-message-id'))
  const { ID } = await ben.call<{ ID: number }>('/CreateChatSession', { UserID: ada.credentials().UID })
  const place = { ChatSessionID: ID }
  /** The emoji that the server has, in the order of the reactions. */
  const stored = async () =>
    (await ben.call<{ Emoji: string }[]>('/GetMessageReactions', { ...place, ChatID })).map(
      ({ Emoji }) => Emoji,
    )

  await test.step('a quick reaction from the hover button', async () => {
    await message.hover()
    await page.getByTitle('Add reaction').click()
    await expectAccessible(page, 'the quick reactions')
    await page.getByRole('button', { name: 'React with 👍' }).click()
    await expect(pills(page, 'Tea at five?')).toHaveText(['👍1'])
    await expect(pills(page, 'Tea at five?')).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('the reaction of the other person arrives', async () => {
    await expect.poll(stored).toEqual(['👍'])
    await ben.call('/ReactToMessage', { ...place, ChatID, Emoji: '👍' })
    await expect(pills(page, 'Tea at five?')).toHaveText(['👍2'])
    await ben.call('/ReactToMessage', { ...place, ChatID, Emoji: '😂' })
    await expect(pills(page, 'Tea at five?')).toHaveText(['👍1', '😂1'])
  })

  await test.step('the menu shows who has reacted', async () => {
    await message.click({ button: 'right', position: { x: 60, y: 12 } })
    await page.getByRole('menuitem', { name: 'Reactions', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Reactions' })
    await expect(dialog.getByRole('listitem')).toHaveText([/You.*👍/, /Ben.*😂/])
    await expectAccessibleInBothSchemes(page, 'the people who have reacted')
    for (const Emoji of ['❤️', '😂']) {
      await ben.call('/ReactToMessage', { ...place, ChatID, Emoji })
      await expect(dialog.getByRole('listitem')).toHaveText([/You.*👍/, new RegExp(`Ben.*${Emoji}`)])
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('in a low window the entries of the menu scroll below the quick reactions, inside its card', async () => {
    await page.setViewportSize({ width: 1440, height: 400 })
    await message.focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('menu', { name: 'Message actions' })
    await comeToRest(menu)
    await expect(page.getByRole('button', { name: 'React with 👍' })).toBeInViewport({ ratio: 1 })
    const bottoms = await menu.evaluate((entries) =>
      [entries, entries.parentElement].map((part) => part?.getBoundingClientRect().bottom ?? 0),
    )
    expect(bottoms[0]).toBeLessThanOrEqual(bottoms[1] ?? 0)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('any emoji from the picker replaces it, by keyboard', async () => {
    await message.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Add reaction' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Choose a reaction' })
    await dialog.getByRole('searchbox').fill('rocket')
    await dialog.getByRole('button', { name: 'rocket', exact: true }).click()
    await expect(pills(page, 'Tea at five?')).toHaveText(['😂1', '🚀1'])
  })

  await test.step('a press on a pill joins in and removes again, offline until the network is back', async () => {
    await context.setOffline(true)
    await pills(page, 'Tea at five?').filter({ hasText: '😂' }).click()
    await expect(pills(page, 'Tea at five?')).toHaveText(['😂2'])
    await context.setOffline(false)
    await expect.poll(stored).toEqual(['😂', '😂'])
    await pills(page, 'Tea at five?').click()
    await expect(pills(page, 'Tea at five?')).toHaveText(['😂1'])
    await expect.poll(stored).toEqual(['😂'])
  })

  await test.step('on a phone the menu of a long press has the quick reactions', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await message.click({ button: 'right', position: { x: 60, y: 12 } })
    await expectAccessibleInBothSchemes(page, 'the message menu with reactions, compact')
    await page.getByRole('button', { name: 'React with ❤️' }).click()
    await expect(pills(page, 'Tea at five?')).toHaveText(['😂1', '❤️1'])
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('they go with their message', async () => {
    await message.focus()
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Delete for me' }).click()
    await expect(message).toHaveCount(0)
    await ben.call('/ReactToMessage', { ...place, ChatID, Emoji: '🙏' })
    await say(ben, ada, 'or at six')
    await expect(saying(page, 'or at six')).toBeVisible()
    await expect(page.getByRole('group', { name: 'Reactions' })).toHaveCount(0)
  })
  await context.close()
})

test('a banned member can remove the own reaction, and is offered none to add', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meetCaller(browser, server)
  const { page, context } = ada
  const UserID = ada.credentials().UID
  const GroupID = await foundGroup(ben, 'Sunday walks', [UserID])
  const { ID: ChatID } = await sayInGroup(ben, GroupID, 'Bring a lamp')
  await ben.call('/ReactToMessage', { GroupID, ChatID, Emoji: '👍' })
  await callerOf(ada).call('/ReactToMessage', { GroupID, ChatID, Emoji: '😂' })
  await openConversation(page, 'Sunday walks')
  await expect(pills(page, 'Bring a lamp')).toHaveText(['👍1', '😂1'])
  await expect(pills(page, 'Bring a lamp').first()).toBeEnabled()
  await ben.call('/BanGroupUser', { GroupID, UserID, Status: 0 })
  await expect(pills(page, 'Bring a lamp').first()).toBeDisabled()
  await expectAccessibleInBothSchemes(page, 'reactions to which none can be added')
  await saying(page, 'Bring a lamp').hover()
  await expect(page.getByTitle('Add reaction')).toHaveCount(0)
  await pills(page, 'Bring a lamp').last().click()
  await expect(pills(page, 'Bring a lamp')).toHaveText(['👍1'])
  await expect
    .poll(() => ben.call<readonly { Emoji: string }[]>('/GetMessageReactions', { GroupID, ChatID }))
    .toMatchObject([{ Emoji: '👍' }])
  await context.close()
})

test('an open dialog about a message closes when the message is erased, in both frames', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meetCaller(browser, server)
  const { page, context } = ada
  const owner = callerOf(ada)
  const ID = await foundGroup(owner, 'Sunday walks', [ben.userId])
  await openConversation(page, 'Sunday walks')
  const ways = [
    { width: 1440, height: 900, entry: 'Add reaction', title: 'Choose a reaction' },
    { width: 390, height: 844, entry: 'Details', title: 'Details' },
  ]
  for (const { entry, title, ...size } of ways) {
    await page.setViewportSize(size)
    await sayInGroup(ben, ID, `Short-lived, ${title}`)
    const message = saying(page, `Short-lived, ${title}`)
    await message.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog).toBeVisible()
    await owner.call('/KickOutGroup', { GroupID: ID, UserID: ben.userId, DeleteAllChat: 1 })
    await expect(dialog).toBeHidden()
    await expect(message).toHaveCount(0)
    await owner.call('/CheckGroupManualVerified', { GroupID: ID, UserIDs: String(ben.userId) })
  }
  await context.close()
})

import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes, inBothFrames } from './support/accessibility.ts'
import { befriendByCall, type Caller, callerNamed, callerOf } from './support/calls.ts'
import {
  expect,
  freshPhone,
  openConversation,
  readCode,
  send,
  test,
  watchCredentials,
} from './support/journey.ts'
import { say } from './support/messages.ts'
import type { RunningServer } from './support/server.ts'
import { expectNoLayoutShift, expectShiftsNoticed, watchLayoutShifts } from './support/stillness.ts'

/** Checks the screen in both frames and both schemes. */
const expectAccessibleInBothFrames = (page: Page, screen: string): Promise<void> =>
  inBothFrames(page, (frame) => expectAccessibleInBothSchemes(page, `${screen}, ${frame}`))

/** Paths with the heading that shows that the screen has loaded. */
const signedOutScreens = [
  ['/auth/sign-in', 'Welcome back'],
  ['/auth/sign-up', 'Create your account'],
  ['/auth/forgot-password', 'Reset your password'],
  ['/auth/agreement', 'User agreement'],
  ['/auth/privacy', 'Privacy policy'],
] as const
const signedInScreens = [
  ['/messages', 'Messages'],
  ['/contact', 'Contacts'],
  ['/contact/add', 'Add friend'],
  ['/contact/applications', 'New friends'],
  ['/my', 'My'],
] as const

/** Loads the screen in each frame, and checks it in both schemes and that nothing on it moves while it loads. */
const visit = (page: Page, server: RunningServer, [path, heading]: readonly [string, string]) =>
  inBothFrames(page, async (frame) => {
    await page.goto(`${server.address}${path}`)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    await expect(page.getByText('Loading')).toHaveCount(0)
    await expectAccessibleInBothSchemes(page, `${path}, ${frame}`)
    await expectNoLayoutShift(page, `${path}, ${frame}`)
  })

/** Opens the settings of the open conversation with disappearing messages on, and one such message. */
async function visitDisappearingMessages(page: Page, reader: Caller): Promise<void> {
  await page.getByRole('button', { name: 'Conversation settings' }).click()
  await page.getByRole('switch', { name: 'Vanish mode' }).press('Space')
  await expect(page.getByRole('button', { name: /Vanish after/ })).toContainText('1 day')
  await expectAccessibleInBothFrames(page, 'conversation settings')
  await page.getByRole('button', { name: /^(Close|Back)$/ }).click()
  await send(page, 'This one disappears')
  const sent = page.getByRole('article').filter({ hasText: 'This one disappears' })
  await expect(sent).toHaveAttribute('data-state', 'sent')
  await reader.call('/ReadChat', {
    ChatSessionID: Number(new URL(page.url()).pathname.split('/').at(-1)),
    ChatID: Number(await sent.getAttribute('data-message-id')),
  })
  await expect(sent).toContainText('Vanishes in')
  await expectAccessibleInBothFrames(page, 'message that disappears')
}

test('axe finds no violation on any screen of the path, in both frames, and nothing moves while a screen loads', async ({
  browser,
  server,
}) => {
  test.setTimeout(240_000)
  const context = await browser.newContext({ colorScheme: 'light' })
  await watchLayoutShifts(context)
  const guest = await context.newPage()
  const credentials = watchCredentials(guest)
  for (const screen of signedOutScreens) await visit(guest, server, screen)
  await guest.goto(`${server.address}/auth/sign-in`)
  await expect(guest.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expectShiftsNoticed(guest)
  await guest.getByRole('tab', { name: 'Code' }).click()
  await expectAccessibleInBothFrames(guest, 'sign-in by code')

  const phone = freshPhone()
  await guest.goto(`${server.address}/auth/sign-up`)
  await guest.getByRole('textbox', { name: 'Phone number' }).fill(phone)
  await guest.getByRole('textbox', { name: 'Code' }).fill(await readCode(guest))
  await guest.getByRole('button', { name: 'Sign up' }).click()
  await expect(guest.getByRole('textbox', { name: 'Nickname' })).toBeVisible()
  await expectAccessibleInBothFrames(guest, 'setup')
  await guest.getByRole('textbox', { name: 'Nickname' }).fill('Ada')
  await guest.getByRole('button', { name: 'Done' }).click()
  await expect(guest.getByRole('navigation', { name: 'Main' })).toBeVisible()
  for (const screen of signedInScreens) await visit(guest, server, screen)

  const ada = { name: 'Ada', phone, page: guest, context, server, credentials }
  const ben = await callerNamed(server, 'Ben', freshPhone())
  await befriendByCall(ben, callerOf(ada))
  await openConversation(guest, 'Ben')
  await send(guest, 'A first message with a link: https://example.org/path')
  await say(ben, ada, 'And an answer')
  await expect(guest.getByRole('article')).toHaveCount(2)
  await expectAccessibleInBothFrames(guest, 'conversation')
  await visitDisappearingMessages(guest, ben)
  await visit(guest, server, ['/messages', 'Messages'])
  await visit(guest, server, ['/contact', 'Contacts'])
  await guest.getByRole('list', { name: 'Friends' }).getByRole('link', { name: 'Ben' }).click()
  await expect(guest.getByRole('heading', { name: 'Ben' }).first()).toBeVisible()
  await expectAccessibleInBothFrames(guest, 'friend detail')
})

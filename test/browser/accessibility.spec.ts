import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import {
  befriend,
  expect,
  freshPhone,
  openConversation,
  readCode,
  send,
  test,
  watchCredentials,
  welcome,
} from './support/journey.ts'
import type { RunningServer } from './support/server.ts'

const frames = [
  { name: 'full', viewport: { width: 1440, height: 900 } },
  { name: 'compact', viewport: { width: 390, height: 844 } },
] as const

/** Paths with the heading that says the screen is there. */
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

const visit = async (page: Page, server: RunningServer, [path, heading]: readonly [string, string]) => {
  await page.goto(`${server.address}${path}`)
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
  await expect(page.getByText('Loading')).toHaveCount(0)
  await expectAccessible(page, path)
}

/** The settings of the open conversation with vanish mode on, and a message that vanishes. */
async function visitVanishMode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Conversation settings' }).click()
  await page.getByRole('switch', { name: 'Vanish mode' }).press('Space')
  await expect(page.getByRole('button', { name: /Vanish after/ })).toContainText('1 day')
  await expectAccessible(page, 'conversation settings')
  await page.getByRole('button', { name: /^(Close|Back)$/ }).click()
  await send(page, 'This one vanishes')
  await expect(page.getByRole('article').last()).toContainText('Vanishes in')
  await expectAccessible(page, 'message that vanishes')
}

for (const { name, viewport } of frames)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`axe finds nothing on any screen of the path, ${name}, ${colorScheme}`, async ({
      browser,
      server,
    }) => {
      test.setTimeout(240_000)
      const context = await browser.newContext({ viewport, colorScheme })
      const guest = await context.newPage()
      const credentials = watchCredentials(guest)
      for (const screen of signedOutScreens) await visit(guest, server, screen)
      await guest.goto(`${server.address}/auth/sign-in`)
      await guest.getByRole('tab', { name: 'Code' }).click()
      await expectAccessible(guest, 'sign-in by code')

      const phone = freshPhone()
      await guest.goto(`${server.address}/auth/sign-up`)
      await guest.getByRole('textbox', { name: 'Phone number' }).fill(phone)
      await guest.getByRole('textbox', { name: 'Code' }).fill(await readCode(guest))
      await guest.getByRole('button', { name: 'Sign up' }).click()
      await expect(guest.getByRole('textbox', { name: 'Nickname' })).toBeVisible()
      await expectAccessible(guest, 'setup')
      await guest.getByRole('textbox', { name: 'Nickname' }).fill('Ada')
      await guest.getByRole('button', { name: 'Done' }).click()
      await expect(guest.getByRole('navigation', { name: 'Main' })).toBeVisible()
      for (const screen of signedInScreens) await visit(guest, server, screen)

      const ada = { name: 'Ada', phone, page: guest, context, server, credentials }
      const ben = await welcome(await browser.newContext({ viewport, colorScheme }), server, 'Ben')
      await befriend(ben, ada)
      await openConversation(ada.page, 'Ben')
      await send(ada.page, 'A first message with a link: https://example.org/path')
      await openConversation(ben.page, 'Ada')
      await send(ben.page, 'And an answer')
      await expect(ada.page.getByRole('article')).toHaveCount(2)
      await expectAccessible(ada.page, 'conversation')
      await visitVanishMode(ada.page)
      await visit(ada.page, server, ['/messages', 'Messages'])
      await visit(ada.page, server, ['/contact', 'Contacts'])
      await ada.page.getByRole('list', { name: 'Friends' }).getByRole('link', { name: 'Ben' }).click()
      await expect(ada.page.getByRole('heading', { name: 'Ben' }).first()).toBeVisible()
      await expectAccessible(ada.page, 'friend detail')
      await context.close()
      await ben.context.close()
    })

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
  welcome,
} from './support/journey.ts'
import type { RunningServer } from './support/server.ts'

const frames = [
  { name: 'full', viewport: { width: 1440, height: 900 } },
  { name: 'compact', viewport: { width: 390, height: 844 } },
] as const

const signedOutScreens = [
  '/auth/sign-in',
  '/auth/sign-up',
  '/auth/forgot-password',
  '/auth/agreement',
  '/auth/privacy',
]
const signedInScreens = ['/messages', '/contact', '/contact/add', '/contact/applications', '/my']

const visit = async (page: Page, server: RunningServer, path: string) => {
  await page.goto(`${server.address}${path}`)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expectAccessible(page, path)
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
      for (const path of signedOutScreens) await visit(guest, server, path)
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
      for (const path of signedInScreens) await visit(guest, server, path)

      const ada = { name: 'Ada', phone, page: guest, context }
      const ben = await welcome(await browser.newContext({ viewport, colorScheme }), server, 'Ben')
      await befriend(ben, ada)
      await openConversation(ada.page, 'Ben')
      await send(ada.page, 'A first message with a link: https://example.org/path')
      await openConversation(ben.page, 'Ada')
      await send(ben.page, 'And an answer')
      await expect(ada.page.getByRole('article')).toHaveCount(2)
      await expectAccessible(ada.page, 'conversation')
      await visit(ada.page, server, '/messages')
      await visit(ada.page, server, '/contact')
      await ada.page.getByRole('list', { name: 'Friends' }).getByRole('link', { name: 'Ben' }).click()
      await expect(ada.page.getByRole('heading', { name: 'Ben' }).first()).toBeVisible()
      await expectAccessible(ada.page, 'friend detail')
      await context.close()
      await ben.context.close()
    })

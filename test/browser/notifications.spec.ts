import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import {
  articles,
  expect,
  freshPhone,
  meetCaller,
  openConversation,
  openSection,
  send,
  test,
  welcome,
} from './support/journey.ts'

test('notification settings have a screen of their own and are stored with the account [NOTIF-01 NOTIF-03 NOTIF-04]', async ({
  browser,
  server,
}) => {
  const { page, context } = await welcome(await browser.newContext(), server, 'Ada', freshPhone())
  await openSection(page, 'My')
  await page.getByRole('link', { name: 'Notification settings' }).click()
  const sound = page.getByRole('switch', { name: 'Sound' })
  await expect(sound).toBeChecked()
  const saved = page.waitForResponse('**/UpdateNotificationSettings')
  await page.getByText('Sound', { exact: true }).click()
  await expect(sound).not.toBeChecked()
  expect((await saved).request().postDataJSON()).toMatchObject({ IsNotSound: 1 })
  await expectAccessible(page, 'notification settings')
  await page.reload()
  await expect(sound).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Allow notifications' })).toBeChecked()
  await context.close()
})

/** Gives contexts without an answer to the notification permission yet. A headless browser answers without a prompt. */
const unasked = (browser: Browser): Pick<Browser, 'newContext'> => ({
  async newContext() {
    const context = await browser.newContext()
    await context.clearPermissions()
    await context.addInitScript(() =>
      Object.defineProperty(Notification, 'permission', { get: () => 'default' }),
    )
    return context
  },
})

/** Counts in the page how often the app requests the browser's permission. */
const countRequests = (page: Page) =>
  page.addInitScript(() => {
    const { requestPermission } = Notification
    Notification.requestPermission = () => {
      document.documentElement.dataset.requests = String(
        Number(document.documentElement.dataset.requests ?? 0) + 1,
      )
      return requestPermission.call(Notification)
    }
  })

test('a dialog asks for the notification permission once, after the first message and not while writing [NOTIF-10]', async ({
  browser,
  server,
}) => {
  const { ada } = await meetCaller(unasked(browser), server)
  const { page, context } = ada
  await countRequests(page)
  await page.reload()
  const question = page.getByRole('alertdialog', { name: 'Get notified of new messages?' })
  const turnAway = async (way: 'Contacts' | 'Messages') => {
    await openSection(page, way)
    await expect(page).toHaveURL(new RegExp(way === 'Contacts' ? '/contact' : '/messages'))
  }
  await send(page, 'hello')
  await expect(articles(page).filter({ hasText: 'hello' })).toHaveAttribute('data-state', /sent|read/)
  await expect(question).toHaveCount(0)
  await turnAway('Contacts')
  await expect(question).toBeVisible()
  await expectAccessible(page, 'question about notifications')
  await question.getByRole('button', { name: 'No, thanks' }).click()
  await expect(question).toBeHidden()
  await expect(page.locator('html')).not.toHaveAttribute('data-requests')

  await openConversation(page, 'Ben')
  await send(page, 'hello again')
  await expect(articles(page).filter({ hasText: 'hello again' })).toHaveAttribute('data-state', /sent|read/)
  await turnAway('Contacts')
  await turnAway('Messages')
  await expect(question).toHaveCount(0)
  await context.close()
})

test("the browser's permission prompt opens once for a person who allows notifications in the dialog [NOTIF-10]", async ({
  browser,
  server,
}) => {
  const { ada } = await meetCaller(unasked(browser), server)
  const { page, context } = ada
  await countRequests(page)
  await page.reload()
  await send(page, 'hello')
  await expect(articles(page).filter({ hasText: 'hello' })).toHaveAttribute('data-state', /sent|read/)
  await openSection(page, 'Contacts')
  await page.getByRole('button', { name: 'Allow notifications' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-requests', '1')
  await context.close()
})

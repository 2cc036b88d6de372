import { callerOf } from './support/calls.ts'
import { articles, expect, meetCaller, openConversation, send, test } from './support/journey.ts'
import { textsTo } from './support/messages.ts'

const password = 'Correct-Horse-7'

test('messages left unsent by a rejected token refresh are offered after the next sign-in and sent once (DEC-115)', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meetCaller(browser, server)
  const { page, context } = ada
  const own = callerOf(ada)
  await own.call('/UpdatePassword', { Password: password })
  const withText = articles(page).filter({ hasText: 'never sent' })
  await context.setOffline(true)
  await send(page, 'never sent')
  await expect(withText).toHaveAttribute('data-state', /pending|stale/)
  await own.call('/Logout', {})
  await context.setOffline(false)

  const alert = page.getByRole('alertdialog', { name: 'Signed out' })
  await alert.getByRole('button', { name: 'OK' }).click()
  await page.getByRole('textbox', { name: 'Phone number' }).fill(ada.phone)
  await page.getByLabel('Password', { exact: true }).and(page.locator('input')).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const offer = page.getByRole('alertdialog', { name: '1 message was not sent' })
  await expect(offer.getByRole('listitem')).toHaveText('never sent')
  expect(await textsTo(ben, ada)).toEqual([])
  await offer.getByRole('button', { name: 'Send now' }).click()
  await expect(offer).toBeHidden()
  await expect.poll(() => textsTo(ben, ada)).toEqual(['never sent'])

  await openConversation(page, 'Ben')
  await expect(withText).toHaveAttribute('data-state', /sent|read/)
  await expect(withText).toHaveCount(1)
  await expect(offer).toHaveCount(0)
  await context.close()
})

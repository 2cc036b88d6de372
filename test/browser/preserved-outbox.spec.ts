import { expectAccessibleInBothSchemes } from './support/accessibility.ts'
import { befriendByCall, callerNamed, callerOf } from './support/calls.ts'
import { articles, expect, freshPhone, meetCaller, openConversation, send, test } from './support/journey.ts'
import { textsTo } from './support/messages.ts'

const password = 'Correct-Horse-7'

test('messages left unsent by a rejected token refresh are offered after the next sign-in and sent once (DEC-115 DEC-230)', async ({
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

  await test.step('a text to a person who ended the friendship meanwhile is shown to be copied (DEC-230)', async () => {
    const cid = await callerNamed(server, 'Cid', freshPhone())
    await befriendByCall(callerOf(ada), cid)
    await openConversation(page, 'Cid')
    await context.setOffline(true)
    await send(page, 'too late')
    await expect(articles(page).filter({ hasText: 'too late' })).toHaveAttribute(
      'data-state',
      /pending|stale/,
    )
    await cid.call('/DeleteFriend', { UserID: callerOf(ada).userId })
    await context.setOffline(false)
    await expect(offer.getByRole('listitem')).toHaveText('too late')
    await expectAccessibleInBothSchemes(page, 'a text that cannot be sent')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await offer.getByRole('button', { name: 'Copy text' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('too late')
    await offer.getByRole('button', { name: 'Discard' }).click()
    await expect(offer).toBeHidden()
  })
  await context.close()
})

import { expectAccessible } from './support/accessibility.ts'
import { expect, freshPhone, test, welcome } from './support/journey.ts'

test('notification settings are a screen of their own and stay with the account [NOTIF-01 NOTIF-03 NOTIF-04]', async ({
  browser,
  server,
}) => {
  const { page, context } = await welcome(await browser.newContext(), server, 'Ada', freshPhone())
  await page.getByRole('link', { name: 'My', exact: true }).click()
  await page.getByRole('link', { name: 'Notification settings' }).click()
  const sound = page.getByRole('switch', { name: 'No sound' })
  await expect(sound).not.toBeChecked()
  const saved = page.waitForResponse('**/UpdateNotificationSettings')
  await page.getByText('No sound').click()
  await expect(sound).toBeChecked()
  await saved
  await expectAccessible(page, 'notification settings')
  await page.reload()
  await expect(sound).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Mute everything' })).not.toBeChecked()
  await context.close()
})

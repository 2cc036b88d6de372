import { befriendByCall, callerNamed, callerOf } from './support/calls.ts'
import { expect, freshPhone, openConversation, test, welcome } from './support/journey.ts'
import { placesWith } from './support/origin-scan.ts'

const secret = 'The spare key is under the third flowerpot'
const onWindows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

test('a new sign-in is announced to the other browser, which signs it out and leaves nothing of the account there', async ({
  browser,
  server,
}) => {
  const [ada, ben] = await Promise.all([
    welcome(await browser.newContext(), server, 'Ada Lindqvist'),
    callerNamed(server, 'Ben', freshPhone()),
  ])
  const own = callerOf(ada)
  await own.call('/UpdatePassword', { Password: 'correct horse' })
  await befriendByCall(ben, own)
  const [{ ChatSessionID } = { ChatSessionID: 0 }] = await ben.call<{ ChatSessionID: number }[]>(
    '/GetFriends',
    {},
  )
  const ClientMsgId = 'security000000000001'
  await ben.call('/SendChat', { ChatSessionID, Message: secret, MsgType: 'txt', TimeStamp: 1, ClientMsgId })

  const other = await (await browser.newContext({ userAgent: onWindows })).newPage()
  await test.step('another browser signs in', async () => {
    await other.goto(`${server.address}/auth/sign-in`)
    await other.getByRole('textbox', { name: 'Phone number' }).fill(ada.phone)
    await other.getByRole('textbox', { name: 'Password' }).fill('correct horse')
    await other.getByRole('button', { name: 'Sign in' }).click()
    await expect(other.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await openConversation(other, 'Ben')
    await expect(other.getByRole('log', { name: 'Messages' })).toContainText(secret)
    await expect.poll(() => placesWith(other, secret)).not.toEqual([])
  })

  const { page } = ada
  await test.step('the first browser is told and leads to the devices', async () => {
    const notice = page.getByRole('region', { name: 'Notifications' })
    await expect(notice.getByRole('alert')).toHaveText('New sign-in to your account: Firefox, Windows.')
    await notice.getByRole('button', { name: 'Show devices' }).click()
    await expect(page).toHaveURL(/\/my\/security$/)
    await expect(notice.getByRole('alert')).toHaveCount(0)
  })

  const device = page.getByRole('listitem', { name: 'Firefox on Windows' })
  await test.step('it signs the other browser out', async () => {
    await expect(device).toContainText('Active now')
    await device.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    await expect(device).toHaveCount(0)
    await expect(page.getByText('You are signed in on this device only.')).toBeVisible()
  })

  await test.step('the other browser returns to the sign-in page and has nothing left', async () => {
    await other.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
    await expect(other.getByRole('tab', { name: 'Password' })).toBeVisible()
    for (const text of [secret, 'Ada Lindqvist'])
      await expect.poll(() => placesWith(other, text), { timeout: 15_000 }).toEqual([])
    await other.goto(`${server.address}/messages`)
    await expect(other.getByRole('tab', { name: 'Password' })).toBeVisible()
  })

  await page.goto(`${server.address}/messages`)
  await openConversation(page, 'Ben')
})

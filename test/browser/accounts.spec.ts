import type { Page } from '@playwright/test'
import type { StoredAccount } from '#schemas/storage/account.ts'
import { expectAccessible } from './support/accessibility.ts'
import { befriendByCall, callerNamed, createCaller, signUpByCall } from './support/calls.ts'
import { expect, freshPhone, test } from './support/journey.ts'
import { say } from './support/messages.ts'
import { placesWith } from './support/origin-scan.ts'
import type { RunningServer } from './support/server.ts'
import { openSignedIn, storeAccount } from './support/signed-in.ts'

const list = (page: Page) => page.getByRole('region', { name: 'Messages' })
const myEntry = (page: Page) => page.getByRole('link', { name: 'My', exact: true })

/** Replaces the browser's notifications by ones that the test reads and clicks. */
const recordNotifications = () => {
  class Recorded {
    static readonly permission = 'granted'
    onclick: (() => void) | undefined
    constructor(title: string, { body = '' }: NotificationOptions = {}) {
      const button = document.createElement('button')
      button.textContent = `Notification: ${title}, ${body}`
      button.onclick = () => this.onclick?.()
      document.documentElement.append(button)
    }
    close() {
      for (const button of document.querySelectorAll('html > button')) button.remove()
    }
  }
  Object.defineProperty(window, 'Notification', { value: Recorded })
}

/** Ann and Ben share a device; Cid is a friend of both and writes by calls. */
async function meet(server: RunningServer) {
  const [ann, ben] = [
    await signUpByCall(server, 'Ann', freshPhone()),
    await signUpByCall(server, 'Ben', freshPhone()),
  ]
  const cid = await callerNamed(server, 'Cid', freshPhone())
  for (const { userId, token } of [ann, ben])
    await befriendByCall(cid, createCaller(server, { UID: userId, Token: token }))
  const write = (to: StoredAccount, text: string) =>
    say(cid, { credentials: () => ({ UID: to.userId, Token: to.token }) }, text)
  return { ann, ben, write }
}

test('two accounts of a device receive in two tabs, keep apart over reloads, and leave nothing at sign-out [AUTH-17 AUTH-21 AUTH-38 NOTIF-17]', async ({
  browser,
  server,
}) => {
  const { ann, ben, write } = await meet(server)
  const context = await browser.newContext()
  await context.addInitScript(recordNotifications)
  const first = await context.newPage()
  await storeAccount(first, server.address, ben)
  await openSignedIn(first, server, ann)

  await test.step('the app is mounted into the root element [BOOT-03]', async () => {
    await expect(first.locator('#root').getByRole('navigation', { name: 'Main' })).toBeVisible()
  })

  const second = await context.newPage()
  await test.step('the second tab opens the other account', async () => {
    await second.goto(`${server.address}/auth/switch`)
    await second.getByRole('button', { name: /^Ben/ }).click()
    await expect(second).toHaveURL(/\/messages/)
  })

  await test.step('messages reach each account in its tab, also after a reload', async () => {
    await write(ann, 'first for Ann')
    await write(ben, 'first for Ben')
    await expect(list(first)).toContainText('first for Ann')
    await expect(list(second)).toContainText('first for Ben')
    for (const page of [first, second]) await page.reload()
    await expect(list(first)).toContainText('first for Ann')
    await expect(list(second)).toContainText('first for Ben')
    await expect(list(first)).not.toContainText('Ben')
    await expect(myEntry(first)).toHaveAccessibleDescription(/unread messages? in another account/)
  })
  await second.close()

  await test.step('a notification of the other account leads to its conversation', async () => {
    // A slow browser may show one for each message.
    const notification = first.getByRole('button', { name: 'Notification: Cid, New message for Ben' }).first()
    // Messages that arrive before this tab has taken over from the closed one are history and do not notify.
    await expect(async () => {
      await write(ben, 'second for Ben')
      await expect(notification).toBeVisible({ timeout: 3000 })
    }).toPass()
    await notification.click()
    await expect(first.getByRole('log', { name: 'Messages' })).toContainText('second for Ben')
    await expect(first).toHaveURL(/\/messages\/sessions\//)
  })

  await test.step('a switch shows the unread count and then the list', async () => {
    await write(ann, 'second for Ann')
    await myEntry(first).click()
    await first.getByRole('link', { name: 'Switch account' }).click()
    const toAnn = first.getByRole('button', { name: /^Ann/ })
    await expect(toAnn).toHaveAccessibleDescription(/\d unread messages?/)
    await expectAccessible(first, 'account switch')
    await toAnn.click()
    await expect(list(first)).toContainText('second for Ann')
  })

  await test.step('a sign-out removes everything of its account alone', async () => {
    await first.goto(`${server.address}/auth/switch`)
    await first.getByRole('button', { name: 'Sign out of Ben' }).click()
    await first.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(() => placesWith(first, 'for Ben'), { timeout: 15_000 }).toEqual([])
    await expect.poll(() => placesWith(first, ben.token)).toEqual([])
    await expect.poll(() => placesWith(first, 'second for Ann')).not.toEqual([])
    await first.getByRole('button', { name: 'Sign out of all accounts' }).click()
    await first.getByRole('alertdialog').getByRole('button', { name: 'Sign out of all accounts' }).click()
    await expect(first).toHaveURL(/\/auth\/sign-in/)
    await expect.poll(() => placesWith(first, 'for Ann'), { timeout: 15_000 }).toEqual([])
    for (const { token, refreshToken = '' } of [ann, ben])
      for (const secret of [token, refreshToken])
        await expect.poll(() => placesWith(first, secret)).toEqual([])
  })
  await context.close()
})

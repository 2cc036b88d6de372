import type { Page } from '@playwright/test'
import { befriendByCall, callerNamed, callerOf } from './support/calls.ts'
import { expect, freshPhone, openSection, test, welcome } from './support/journey.ts'

const compact = { width: 390, height: 844 }

test("a friend request reaches the other person, and accepting it adds both to each other's lists [FRIEND-11 FRIEND-15 FRIEND-16 FRIEND-22 FRIEND-41 FRIEND-49]", async ({
  browser,
  server,
}) => {
  const ada = await welcome(await browser.newContext(), server, 'Ada')
  const ben = await welcome(await browser.newContext(), server, 'Ben')
  await openSection(ada.page, 'Contacts')
  await ada.page.getByRole('button', { name: 'Add', exact: true }).click()
  await ada.page.getByRole('menuitem', { name: 'Add friend' }).click()
  const search = ada.page.getByRole('searchbox', { name: 'Phone number or ID' })
  await search.fill('1')
  await search.press('Enter')
  await expect(search).toHaveAttribute('aria-invalid', 'true')
  await search.fill(ben.phone)
  await search.press('Enter')
  await expect(ada.page).toHaveURL(/friend-request\?.*source=search/)
  await ada.page.getByRole('button', { name: 'Add friend' }).click()
  const dialog = ada.page.getByRole('dialog', { name: 'Friend request' })
  await expect(dialog.getByRole('textbox', { name: 'Remark' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toBeHidden()

  await openSection(ben.page, 'Contacts')
  await expect(ben.page.getByRole('link', { name: /New friends/ })).toContainText('1')
  await ben.page.getByRole('link', { name: /New friends/ }).click()
  const row = ben.page.getByRole('listitem', { name: 'Ada' })
  await expect(row).toContainText('Ada')
  await reply(ben.page, 'Ada', 'Where did we meet?')
  const requestPage = ada.page.url()
  await ada.page.goto(`${server.address}/contact`)
  await ada.page.getByRole('link', { name: /New friends/ }).click()
  await expect(ada.page.getByRole('listitem', { name: 'Ben' })).toContainText('Ben: Where did we meet?')
  await reply(ada.page, 'Ben', 'In the choir')
  await expect(row).toContainText('Ada: In the choir')
  await ada.page.goto(requestPage)
  await expect(ada.page.getByRole('button', { name: 'Add friend' })).toBeVisible()
  await row.getByRole('button', { name: 'Accept' }).click()
  await expect(row.getByRole('button', { name: 'Accept' })).toHaveCount(0)
  await expect(ada.page.getByRole('button', { name: 'Chat', exact: true })).toBeVisible()
  for (const [page, name] of [
    [ada.page, 'Ben'],
    [ben.page, 'Ada'],
  ] as const) {
    await page.goto(`${server.address}/contact`)
    await expect(page.getByRole('list', { name: 'Friends' }).getByRole('link', { name })).toBeVisible()
  }
})

/** Replies to the friend request of a person on the open page of requests. */
async function reply(page: Page, name: string, text: string): Promise<void> {
  const row = page.getByRole('listitem', { name })
  await row.getByRole('button', { name: 'Reply' }).click()
  const dialog = page.getByRole('dialog', { name: `Reply to ${name}` })
  await dialog.getByRole('textbox', { name: 'Your reply' }).fill(text)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toBeHidden()
}

test('a rejected request creates no friendship and moves to the history [FRIEND-39 FRIEND-42]', async ({
  browser,
  server,
}) => {
  const ada = await callerNamed(server, 'Ada', freshPhone())
  const ben = await welcome(await browser.newContext({ viewport: compact }), server, 'Ben')
  await ada.call('/ApplyFriend', { UserID: callerOf(ben).userId, Remark: '', Source: 'Search' })
  await ben.page.goto(`${server.address}/contact/applications`)
  const row = ben.page.getByRole('listitem', { name: 'Ada' })
  await row.getByRole('button', { name: 'Reject' }).click()
  await expect(row.getByRole('button')).toHaveCount(0)
  await expect(row).toBeVisible()
  await ben.page.goto(`${server.address}/contact`)
  await expect(ben.page.getByText('No friends yet')).toBeVisible()
  await expect(ben.page.getByRole('link', { name: 'Ada' })).toHaveCount(0)
})

test('the contact search reports no result, and reports a search for oneself [FRIEND-07 FRIEND-10]', async ({
  browser,
  server,
}) => {
  const ada = await welcome(await browser.newContext(), server, 'Ada')
  await ada.page.goto(`${server.address}/contact/add`)
  const search = ada.page.getByRole('searchbox', { name: 'Phone number or ID' })
  await search.fill('99999999999')
  await search.press('Enter')
  await expect(ada.page.getByText('Nobody found')).toBeVisible()
  await search.fill(ada.phone)
  await search.press('Enter')
  await expect(ada.page.getByRole('region', { name: 'Notifications' }).getByText('That is you')).toBeVisible()
})

test('a friend’s page opens the chat in both frames [FRIEND-23 FRIEND-25 FRIEND-29 FRIEND-33]', async ({
  browser,
  server,
}) => {
  const { page, ...visitor } = await welcome(await browser.newContext(), server, 'Ada')
  await befriendByCall(await callerNamed(server, 'Ben', freshPhone()), callerOf({ page, ...visitor }))
  for (const viewport of [{ width: 1440, height: 900 }, compact]) {
    await page.setViewportSize(viewport)
    await page.goto(`${server.address}/contact`)
    await page.getByRole('list', { name: 'Friends' }).getByRole('link', { name: 'Ben' }).click()
    await expect(page.getByRole('button', { name: /Copy chat ID/ })).toBeVisible()
    await page.getByRole('button', { name: 'Chat', exact: true }).click()
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
    await expect(page).toHaveURL(/\/messages\/sessions\/\d+/)
  }
})

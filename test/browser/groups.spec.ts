import type { Browser, Page } from '@playwright/test'
import { befriendByCall, callerNamed, callerOf } from './support/calls.ts'
import { foundGroup, sayInGroup } from './support/groups.ts'
import {
  articles,
  expect,
  freshPhone,
  holdToasts,
  openConversation,
  send,
  test,
  welcome,
} from './support/journey.ts'
import type { RunningServer } from './support/server.ts'

/** Ada and Ben, each with a browser, and Cleo, who creates a group with them by calls. */
async function createGroupOfThree(browser: Browser, server: RunningServer) {
  const cleo = await callerNamed(server, 'Cleo', freshPhone())
  const ada = await welcome(await browser.newContext(), server, 'Ada')
  const ben = await welcome(await browser.newContext(), server, 'Ben')
  for (const visitor of [ada, ben]) await befriendByCall(cleo, callerOf(visitor))
  const [adaId, benId] = [callerOf(ada).userId, callerOf(ben).userId]
  const group = await foundGroup(cleo, 'Sunday walks', [adaId, benId])
  return { ada, ben, cleo, adaId, benId, group }
}

const rowOf = (page: Page, name: RegExp) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name })

test('three people chat in a group, two of them in separate browsers [SESS-07 VIEW-01 MSG-19 SOCK-74]', async ({
  browser,
  server,
}) => {
  test.setTimeout(240_000)
  const { ada, ben, cleo, adaId, benId, group } = await createGroupOfThree(browser, server)

  // A new member sees the group without a reload.
  await ada.page.goto(`${server.address}/messages?filter=groups`)
  const row = rowOf(ada.page, /^Sunday walks/)
  await expect(row).toHaveAccessibleName(/New conversation, 3 members/)
  await row.click()
  await expect(ada.page).toHaveURL(new RegExp(`/messages/groups/${group}`))
  await expect(ada.page.getByRole('main')).toContainText('3 members')
  await expect(articles(ada.page).first()).toContainText('Cleo created the group with Ada and Ben')

  await send(ada.page, 'Who is in?')
  await ben.page.goto(`${server.address}/messages`)
  const benRow = rowOf(ben.page, /^Sunday walks/)
  await expect(benRow).toContainText('Ada: Who is in?')
  await expect(benRow).toHaveAccessibleName(/1 unread/)
  await benRow.click()
  const first = articles(ben.page).filter({ hasText: 'Who is in?' })
  await expect(first).toHaveAccessibleName(/^Ada,/)
  await expect(articles(ada.page).last()).toHaveAttribute('data-state', 'read')
  await send(ben.page, 'Me!')
  await expect(articles(ada.page).last()).toContainText('Me!')
  await expect(articles(ada.page).last()).toContainText('Ben')
  await sayInGroup(cleo, group, 'Me too')
  for (const { page } of [ada, ben]) {
    await expect(articles(page).last()).toContainText('Me too')
    await expect(articles(page).last()).toContainText('Owner')
  }
  const bodies = ['created the group', 'Who is in?', 'Me!', 'Me too']
  for (const { page } of [ada, ben]) {
    await page.reload()
    await expect(articles(page)).toHaveCount(bodies.length)
    await expect(articles(page)).toContainText(bodies)
  }

  await test.step('the changes of a manager show immediately [GROUP-44 MSG-50 SOCK-70 SOCK-77]', async () => {
    // A manager's changes show immediately.
    const composer = ben.page.getByRole('textbox', { name: 'Message' })
    await cleo.call('/BanGroupUser', { GroupID: group, UserID: benId, Status: 0 })
    await expect(ben.page.getByText('You have been muted in this group.')).toBeVisible()
    await expect(composer).toBeHidden()
    await cleo.call('/BanGroupUser', { GroupID: group, UserID: benId, Status: 1 })
    await expect(composer).toBeVisible()
    await cleo.call('/UpdateGroup', { GroupID: group, GroupName: 'Monday walks' })
    await expect(ada.page.getByRole('heading', { name: 'Monday walks' })).toBeVisible()
    await expect(articles(ada.page).last()).toContainText('Cleo named the group “Monday walks”')
  })

  await test.step('a removed member loses access immediately, and the others see it [SOCK-68]', async () => {
    // A removed member loses access immediately, and the others see it.
    await holdToasts(ben.page)
    await cleo.call('/KickOutGroup', { GroupID: group, UserID: benId, DeleteAllChat: 1 })
    await expect(ben.page).toHaveURL(/\/messages$/)
    await expect(ben.page.getByText('You are no longer in this group.')).toBeVisible()
    await expect(rowOf(ben.page, /^Monday walks/)).toBeHidden()
    await expect(ada.page.getByRole('main')).toContainText('2 members')
    await expect(articles(ada.page).filter({ hasText: 'Me!' })).toHaveCount(0)
    await expect(articles(ada.page).filter({ hasText: 'Who is in?' })).toHaveCount(1)
  })

  await test.step('members read a channel, and only its owner can write in it and finds it among the own groups [GROUP-01 SESS-14 VIEW-14]', async () => {
    // Members read a channel and cannot write in it.
    const channel = await foundGroup(cleo, 'News', [adaId], 1)
    await expect(rowOf(ada.page, /^News/)).toContainText('Channel')
    await expect(rowOf(ada.page, /^News/)).not.toHaveAccessibleName(/members/)
    await openConversation(ada.page, 'News')
    await sayInGroup(cleo, channel, 'All is well')
    await expect(articles(ada.page).last()).toContainText('All is well')
    await expect(ada.page.getByRole('textbox', { name: 'Message' })).toBeHidden()

    // The new owner can write in it and finds it among the own groups.
    await cleo.call('/TransGroup', { GroupID: channel, UserID: adaId })
    await expect(ada.page.getByRole('textbox', { name: 'Message' })).toBeVisible()
    await ada.page.goto(`${server.address}/contact/groups`)
    const groups = ada.page.getByRole('tabpanel').getByRole('listitem')
    await expect(groups).toHaveText([/News/])
    await ada.page.getByRole('tab', { name: 'Joined' }).click()
    await expect(groups).toHaveText([/Monday walks.*2 members/])
  })
})

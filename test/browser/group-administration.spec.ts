import type { Page } from '@playwright/test'
import { befriendByCall, callerNamed, callerOf } from './support/calls.ts'
import { sayInGroup } from './support/groups.ts'
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

const settings = async (page: Page) => {
  await page.getByRole('button', { name: 'Conversation settings' }).click()
  await expect(page.getByRole('heading', { name: 'Conversation settings' })).toBeVisible()
}
const back = (page: Page) => page.getByRole('button', { name: 'Back' }).click()
const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const membersOn = (page: Page) => page.getByRole('list', { name: 'Members' }).getByRole('listitem')
const adminsOn = (page: Page) => page.getByRole('list', { name: 'Admins' })
const request = (page: Page, name: string) => page.getByRole('listitem', { name })

// Ada acts in the full frame and Ben in the compact one; each watches the other's acts on an open screen.
test('a group is created, talks, approves, bans, gets an administrator and an owner, and ends, live in both frames [GROUP-03 GROUP-04 GROUP-09 GROUP-21 GROUP-23 ADMIN-22]', async ({
  browser,
  server,
}) => {
  test.setTimeout(240_000)
  const ada = await welcome(await browser.newContext(), server, 'Ada')
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
  const ben = await welcome(await browser.newContext(phone), server, 'Ben')
  const cleo = await callerNamed(server, 'Cleo', freshPhone())
  const dan = await callerNamed(server, 'Dan', freshPhone())
  await befriendByCall(callerOf(ben), callerOf(ada))

  await test.step('the creator chooses friends, then a name [GROUP-05 GROUP-06 GROUP-07]', async () => {
    const { page } = ada
    await page.goto(`${server.address}/contact/create-group`)
    const next = page.getByRole('button', { name: 'Next' })
    await expect(next).toBeDisabled()
    await page.getByRole('searchbox', { name: 'Search people' }).fill('be')
    await page.getByRole('option', { name: /^Ben/ }).click()
    await expect(page.getByRole('list', { name: 'Chosen people' })).toContainText('Ben')
    await next.click()
    const name = page.getByRole('textbox', { name: 'Group name' })
    await expect(name).toHaveValue('Ben')
    await name.fill('  ')
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('Enter at least 1 character.')).toBeVisible()
    await name.fill(' Sunday walks ')
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('The group has been created.')).toBeVisible()
  })

  await test.step('both talk in it', async () => {
    await ada.page.goto(`${server.address}/messages`)
    await openConversation(ada.page, 'Sunday walks')
    await send(ada.page, 'Who is in?')
    await openConversation(ben.page, 'Sunday walks')
    await expect(articles(ben.page).last()).toContainText('Who is in?')
    // On a touch keyboard, Enter starts a new line.
    await composer(ben.page).fill('Me!')
    await ben.page.getByRole('button', { name: 'Send' }).click()
    await expect(articles(ada.page).last()).toContainText('Me!')
  })
  const group = Number(/groups\/(\d+)/.exec(ada.page.url())?.[1])

  await test.step('a closed group shows a request at once, and accepting it adds the person [ADMIN-08 ADMIN-23]', async () => {
    await settings(ada.page)
    await ada.page.getByText('Public group').click()
    await expect(ada.page.getByRole('switch', { name: 'Public group' })).not.toBeChecked()
    await ada.page.getByRole('link', { name: 'Join requests' }).click()
    await expect(ada.page.getByText('No join requests')).toBeVisible()
    await cleo.call('/ApplyJoinGroup', { GroupID: group, Remark: 'I know the way' })
    await expect(request(ada.page, 'Cleo')).toContainText('I know the way')
    await request(ada.page, 'Cleo').getByRole('button', { name: 'Accept' }).click()
    await expect(request(ada.page, 'Cleo')).toContainText('Accepted')
    await expect(articles(ben.page).last()).toContainText('Cleo')
    await expect(ben.page.getByRole('main')).toContainText('3 members')
    await sayInGroup(cleo, group, 'Hello, walkers')
    await expect(articles(ben.page).last()).toContainText('Hello, walkers')
  })

  await test.step('a ban and its undo show in words, and stop and restore the composer [GROUP-31 GROUP-32 GROUP-44 ADMIN-11 ADMIN-12]', async () => {
    await ada.page.goto(`${server.address}/messages/groups/${group}/members`)
    await expect(membersOn(ada.page)).toHaveCount(3)
    for (const { page } of [ada, ben]) await holdToasts(page)
    await ada.page.getByRole('button', { name: 'Mute Ben' }).click()
    await expect(membersOn(ada.page).filter({ hasText: 'Ben' })).toContainText('Muted')
    await expect(notifications(ben.page)).toContainText('You have been muted in a group.')
    await expect(ben.page.getByText('You have been muted in this group.')).toBeVisible()
    await expect(composer(ben.page)).toBeHidden()
    await notifications(ada.page).getByRole('button', { name: 'Undo' }).click()
    await expect(notifications(ben.page)).toContainText('You can write in the group again.')
    await expect(composer(ben.page)).toBeVisible()
    await expect(membersOn(ada.page).filter({ hasText: 'Muted' })).toHaveCount(0)
    await ada.page.getByRole('button', { name: 'Remove Cleo from the group' }).click()
    await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(membersOn(ada.page)).toHaveCount(2)
    await expect(ben.page.getByRole('main')).toContainText('2 members')
  })

  await test.step('members without rights are led away from administration [ADMIN-18 ADMIN-19 GROUP-39]', async () => {
    await ben.page.goto(`${server.address}/messages/groups/${group}/admin/admins`)
    await expect(ben.page).toHaveURL(/\/settings$/)
    await expect(ben.page.getByRole('link', { name: 'Administration' })).toBeHidden()
    await expect(ben.page.getByRole('button', { name: 'Leave group' })).toBeVisible()
  })

  await test.step('a new administrator gets the links, and two administrators see one answer to a request [ADMIN-17]', async () => {
    await ada.page.goto(`${server.address}/messages/groups/${group}/admin/admins/add`)
    await ada.page.getByRole('option', { name: 'Ben' }).click()
    const adding = ada.page.getByRole('dialog', { name: 'Add admins' })
    await adding.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(adminsOn(ada.page).getByRole('listitem', { name: 'Ben' })).toContainText('Admin')
    await ben.page.getByRole('link', { name: 'Join requests' }).click()
    await ada.page.goto(`${server.address}/messages/groups/${group}/admin/applications`)
    await dan.call('/ApplyJoinGroup', { GroupID: group, Remark: '' })
    await expect(request(ada.page, 'Dan').getByRole('button', { name: 'Reject' })).toBeVisible()
    await request(ben.page, 'Dan').getByRole('button', { name: 'Accept' }).click()
    for (const { page } of [ada, ben]) {
      await expect(request(page, 'Dan')).toContainText('Accepted')
      await expect(request(page, 'Dan').getByRole('button')).toHaveCount(0)
    }
    await back(ben.page)
  })

  await test.step('the owner hands the group over, and both screens show it [ADMIN-14 GROUP-28]', async () => {
    await ada.page.goto(`${server.address}/messages/groups/${group}/admin/admins`)
    await adminsOn(ada.page).getByRole('button', { name: 'Make Ben the owner' }).click()
    await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Transfer' }).click()
    await expect(adminsOn(ada.page).getByRole('listitem', { name: 'Ben' })).toContainText('Owner')
    await expect(ben.page.getByRole('button', { name: 'Disband group' })).toBeVisible()
    await ada.page.goto(`${server.address}/messages/groups/${group}/settings`)
    await expect(ada.page.getByRole('button', { name: 'Leave group' })).toBeVisible()
  })

  await test.step('the new owner renames the group and takes the former one’s rights, which shows at once [ADMIN-07 ADMIN-15]', async () => {
    await ben.page.getByRole('link', { name: 'Administration' }).click()
    await ben.page.getByRole('link', { name: 'Name and picture' }).click()
    await ben.page.getByRole('textbox', { name: 'Group name' }).fill('Monday walks')
    await ben.page.getByRole('button', { name: 'Save' }).click()
    await expect(ada.page.getByRole('dialog')).toContainText('Monday walks')
    await ada.page.getByRole('link', { name: 'Administration' }).click()
    await ben.page.getByRole('link', { name: 'Admins' }).click()
    await expect(adminsOn(ben.page).getByRole('listitem', { name: 'Ben' }).getByRole('button')).toHaveCount(0)
    await adminsOn(ben.page).getByRole('button', { name: 'Remove Ada as admin' }).click()
    await expect(ada.page).toHaveURL(/\/settings$/)
    await expect(ada.page.getByRole('link', { name: 'Administration' })).toHaveCount(0)
  })

  await test.step('the owner disbands the group, and it leaves every screen [GROUP-27 GROUP-30]', async () => {
    await ben.page.goto(`${server.address}/messages/groups/${group}/settings`)
    await holdToasts(ada.page)
    await ben.page.getByRole('button', { name: 'Disband group' }).click()
    await ben.page.getByRole('alertdialog').getByRole('button', { name: 'Disband group' }).click()
    await expect(ben.page).toHaveURL(/\/messages$/)
    await expect(ada.page).toHaveURL(/\/messages$/)
    await expect(notifications(ada.page)).toContainText('You are no longer in this group.')
    for (const { page } of [ada, ben])
      await expect(page.getByRole('link', { name: /^Monday walks/ })).toHaveCount(0)
  })
})

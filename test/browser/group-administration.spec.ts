import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessibility.ts'
import { befriendByCall, callerNamed, callerOf } from './support/calls.ts'
import { articles, expect, freshPhone, openConversation, send, test, welcome } from './support/journey.ts'

const settings = async (page: Page) => {
  await page.getByRole('button', { name: 'Conversation settings' }).click()
  await expect(page.getByRole('heading', { name: 'Conversation settings' })).toBeVisible()
}

test('a group is created, its settings lead to its pages, and a request to join is accepted [GROUP-03 GROUP-04 GROUP-09 GROUP-21 GROUP-23 ADMIN-22]', async ({
  browser,
  server,
}) => {
  test.setTimeout(240_000)
  const ada = await welcome(await browser.newContext(), server, 'Ada')
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
  const ben = await welcome(await browser.newContext(phone), server, 'Ben')
  const cleo = await callerNamed(server, 'Cleo', freshPhone())
  await befriendByCall(callerOf(ben), callerOf(ada))

  await test.step('the creator chooses friends, then a name [GROUP-05 GROUP-06 GROUP-07]', async () => {
    const { page } = ada
    await page.goto(`${server.address}/contact/create-group`)
    const next = page.getByRole('button', { name: 'Next' })
    await expect(next).toBeDisabled()
    await page.getByRole('searchbox', { name: 'Search people' }).fill('be')
    await page.getByRole('option', { name: /^Ben/ }).click()
    await expect(page.getByRole('list', { name: 'Chosen people' })).toContainText('Ben')
    await expectAccessibleInBothSchemes(page, 'choosing the people of a group')
    await next.click()
    const name = page.getByRole('textbox', { name: 'Group name' })
    await expect(name).toHaveValue('Ben')
    await name.fill('  ')
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('Enter at least 1 character.')).toBeVisible()
    await name.fill(' Sunday walks ')
    await expectAccessibleInBothSchemes(page, 'naming a group')
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('The group has been created.')).toBeVisible()
  })

  await test.step('both talk in it', async () => {
    await ada.page.goto(`${server.address}/messages`)
    await openConversation(ada.page, 'Sunday walks')
    await send(ada.page, 'Who is in?')
    await openConversation(ben.page, 'Sunday walks')
    await expect(articles(ben.page).last()).toContainText('Who is in?')
  })

  await test.step('a closed group shows a request at once, and accepting it adds the person [ADMIN-08 ADMIN-23]', async () => {
    await settings(ada.page)
    await ada.page.getByText('Public group').click()
    await expect(ada.page.getByRole('switch', { name: 'Public group' })).not.toBeChecked()
    await ada.page.getByRole('link', { name: 'Join requests' }).click()
    await expect(ada.page.getByText('No join requests')).toBeVisible()
    const group = Number(/groups\/(\d+)/.exec(ada.page.url())?.[1])
    await cleo.call('/ApplyJoinGroup', { GroupID: group, Remark: 'I know the way' })
    const request = ada.page.getByRole('listitem', { name: 'Cleo' })
    await expect(request).toContainText('I know the way')
    await expectAccessibleInBothSchemes(ada.page, 'join requests')
    await request.getByRole('button', { name: 'Accept' }).click()
    await expect(request).toContainText('Accepted')
    await expect(articles(ben.page).last()).toContainText('Cleo')
  })

  await test.step('a manager bans and removes, and the others see it live [GROUP-31 GROUP-32 ADMIN-11 ADMIN-12]', async () => {
    await ada.page.goto(ada.page.url().replace(/groups\/(\d+).*/, 'groups/$1/members'))
    const members = ada.page.getByRole('list', { name: 'Members' })
    await expect(members.getByRole('listitem')).toHaveCount(3)
    await expectAccessibleInBothSchemes(ada.page, 'the members of a group')
    await ada.page.getByRole('button', { name: 'Mute Ben' }).click()
    await expect(members.getByRole('listitem').filter({ hasText: 'Ben' })).toContainText('Muted')
    await expect(ben.page.getByText('You have been muted in this group.')).toBeVisible()
    await ada.page.getByRole('button', { name: 'Unmute Ben' }).click()
    await expect(ben.page.getByRole('textbox', { name: 'Message' })).toBeVisible()
    await ada.page.getByRole('button', { name: 'Remove Cleo from the group' }).click()
    await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(members.getByRole('listitem')).toHaveCount(2)
  })

  await test.step('members without rights are led away from administration [ADMIN-18 ADMIN-19 GROUP-39]', async () => {
    const group = /groups\/\d+/.exec(ada.page.url())?.[0]
    await ben.page.goto(`${server.address}/messages/${group}/admin/admins`)
    await expect(ben.page).toHaveURL(/\/settings$/)
    await expect(ben.page.getByRole('link', { name: 'Administration' })).toBeHidden()
    await expect(ben.page.getByRole('button', { name: 'Leave group' })).toBeVisible()
  })

  await test.step('the owner promotes, hands over and leaves; the new owner disbands [ADMIN-14 ADMIN-17 GROUP-27 GROUP-28]', async () => {
    const page = ada.page
    await page.goto(page.url().replace('/members', '/admin/admins/add'))
    await page.getByRole('option', { name: 'Ben' }).click()
    await expectAccessibleInBothSchemes(page, 'choosing administrators')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const admins = page.getByRole('list', { name: 'Administrators' })
    await expect(admins.getByRole('listitem', { name: 'Ben' })).toContainText('Administrator')
    await expect(ben.page.getByRole('link', { name: 'Administration' })).toBeVisible()
    await expectAccessibleInBothSchemes(page, 'the administrators of a group')
    await admins.getByRole('button', { name: 'Make Ben the owner' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Transfer' }).click()
    await expect(admins.getByRole('listitem', { name: 'Ben' })).toContainText('Owner')
    await page.goto(page.url().replace('/admin/admins', '/settings'))
    await expect(page.getByRole('button', { name: 'Leave group' })).toBeVisible()
    await expectAccessibleInBothSchemes(page, 'the settings of a group')
    await page.getByRole('button', { name: 'Leave group' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave group' }).click()
    await expect(page).toHaveURL(/\/messages$/)
    await ben.page.getByRole('button', { name: 'Disband group' }).click()
    await ben.page.getByRole('alertdialog').getByRole('button', { name: 'Disband group' }).click()
    await expect(ben.page).toHaveURL(/\/messages$/)
  })
})

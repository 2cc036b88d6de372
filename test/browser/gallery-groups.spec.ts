import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothSchemes, inBothFrames } from './support/accessibility.ts'
import { expect, test } from './support/gallery.ts'
import { callsOf, changeGroup, watchCalls } from './support/gallery-calls.ts'
import { createPng } from './support/png.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test.beforeEach(({ page }) => watchCalls(page))

test('a new group shows its members, of whom oneself is only named, and its creation leads back [GROUP-08 GROUP-10]', async ({
  page,
  gallery,
}) => {
  const choose = async () => {
    await page.getByRole('option', { name: /^Amara/ }).click()
    await button(page, 'Next').click()
  }
  await page.goto(`${gallery}/contact/create-group`)
  await choose()
  await button(page, 'You').click()
  await expect(notifications(page)).toHaveText('That is you.')
  await expect(page.getByRole('textbox', { name: 'Group name' })).toHaveValue('Amara Okafor')
  await test.step('a rejection leaves the chosen people and the typed name', async () => {
    await page.getByRole('textbox', { name: 'Group name' }).fill('x'.repeat(51))
    await button(page, 'Create').click()
    const name = page.getByRole('textbox', { name: 'Group name' })
    await expect(name).toHaveAccessibleDescription('Enter at most 50 characters.')
    await name.fill('Walks')
    await changeGroup(page, { rejection: { key: 'errors.network' } })
    await button(page, 'Create').click()
    await expect(notifications(page)).toContainText('No answer from the network')
    await changeGroup(page, {
      rejection: { key: 'errors.string.max-length', field: 'name', values: { count: 50 } },
    })
    await button(page, 'Create').click()
    await expect(name).toHaveAccessibleDescription('Enter at most 50 characters.')
    await expect(name).toHaveValue('Walks')
    await expect(button(page, 'Remove Amara Okafor')).toBeVisible()
    await changeGroup(page, { rejection: undefined })
  })
  // There is no page to go back to.
  await button(page, 'Create').click()
  await expect(page).toHaveURL(/\/messages$/)
  await page.getByRole('link', { name: 'Contacts' }).click()
  await button(page, 'Add').click()
  await page.getByRole('menuitem', { name: 'Create group' }).click()
  await choose()
  await button(page, 'Create').click()
  await expect(page).toHaveURL(/\/contact$/)
})

test('managers open administration, toggle its switches and see the administrators [ADMIN-04 ADMIN-05 ADMIN-06 ADMIN-08 ADMIN-10 ADMIN-30]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/groups/1/settings`)
  await page.getByRole('link', { name: 'Administration' }).click()
  const panel = page.getByRole('dialog', { name: 'Administration' })
  for (const name of ['Mute everyone', 'Members can add each other', 'Public group'])
    await panel.getByText(name, { exact: true }).click()
  await expect.poll(() => callsOf(page, 'groups.setAllBanned')).toEqual([['g:1', true]])
  await expect
    .poll(() => callsOf(page, 'groups.change'))
    .toEqual([
      ['g:1', { mayAddFriends: false }],
      ['g:1', { isPublic: false }],
    ])
  await changeGroup(page, { rejection: { key: 'errors.network' } })
  await panel.getByText('Public group', { exact: true }).click()
  await expect(notifications(page)).toContainText('No answer from the network')
  await expect(panel.getByRole('switch', { name: 'Public group' })).toBeChecked()
  await panel.getByRole('link', { name: 'Admins' }).click()
  const admins = page.getByRole('list', { name: 'Admins' }).getByRole('listitem')
  await expect(admins).toHaveText([/Linh Trần.*You · Owner/, /Amara Okafor.*Admin/])
  await expect(admins.first().getByRole('button')).toHaveCount(0)
  await button(page, 'Add admins').click()
  await expect(page).toHaveURL(/admin\/admins\/add$/)
  await expect(page.getByRole('option', { name: 'Noah (climbing)' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Amara Okafor' })).toHaveCount(0)
})

test('managers edit group info and announcement in forms, and what others change shows in untouched fields [GROUP-36 GROUP-41 ADMIN-07 ADMIN-38]', async ({
  page,
  gallery,
}) => {
  const [name, save] = [page.getByRole('textbox', { name: 'Group name' }), button(page, 'Save')]
  await page.goto(`${gallery}/messages/groups/1/admin/info`)
  await expect(name).toHaveValue('Sunday walks')
  await expect(save).toBeDisabled()
  await changeGroup(page, { title: 'Monday walks' })
  await expect(name).toHaveValue('Monday walks')
  for (const [typed, reason] of [
    ['   ', 'Enter at least 1 character.'],
    ['x'.repeat(51), 'Enter at most 50 characters.'],
  ] as const) {
    await name.fill(typed)
    await save.click()
    await expect(name).toHaveAccessibleDescription(reason)
    await expect(name).toBeFocused()
  }
  await name.fill(' Hikes ')
  await changeGroup(page, { title: 'Tuesday walks', rejection: { key: 'errors.network' } })
  await expect(name).toHaveValue(' Hikes ')
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Change the group picture').click()
  await (await chooser).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('none') })
  await expect(
    page.getByRole('alert').filter({ hasText: 'This file cannot be used. Choose another one.' }),
  ).toBeVisible()
  await save.click()
  await expect(notifications(page)).toContainText('No answer from the network')
  await expect(name).toHaveValue(' Hikes ')
  await changeGroup(page, { rejection: undefined })
  const secondChooser = page.waitForEvent('filechooser')
  await button(page, 'Change the group picture').click()
  await (await secondChooser).setFiles({ name: 'b.png', mimeType: 'image/png', buffer: createPng(60, 40) })
  await page
    .getByRole('dialog', { name: 'Adjust picture' })
    .getByRole('button', { name: 'Use picture' })
    .click()
  await save.click()
  await expect(page).not.toHaveURL(/info$/)
  await expect.poll(() => callsOf(page, 'groups.uploadPicture')).toHaveLength(1)
  await expect
    .poll(() => callsOf(page, 'groups.change'))
    .toEqual([
      ['g:1', { name: 'Hikes' }],
      ['g:1', { name: 'Hikes', avatarUrl: '' }],
    ])

  await page.goto(`${gallery}/messages/groups/1/announcement`)
  const announcement = page.getByRole('textbox', { name: 'Announcement' })
  await expect(announcement).toBeVisible()
  await changeGroup(page, { announcement: 'At ten' })
  await expect(announcement).toHaveValue('At ten')
  await expect(save).toBeDisabled()
  await announcement.fill('x'.repeat(501))
  await expect(page.getByText('501/500')).toBeVisible()
  await save.click()
  await expect(announcement).toHaveAccessibleDescription(/Enter at most 500 characters/)
  await announcement.fill('At ten')
  await expect(save).toBeDisabled()
  await announcement.fill('At eleven')
  await save.click()
  await expect.poll(() => callsOf(page, 'groups.announce')).toEqual([['g:1', 'At eleven']])

  await page.goto(`${gallery}/messages/groups/1/settings/nickname`)
  const ownName = page.getByRole('textbox', { name: 'My name in this group' })
  await ownName.fill('x'.repeat(16))
  await save.click()
  await expect(ownName).toHaveAccessibleDescription(/Enter at most 15 characters/)
  await ownName.fill(' Captain ')
  await save.click()
  await expect(page).not.toHaveURL(/nickname$/)
  await expect.poll(() => callsOf(page, 'groups.setOwnName')).toEqual([['g:1', 'Captain']])
})

test('rights that are lost while a screen is open lead away from it, and group info stays readable [ADMIN-18 ADMIN-19 ADMIN-20]', async ({
  page,
  gallery,
}) => {
  const leave = async (path: string, to: RegExp) => {
    await page.goto(`${gallery}/messages/groups/1/${path}`)
    await expect(page.getByRole('dialog')).toBeVisible()
    await changeGroup(page, { role: 0 })
    await expect(page).toHaveURL(to)
  }
  await leave('admin', /groups\/1\/settings$/)
  await expect(page.getByRole('link', { name: /Administration|Join requests/ })).toHaveCount(0)
  await leave('admin/applications', /groups\/1\/settings$/)
  await leave('admin/admins/add', /groups\/1\/settings$/)
  await leave('admin/info', /admin\/info$/)
  await expect(page.getByRole('dialog')).toContainText('Sunday walks')
  await expect(page.getByRole('textbox', { name: 'Group name' })).toHaveCount(0)
  await expect(button(page, 'Save')).toHaveCount(0)
})

test('a group that forbids it keeps plain members from adding each other, and nothing outside groups does [FRIEND-17 GROUP-45 GROUP-46]', async ({
  page,
  gallery,
}) => {
  const forbidden = page.getByText('do not allow members to add each other')
  await page.goto(`${gallery}/messages/groups/1/friend-request?id=500&key=marta_k&source=avatar&groupId=1`)
  await expect(button(page, 'Add friend')).toBeVisible()
  await changeGroup(page, { role: 0, mayAddFriends: false })
  await expect(forbidden).toBeVisible()
  await expect(button(page, 'Add friend')).toHaveCount(0)
  await changeGroup(page, { role: 9 })
  await expect(button(page, 'Add friend')).toBeVisible()
  await page.goto(`${gallery}/contact/friend-request?id=500&key=marta_k&source=search`)
  await expect(button(page, 'Add friend')).toBeVisible()
  await changeGroup(page, { role: 0, mayAddFriends: false })
  await button(page, 'Add friend').click()
  await expect(page.getByRole('dialog', { name: 'Friend request' })).toBeVisible()
  await expect(forbidden).toHaveCount(0)
})

test('axe finds no violation in the screens of a group, in both frames', async ({ page, gallery }) => {
  for (const [path, heading] of [
    ['settings', 'Conversation settings'],
    ['members', 'Members'],
    ['members/invite', 'Add people'],
    ['settings/nickname', 'My name in this group'],
    ['announcement', 'Announcement'],
    ['admin', 'Administration'],
    ['admin/info', 'Name and picture'],
    ['admin/applications', 'Join requests'],
    ['admin/admins', 'Admins'],
    ['admin/admins/add', 'Add admins'],
  ] as const) {
    await page.goto(`${gallery}/messages/groups/1/${path}`)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    // Both frames have the same colours in each scheme.
    await inBothFrames(page, (frame) =>
      frame === 'full'
        ? expectAccessibleInBothSchemes(page, path)
        : expectAccessible(page, `${path}, compact`),
    )
  }
})

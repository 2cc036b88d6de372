import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothSchemes } from './support/accessibility.ts'
import { expect, test } from './support/gallery.ts'
import { callsOf, watchCalls } from './support/gallery-calls.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const members = (page: Page) => page.getByRole('list', { name: 'Members' })
const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** Changes the open group, as if other people had acted or the server had rejected a call. */
const change = (page: Page, scene: object) =>
  page.evaluate((detail) => window.dispatchEvent(new CustomEvent('gallery:group', { detail })), scene)

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
    await change(page, { rejection: { key: 'errors.network' } })
    await button(page, 'Create').click()
    await expect(notifications(page)).toContainText('No answer from the network')
    await change(page, {
      rejection: { key: 'errors.string.max-length', field: 'GroupName', values: { count: 50 } },
    })
    await button(page, 'Create').click()
    await expect(name).toHaveAccessibleDescription('Enter at most 50 characters.')
    await expect(name).toHaveValue('Walks')
    await expect(button(page, 'Remove Amara Okafor')).toBeVisible()
    await change(page, { rejection: undefined })
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

test('the invite screen disables current members and keeps the choice after a rejection [GROUP-33 GROUP-34]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/groups/1/members/invite`)
  const option = (name: RegExp) => page.getByRole('option', { name })
  await expect(option(/^Amara/)).toHaveAttribute('aria-disabled', 'true')
  await expect(option(/^Amara/)).toContainText('Already a member')
  await expect(button(page, 'Add')).toBeDisabled()
  await page.getByRole('searchbox', { name: 'Search people' }).fill('elif')
  await option(/^Elif/).click()
  await change(page, { rejection: { key: 'errors.error', code: 6, text: 'This group is full.' } })
  await button(page, 'Add').click()
  await expect(button(page, 'Add')).toBeEnabled()
  await expect(page.getByRole('list', { name: 'Chosen people' })).toContainText('Elif Kaya')
  // Somebody else has added her meanwhile.
  await change(page, { memberCount: 15, rejection: undefined })
  await expect(option(/^Elif/)).toHaveAttribute('aria-disabled', 'true')
  await expect(button(page, 'Add')).toBeDisabled()
  expect(await callsOf(page, 'groups.invite')).toHaveLength(1)
})

test('5,000 members are searched by name, remark and Chinese initials, and few rows exist at a time [GROUP-31]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/groups/1/members`)
  await expect(members(page)).toBeVisible()
  await change(page, { memberCount: 5000 })
  const rows = members(page).getByRole('listitem')
  for (const part of [0, 0.5, 1]) {
    await members(page).evaluate((list, place) => {
      const scroller = list.closest('[data-virtuoso-scroller]')
      scroller?.scrollTo(0, scroller.scrollHeight * place)
    }, part)
    if (part === 1) await expect(rows.filter({ hasText: 'Walker 4999' })).toBeVisible()
    await expect(rows).not.toHaveCount(0)
    expect(await rows.count()).toBeLessThan(40)
  }
  const search = page.getByRole('searchbox', { name: 'Search members' })
  for (const [keyword, name] of [
    ['climb', 'Noah (climbing)'],
    ['lindq', 'Noah (climbing)'],
    ['wxm', '王小明'],
    ['hong', 'Nguyễn Thị Hồng'],
    ['walker 4321', 'Walker 4321'],
  ] as const) {
    await search.fill(keyword)
    await expect(rows.first()).toContainText(name)
  }
  await search.fill('nobody at all')
  await expect(page.getByText('nobody at all')).toBeVisible()
})

test('a member is muted with an undo and removed after a question, and oneself is only named [GROUP-32 ADMIN-11 ADMIN-12 ADMIN-16]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/groups/1/members`)
  await button(page, 'Mute 陳雅婷').click()
  await expect(notifications(page)).toContainText('陳雅婷 was muted.')
  await notifications(page).getByRole('button', { name: 'Undo' }).click()
  await expect(notifications(page)).toContainText('陳雅婷 can write again.')
  const id = 5
  expect(await callsOf(page, 'groups.setBanned')).toEqual([
    ['g:1', id, true],
    ['g:1', id, false],
  ])
  await button(page, 'Remove 陳雅婷 from the group').click()
  const question = page.getByRole('alertdialog', { name: 'Remove 陳雅婷 from the group?' })
  await question.getByText('Also delete all their messages').click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(question).toBeHidden()
  expect(await callsOf(page, 'groups.remove')).toEqual([['g:1', id, true]])

  await test.step('oneself, and managers, have no buttons', async () => {
    const own = members(page).getByRole('listitem').filter({ hasText: 'You' })
    await expect(own.getByRole('button')).toHaveCount(1)
    await own.getByRole('button').click()
    await expect(notifications(page)).toContainText('That is you.')
    const admin = members(page).getByRole('listitem').filter({ hasText: 'Administrator' })
    await expect(admin.getByRole('button')).toHaveCount(0)
    await change(page, { role: 0 })
    await expect(page.getByRole('button', { name: /^Mute|^Remove/ })).toHaveCount(0)
  })
})

test('managers open administration, toggle its switches and see the administrators [ADMIN-04 ADMIN-05 ADMIN-06 ADMIN-08 ADMIN-10 ADMIN-30]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/groups/1/settings`)
  await page.getByRole('link', { name: 'Administration' }).click()
  const panel = page.getByRole('dialog', { name: 'Administration' })
  for (const name of ['Mute everyone', 'Members cannot add each other', 'Public group'])
    await panel.getByText(name, { exact: true }).click()
  expect(await callsOf(page, 'groups.setAllBanned')).toEqual([['g:1', true]])
  expect(await callsOf(page, 'groups.change')).toEqual([
    ['g:1', { mayAddFriends: false }],
    ['g:1', { isPublic: false }],
  ])
  await change(page, { rejection: { key: 'errors.network' } })
  await panel.getByText('Public group', { exact: true }).click()
  await expect(notifications(page)).toContainText('No answer from the network')
  await expect(panel.getByRole('switch', { name: 'Public group' })).toBeChecked()
  await panel.getByRole('link', { name: 'Administrators' }).click()
  const admins = page.getByRole('list', { name: 'Administrators' }).getByRole('listitem')
  await expect(admins).toHaveText([/Linh Trần.*You · Owner/, /Amara Okafor.*Administrator/])
  await expect(admins.first().getByRole('button')).toHaveCount(0)
  await button(page, 'Add administrators').click()
  await expect(page).toHaveURL(/admin\/admins\/add$/)
  await expect(page.getByRole('option', { name: 'Noah (climbing)' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Amara Okafor' })).toHaveCount(0)
})

test('managers edit group info and announcement in forms, and what others change shows in untouched fields [GROUP-36 GROUP-41 ADMIN-07 ADMIN-38]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/groups/1/admin/info`)
  const name = page.getByRole('textbox', { name: 'Group name' })
  const save = button(page, 'Save')
  await expect(name).toHaveValue('Sunday walks')
  await expect(save).toBeDisabled()
  await change(page, { title: 'Monday walks' })
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
  await change(page, { title: 'Tuesday walks', rejection: { key: 'errors.network' } })
  await expect(name).toHaveValue(' Hikes ')
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Change the group picture').click()
  await (await chooser).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('none') })
  await expect(page.getByRole('alert').filter({ hasText: 'This file cannot be used.' })).toBeVisible()
  await save.click()
  await expect(notifications(page)).toContainText('No answer from the network')
  await expect(name).toHaveValue(' Hikes ')
  await change(page, { rejection: undefined })
  await save.click()
  await expect(page).not.toHaveURL(/info$/)
  expect(await callsOf(page, 'groups.change')).toEqual([
    ['g:1', { name: 'Hikes' }],
    ['g:1', { name: 'Hikes' }],
  ])

  await page.goto(`${gallery}/messages/groups/1/announcement`)
  const announcement = page.getByRole('textbox', { name: 'Announcement' })
  await expect(announcement).toBeVisible()
  await change(page, { announcement: 'At ten' })
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
  expect(await callsOf(page, 'groups.announce')).toEqual([['g:1', 'At eleven']])

  await page.goto(`${gallery}/messages/groups/1/settings/nickname`)
  const ownName = page.getByRole('textbox', { name: 'My name in this group' })
  await ownName.fill('x'.repeat(16))
  await save.click()
  await expect(ownName).toHaveAccessibleDescription(/Enter at most 15 characters/)
  await ownName.fill(' Captain ')
  await save.click()
  await expect(page).not.toHaveURL(/nickname$/)
  expect(await callsOf(page, 'groups.setOwnName')).toEqual([['g:1', 'Captain']])
})

test('rights that are lost while a screen is open lead away from it, and group info stays readable [ADMIN-18 ADMIN-19 ADMIN-20]', async ({
  page,
  gallery,
}) => {
  const leave = async (path: string, to: RegExp) => {
    await page.goto(`${gallery}/messages/groups/1/${path}`)
    await expect(page.getByRole('dialog')).toBeVisible()
    await change(page, { role: 0 })
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

test('a group that forbids it keeps plain members from adding each other, and nothing outside groups does [GROUP-45 GROUP-46]', async ({
  page,
  gallery,
}) => {
  const forbidden = page.getByText('do not allow members to add each other')
  await page.goto(`${gallery}/messages/groups/1/friend-request?id=500&key=marta_k&source=avatar&groupId=1`)
  await expect(button(page, 'Add friend')).toBeVisible()
  await change(page, { role: 0, mayAddFriends: false })
  await expect(forbidden).toBeVisible()
  await expect(button(page, 'Add friend')).toHaveCount(0)
  await change(page, { role: 9 })
  await expect(button(page, 'Add friend')).toBeVisible()
  await page.goto(`${gallery}/contact/friend-request?id=500&key=marta_k&source=search`)
  await expect(button(page, 'Add friend')).toBeVisible()
  await change(page, { role: 0, mayAddFriends: false })
  await button(page, 'Add friend').click()
  await expect(page.getByRole('dialog', { name: 'Friend request' })).toBeVisible()
  await expect(forbidden).toHaveCount(0)
})

for (const { frame, viewport } of [
  { frame: 'full', viewport: { width: 1440, height: 900 } },
  { frame: 'compact', viewport: { width: 390, height: 844 } },
])
  test(`axe finds no violation in the screens of a group, ${frame}`, async ({ page, gallery }) => {
    await page.setViewportSize(viewport)
    for (const [path, heading] of [
      ['settings', 'Conversation settings'],
      ['members', 'Members'],
      ['members/invite', 'Add people'],
      ['settings/nickname', 'My name in this group'],
      ['announcement', 'Announcement'],
      ['admin', 'Administration'],
      ['admin/info', 'Name and picture'],
      ['admin/applications', 'Join requests'],
      ['admin/admins', 'Administrators'],
      ['admin/admins/add', 'Add administrators'],
    ] as const) {
      await page.goto(`${gallery}/messages/groups/1/${path}`)
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      await (frame === 'full' ? expectAccessibleInBothSchemes : expectAccessible)(page, path)
    }
  })

import type { Page } from '@playwright/test'
import { expect, test } from './support/gallery.ts'
import { callsOf, changeGroup, watchCalls } from './support/gallery-calls.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const members = (page: Page) => page.getByRole('list', { name: 'Members' })
const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test.beforeEach(({ page }) => watchCalls(page))

test('the invite screen disables current members and keeps the choice after a rejection [GROUP-33 GROUP-34]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/groups/1/members/invite`)
  const add = page
    .getByRole('dialog', { name: 'Add people' })
    .getByRole('button', { name: 'Add', exact: true })
  const option = (name: RegExp) => page.getByRole('option', { name })
  await expect(option(/^Amara/)).toHaveAttribute('aria-disabled', 'true')
  await expect(option(/^Amara/)).toContainText('Already a member')
  await expect(add).toBeDisabled()
  await page.getByRole('searchbox', { name: 'Search people' }).fill('elif')
  await option(/^Elif/).click()
  await changeGroup(page, { rejection: { key: 'errors.error', code: 6, text: 'This group is full.' } })
  await add.click()
  await expect(add).toBeEnabled()
  await expect(page.getByRole('list', { name: 'Chosen people' })).toContainText('Elif Kaya')
  // Somebody else has added her meanwhile.
  await changeGroup(page, { memberCount: 15, rejection: undefined })
  await expect(option(/^Elif/)).toHaveAttribute('aria-disabled', 'true')
  await expect(add).toBeDisabled()
  await expect.poll(() => callsOf(page, 'groups.invite')).toHaveLength(1)
})

test('5,000 members are searched by name, remark and Chinese initials, and few rows exist at a time [GROUP-31]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/groups/1/members`)
  await expect(members(page)).toBeVisible()
  await changeGroup(page, { memberCount: 5000 })
  const rows = members(page).getByRole('listitem')
  for (const [part, seen] of [
    [0, 'Amara Okafor'],
    [0.5, 'Walker 25'],
    [1, 'Walker 4999'],
  ] as const) {
    // The list grows with its members, and as it measures their rows.
    const scrollAndFind = async () => {
      await members(page).evaluate((list, place) => {
        const scroller = list.closest('[data-virtuoso-scroller]')
        scroller?.scrollTo(0, scroller.scrollHeight * place)
      }, part)
      return rows.filter({ hasText: seen }).count()
    }
    await expect.poll(scrollAndFind).toBeGreaterThan(0)
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
  await expect
    .poll(() => callsOf(page, 'groups.setBanned'))
    .toEqual([
      ['g:1', id, true],
      ['g:1', id, false],
    ])
  await button(page, 'Remove 陳雅婷 from the group').click()
  const question = page.getByRole('alertdialog', { name: 'Remove 陳雅婷 from the group?' })
  await question.getByText('Also delete all their messages').click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(question).toBeHidden()
  await expect.poll(() => callsOf(page, 'groups.remove')).toEqual([['g:1', id, true]])

  await test.step('oneself, and managers, have no buttons', async () => {
    const own = members(page).getByRole('listitem').filter({ hasText: 'You' })
    await expect(own.getByRole('button')).toHaveCount(1)
    await own.getByRole('button').click()
    await expect(notifications(page)).toContainText('That is you.')
    const admin = members(page).getByRole('listitem').filter({ hasText: 'Admin' })
    await expect(admin.getByRole('button')).toHaveCount(0)
    await changeGroup(page, { role: 0 })
    await expect(page.getByRole('button', { name: /^Mute|^Remove/ })).toHaveCount(0)
  })
})

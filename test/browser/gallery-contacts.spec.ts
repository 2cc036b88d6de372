import type { Page } from '@playwright/test'
import { expectAccessible, inBothFrames } from './support/accessibility.ts'
import { expect, test } from './support/gallery.ts'
import { callsOf, watchCalls } from './support/gallery-calls.ts'
import { delayRequests } from './support/journey.ts'

const compact = { width: 390, height: 844 }
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Phone number or ID' })

test.beforeEach(({ page }) => watchCalls(page))

test('the contact page links to search, new friends with their count, tags and groups [FRIEND-01 FRIEND-02 FRIEND-03]', async ({
  page,
  gallery,
}) => {
  await page.setViewportSize(compact)
  await page.goto(`${gallery}/contact`)
  await page.getByRole('link', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/\/search$/)
  for (const [link, path] of [
    ['Tags', '/contact/tags'],
    ['Groups', '/contact/groups'],
    ['New friends', '/contact/applications'],
  ] as const) {
    await page.goto(`${gallery}/contact`)
    await page.getByRole('link', { name: link, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByRole('heading', { name: link })).toBeVisible()
  }
  await page.goto(`${gallery}/contact`)
  await expect(page.getByRole('link', { name: 'New friends' })).toContainText('2')
})

for (const { frame, viewport, entries } of [
  { frame: 'compact', viewport: compact, entries: ['Add friend', 'Join group', 'Create group'] },
  { frame: 'full', viewport: { width: 1440, height: 900 }, entries: ['Add friend', 'Create group'] },
])
  test(`the header's menu offers items to add, ${frame} [FRIEND-06] [FRIEND-06]`, async ({
    page,
    gallery,
  }) => {
    await page.setViewportSize(viewport)
    for (const entry of entries) {
      await page.goto(`${gallery}/contact`)
      await button(page, 'Add').click()
      await expect(page.getByRole('menuitem')).toHaveText([...entries])
      await page.getByRole('menuitem', { name: entry }).click()
      const heading = entry === 'Join group' ? 'Scan a code' : entry
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    }
  })

test('the contact search needs 2 characters and Enter, and reports an empty result [FRIEND-07 FRIEND-09]', async ({
  page,
  gallery,
}) => {
  await page.setViewportSize(compact)
  await page.goto(`${gallery}/contact/add`)
  await expect(searchField(page)).toBeFocused()
  await page.keyboard.type('n')
  await page.keyboard.press('Enter')
  await expect(searchField(page)).toHaveAccessibleDescription('Enter at least 2 characters.')
  await page.keyboard.type('one')
  await expect(page.getByText('Nobody found')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nobody found')).toBeVisible()
})

test('a search for oneself opens the own page off desktop and shows a message on it [FRIEND-10]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/contact/add`)
  await searchField(page).fill('linh_tran')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText('That is you')).toBeVisible()
  await page.setViewportSize(compact)
  await page.goto(`${gallery}/contact/add`)
  await searchField(page).fill('linh_tran')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/my$/)
})

test("a stranger's page sends a friend request with a greeting of up to 30 characters or with the own name [FRIEND-11 FRIEND-13 FRIEND-16 FRIEND-21 FRIEND-22]", async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/contact/add`)
  await searchField(page).fill('13800000000')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/friend-request\?id=500&key=marta_k&source=search$/)
  await expect(page.getByRole('heading', { name: 'Marta Kowalska' })).toBeVisible()
  await expect(page.getByText('Warsaw · maps and mountains')).toBeVisible()
  await button(page, 'Add friend').click()
  const dialog = page.getByRole('dialog', { name: 'Friend request' })
  const remark = dialog.getByRole('textbox', { name: 'Remark' })
  await remark.fill('x'.repeat(31))
  await expect(dialog.getByText('31/30')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(remark).toHaveAccessibleDescription('Enter at most 30 characters.')
  await remark.fill('')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toBeHidden()
  const sent = button(page, 'Friend request sent')
  await expect(sent).toBeFocused()
  await expect(sent).toBeDisabled()
  const request = { userId: 500, remark: "I'm Linh Trần", chatId: 'marta_k', source: 'Search' }
  await expect.poll(() => callsOf(page, 'apply')).toEqual([[request]])
  await test.step('the request names the group in which the person was found [FRIEND-12 FRIEND-59]', async () => {
    await page.goto(`${gallery}/contact/friend-request?id=500&groupId=7&source=avatar`)
    await button(page, 'Add friend').click()
    await remark.fill(' Hello ')
    await remark.press('Enter')
    await expect(dialog).toBeHidden()
    await expect
      .poll(() => callsOf(page, 'apply'))
      .toEqual([[{ ...request, remark: 'Hello', source: 'Group:7:Head' }]])
  })
})

test('a person who blocks the user cannot get a friend request [FRIEND-14]', async ({ page, gallery }) => {
  await page.goto(`${gallery}/contact/friend-request?id=501&key=blocked`)
  await expect(button(page, 'You cannot add this person')).toBeDisabled()
  await expect(button(page, 'Add friend')).toHaveCount(0)
})

for (const { who, query, target } of [
  { who: 'oneself to the own page [FRIEND-18]', query: 'id=1&key=linh_tran', target: /\/my$/ },
  {
    who: 'a friend to friend detail [FRIEND-19]',
    query: 'id=4&key=person_4&source=search',
    target: /\/users\/4$/,
  },
  { who: 'nobody to contact home [FRIEND-20]', query: 'id=9&key=none', target: /\/contact$/ },
  { who: 'a failed look-up to contact home [FRIEND-20]', query: 'id=9&key=broken', target: /\/contact$/ },
])
  test(`the friend request leads ${who}`, async ({ page, gallery }) => {
    await page.goto(`${gallery}/contact/friend-request?${query}`)
    await expect(page).toHaveURL(target)
  })

test("a friend's page shows the remark, copies the chat id, and opens the chat [FRIEND-24 FRIEND-25 FRIEND-29]", async ({
  page,
  context,
  gallery,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${gallery}/contact`)
  await button(page, 'Search friends').click()
  await expect(page.getByRole('searchbox', { name: 'Search friends' })).toBeFocused()
  await page.keyboard.type('climb')
  await page.getByRole('link', { name: /Noah/ }).click()
  const panel = page.getByRole('dialog', { name: 'Profile' })
  await expect(panel.getByRole('heading', { name: 'Noah (climbing)' })).toBeVisible()
  await expect(panel.getByText('Noah Lindqvist')).toBeVisible()
  await button(page, 'Copy chat ID').click()
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('person_4')
  await button(page, 'Chat').click()
  await expect(page).toHaveURL(/\/messages\/sessions\/3$/)
})

test('friend detail redirects oneself to the own page and a stranger to the friend request [FRIEND-32 FRIEND-33]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/users/1`)
  await expect(page).toHaveURL(/\/my$/)
  await page.goto(`${gallery}/users/500?source=avatar&groupId=7`)
  await expect(page).toHaveURL(/friend-request\?id=500&source=avatar&groupId=7$/)
})

test('friend requests can be answered while pending, are read-only afterwards, and count as seen when opened [FRIEND-39 FRIEND-40 FRIEND-42]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/contact/applications`)
  const row = page.getByRole('listitem', { name: 'Marta Kowalska' })
  await expect(row).toContainText('Hi, we met at the meetup on Thursday.')
  await expect(row).toContainText('Found you by search')
  await expect(page.getByRole('listitem', { name: '张晓' })).toContainText(/From the group \S/)
  const past = page.getByRole('list', { name: 'Earlier' })
  // Only members know the name of a group.
  await expect(past.getByRole('listitem', { name: 'Ines Duarte' })).toContainText('From a group')
  await expect(past.getByRole('listitem', { name: 'Noor Haddad' })).toContainText('Expired')
  await expect(past.getByRole('button')).toHaveCount(0)
  await row.getByRole('button', { name: 'Accept' }).click()
  await expect(past.getByRole('listitem', { name: 'Marta Kowalska' })).toContainText('Accepted')
  await page.getByRole('listitem', { name: '张晓' }).getByRole('button', { name: 'Reject' }).click()
  await expect(past.getByRole('listitem', { name: '张晓' })).toContainText('Rejected')
  await expect
    .poll(() => callsOf(page, 'dispatch'))
    .toContainEqual([{ type: 'MarkApplicationsSeen', upTo: 6, repliesUpTo: 3 }])
})

test('after an answer the focus goes to the next request, which a second press does not answer', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/contact/applications`)
  const waiting = page.getByRole('list', { name: 'Waiting for your answer' })
  const row = (name: string) => waiting.getByRole('listitem', { name })
  await row('张晓').getByRole('button', { name: 'Accept' }).focus()
  await page.keyboard.press('Enter')
  await expect(row('张晓')).toHaveCount(0)
  await expect(row('Phạm Minh')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(row('Phạm Minh').getByRole('button', { name: 'Reject' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row('Marta Kowalska')).toBeFocused()
  await row('Marta Kowalska').getByRole('button', { name: 'Accept' }).click()
  await expect(waiting).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: 'New friends' })).toBeFocused()
})

test('a panel that loads slowly leaves one main landmark on the page', async ({ page, gallery }) => {
  // The screens of a section load before they are opened, as soon as there is time.
  const release = await delayRequests(page, /friend-detail-screen/)
  await page.goto(`${gallery}/contact`)
  const row = page.getByRole('link', { name: /Amara/ })
  await row.click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeAttached()
  await expect(page.getByRole('main')).toHaveCount(1)
  release()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a panel that loads slowly together with its parent frame shows a loading message', async ({
  page,
  gallery,
}) => {
  await page.clock.install()
  const release = await delayRequests(page, /protected-layout|friend-request-screen/)
  await page.goto(`${gallery}/contact/friend-request?id=500&key=marta_k`)
  await expect(page.getByRole('main').getByRole('heading', { name: 'Loading' })).toBeVisible()
  await page.clock.runFor(1000)
  await page.clock.runFor(10_000)
  await expect(page.getByRole('main').getByRole('button', { name: 'Refresh' })).toBeVisible()
  await expect(page.getByRole('main')).toHaveCount(1)
  release()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('axe finds no violation in the contacts, in both frames', async ({ page, gallery }) => {
  const check = (screen: string) =>
    inBothFrames(page, (frame) => expectAccessible(page, `${screen}, ${frame}`))
  for (const path of [
    '/contact',
    '/contact?gallery=empty',
    '/contact?gallery=failed',
    '/contact/add',
    '/contact/friend-request?id=500&key=marta_k',
    '/contact/friend-request?id=501&key=blocked',
    '/contact/applications',
    '/contact/applications?gallery=empty',
    '/contact/tags',
    '/contact/create-group',
    '/users/4',
  ]) {
    await page.goto(`${gallery}${path}`)
    await expect(
      page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Loading' }).first(),
    ).toBeVisible()
    await check(path)
  }
  await page.goto(`${gallery}/contact/friend-request?id=500&key=marta_k`)
  await button(page, 'Add friend').click()
  await expect(page.getByRole('dialog', { name: 'Friend request' })).toBeVisible()
  await check('asking a stranger')
})

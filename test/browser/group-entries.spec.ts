import { expectAccessibleInBothSchemes } from './support/accessibility.ts'
import { befriendByCall, callerNamed, callerOf } from './support/calls.ts'
import {
  articles,
  delayRequests,
  expect,
  freshPhone,
  openConversation,
  test,
  welcome,
} from './support/journey.ts'
import { comeToRest } from './support/stillness.ts'

test('a group begins in a one-to-one conversation, and its address brings another person in [GROUP-10 GROUP-20 ROUTE-07 ROUTE-23]', async ({
  browser,
  server,
}) => {
  test.setTimeout(240_000)
  const ada = await welcome(await browser.newContext(), server, 'Ada')
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
  const ben = await welcome(await browser.newContext(phone), server, 'Ben')
  const cleo = await callerNamed(server, 'Cleo', freshPhone())
  for (const friend of [callerOf(ben), cleo]) await befriendByCall(friend, callerOf(ada))
  const { page } = ada

  await test.step('the creator comes from the list’s menu, or from a friend, who is chosen already', async () => {
    await page.goto(`${server.address}/messages`)
    await page.getByRole('button', { name: 'New chat' }).click()
    await page.getByRole('menuitem', { name: 'Create group' }).click()
    await expect(page.getByRole('heading', { name: 'Create group' })).toBeVisible()
    await page.goto(`${server.address}/messages`)
    await openConversation(page, 'Cleo')
    const start = page.url()
    await page.getByRole('button', { name: 'Conversation settings' }).click()
    await page.getByRole('link', { name: 'New group with Cleo' }).click()
    await expect(page.getByRole('list', { name: 'Chosen people' })).toContainText('Cleo')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('textbox', { name: 'Group name' }).fill('Night owls')
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('The group has been created.')).toBeVisible()
    await expect(page).toHaveURL(`${start}/settings`)
  })

  await test.step('the groups list finds it among the created ones [GROUP-01]', async () => {
    await page.goto(`${server.address}/contact/groups`)
    await page.getByRole('searchbox', { name: 'Search groups' }).fill('owl')
    await expectAccessibleInBothSchemes(page, 'the groups list')
    await page
      .getByRole('tabpanel')
      .getByRole('link', { name: /^Night owls/ })
      .click()
    await expect(page.getByRole('heading', { name: 'Night owls' })).toBeVisible()
  })
  const group = Number(/groups\/(\d+)/.exec(page.url())?.[1])

  await test.step('it has a code to share, and a page where another person joins', async () => {
    await page.goto(`${server.address}/messages/groups/${group}/qr-code`)
    await expect(page).toHaveURL(new RegExp(`/messages/groups/${group}/qrcode$`))
    await expect(page.getByText(/\/contact\/join-group\?code=/)).toBeVisible()
    await expectAccessibleInBothSchemes(page, 'the invitation link of a group')
    await ben.page.goto(`${server.address}/groups/${group}`)
    await expect(ben.page.getByRole('heading', { name: 'Night owls' })).toBeVisible()
    await expect(ben.page.getByText('2 members')).toBeVisible()
    await expectAccessibleInBothSchemes(ben.page, 'the page of a group for strangers')
    await ben.page.getByRole('button', { name: 'Join group' }).click()
    await expect(ben.page).toHaveURL(new RegExp(`/messages/groups/${group}`))
    // On a touch keyboard, Enter starts a new line.
    await ben.page.getByRole('textbox', { name: 'Message' }).fill('Who is still up?')
    await ben.page.getByRole('button', { name: 'Send' }).click()
  })

  await test.step('the settings stay in their places when the members arrive', async () => {
    const release = await delayRequests(page, /GetGroupInfoByGroupID/)
    await page.goto(`${server.address}/messages/groups/${group}/settings`)
    const settings = page.getByRole('dialog', { name: 'Conversation settings' })
    await expect(settings.getByRole('status', { name: 'Loading' })).toBeVisible()
    await comeToRest(settings)
    const top = async () => (await settings.getByText('Pin to top').boundingBox())?.y
    const before = await top()
    release()
    await expect(settings.getByRole('list', { name: 'Members' })).toBeVisible()
    await expect(settings.getByText('Public group')).toBeVisible()
    expect(await top()).toBe(before)
  })

  await test.step('a notice leads to the person, and a changed name shows at once [GROUP-38]', async () => {
    await page.goto(`${server.address}/messages/groups/${group}/members`)
    const members = page.getByRole('list', { name: 'Members' })
    await expect(members).toContainText('Ben')
    await ben.page.goto(`${server.address}/messages/groups/${group}/settings/nickname`)
    await ben.page.getByRole('textbox', { name: 'My name in this group' }).fill('Captain')
    await ben.page.getByRole('button', { name: 'Save' }).click()
    await expect(members).toContainText('Captain')
    await expect(articles(page).filter({ hasText: 'Who is still up?' })).toContainText('Captain')
    await page.goto(`${server.address}/messages/groups/${group}`)
    const joined = articles(page).filter({ hasText: 'joined the group' })
    await joined.getByRole('link', { name: 'Ben' }).click()
    await expect(page).toHaveURL(new RegExp(`/groups/${group}/users/${callerOf(ben).userId}`))
  })
})

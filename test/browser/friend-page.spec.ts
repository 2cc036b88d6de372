import { expectAccessible } from './support/accessibility.ts'
import { befriendByCall, callerNamed, callerOf } from './support/calls.ts'
import { expect, freshPhone, test, welcome } from './support/journey.ts'

const compact = { width: 390, height: 844 }

test('a friend’s page changes the remark and lists the groups of both [FRIEND-28 FRIEND-30 FRIEND-34 FRIEND-36 FRIEND-38]', async ({
  browser,
  server,
}) => {
  const ada = await welcome(await browser.newContext(), server, 'Ada')
  const { page } = ada
  const call = callerOf(ada)
  const ben = await callerNamed(server, 'Ben', freshPhone())
  await befriendByCall(ben, call)
  for (const GroupName of ['Walks', 'Chess', 'Choir', 'Books'])
    await call.call('/CreateGroup', {
      ...{ GroupName, GroupImg: '', Info: '', JoinType: '0' },
      UserIDs: `${ben.userId}|${call.userId}`,
    })

  await test.step('the remark replaces the nickname, and an empty one resets it', async () => {
    await page.goto(`${server.address}/users/${ben.userId}`)
    await page.getByRole('button', { name: 'Change remark' }).click()
    const remark = page.getByRole('textbox', { name: 'Remark' })
    await expect(remark).toHaveValue('Ben')
    await remark.fill('x'.repeat(51))
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(remark).toHaveAttribute('aria-invalid', 'true')
    await remark.fill('Benny')
    await expectAccessible(page, 'remark')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'Benny' })).toBeVisible()
    await page.getByRole('button', { name: 'Friend actions' }).click()
    await page.getByRole('menuitem', { name: 'Change remark' }).click()
    await remark.fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The original name is shown again.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Ben', exact: true })).toBeVisible()
  })

  await test.step('three groups of both are listed, and all on their own page', async () => {
    await page.setViewportSize(compact)
    await page.goto(`${server.address}/users/${ben.userId}`)
    const groups = page.getByRole('list', { name: 'Groups in common' })
    await expect(groups.getByRole('link')).toHaveCount(3)
    await expectAccessible(page, 'friend')
    await page.getByRole('link', { name: 'View all 4' }).click()
    await expect(groups.getByRole('link')).toHaveCount(4)
    await groups.getByRole('link', { name: 'Chess' }).click()
    await expect(page).toHaveURL(/\/messages\/groups\/\d+/)
  })
})

test('a friend is blocked, found in the blacklist, unblocked and deleted [FRIEND-31 FRIEND-50 BLOCK-01 BLOCK-02 BLOCK-04 BLOCK-10]', async ({
  browser,
  server,
}) => {
  const ada = await welcome(await browser.newContext(), server, 'Ada')
  const { page } = ada
  const ben = await callerNamed(server, 'Ben', freshPhone())
  await befriendByCall(ben, callerOf(ada))

  await test.step('blocking leads to the messages', async () => {
    await page.goto(`${server.address}/users/${ben.userId}`)
    await page.getByRole('button', { name: 'Friend actions' }).click()
    await page.getByRole('menuitem', { name: 'Block' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click()
    await expect(page).toHaveURL(/\/messages$/)
    await expect(page.getByRole('region', { name: 'Notifications' }).getByText('Blocked')).toBeVisible()
    await page.goto(`${server.address}/users/${ben.userId}`)
    await expect(page.getByText('You blocked this person.')).toBeVisible()
  })

  await test.step('the blacklist finds the person and revokes after a question', async () => {
    await page.setViewportSize(compact)
    await page.goto(`${server.address}/my/privacy`)
    await page.getByRole('link', { name: 'Blocked people' }).click()
    await page.getByRole('searchbox', { name: 'Search blocked people' }).fill('zoe')
    await expect(page.getByRole('listitem', { name: 'Ben' })).toHaveCount(0)
    await page.getByRole('searchbox', { name: 'Search blocked people' }).fill('be')
    await expectAccessible(page, 'blacklist')
    await page.getByRole('listitem', { name: 'Ben' }).getByRole('button', { name: 'Unblock' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unblock' }).click()
    await expect(page.getByText('Nobody is blocked')).toBeVisible()
  })

  await test.step('deleting removes the conversation', async () => {
    await page.goto(`${server.address}/messages`)
    const row = page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: /^Ben/ })
    await expect(row).toBeVisible()
    await page.goto(`${server.address}/users/${ben.userId}`)
    await page.getByRole('button', { name: 'Friend actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete friend' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete friend' }).click()
    await expect(page).toHaveURL(/\/contact$/)
    await expect(page.getByRole('link', { name: 'Ben' })).toHaveCount(0)
    await page.goto(`${server.address}/messages`)
    await expect(page.getByText('No conversations yet')).toBeVisible()
    await expect(row).toHaveCount(0)
  })
})

test('between a person and one they blocked messages are refused in words, until the blocking ends [BLOCK-03 LIFE-15 LIFE-22]', async ({
  browser,
  server,
}) => {
  const ada = await welcome(await browser.newContext(), server, 'Ada')
  const ben = await welcome(await browser.newContext({ viewport: compact }), server, 'Ben')
  await befriendByCall(callerOf(ben), callerOf(ada))
  const openChat = async ({ page }: typeof ada, name: string) => {
    await page.goto(`${server.address}/messages`)
    await page
      .getByRole('list', { name: 'Conversations' })
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click()
  }
  await openChat(ada, 'Ben')
  await openChat(ben, 'Ada')
  const say = async ({ page }: typeof ada, words: string) => {
    await page.getByRole('textbox', { name: 'Message' }).fill(words)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
  }
  const bubble = ({ page }: typeof ada, words: string) => page.getByRole('article').filter({ hasText: words })
  await say(ben, 'before')
  await expect(bubble(ada, 'before')).toBeVisible()

  const benId = callerOf(ben).userId
  await callerOf(ada).call('/AddBlackList', { UserID: benId })
  const notice = ({ page }: typeof ada, words: string) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(words)
  await say(ben, 'while blocked')
  await expect(notice(ben, 'This person does not accept your messages.')).toBeVisible()
  await expect(bubble(ben, 'while blocked')).toHaveCount(0)
  await expect(ben.page.getByRole('textbox', { name: 'Message' })).toHaveText('while blocked')
  await say(ada, 'into the void')
  await expect(notice(ada, 'You have blocked this person, so the message was not delivered.')).toBeVisible()
  await expect(bubble(ada, 'before')).toBeVisible()

  const entries = await callerOf(ada).call<{ ID: number }[]>('/GetBlackList', {})
  await callerOf(ada).call('/DeleteBlackList', { BlackListID: entries[0]?.ID ?? 0 })
  await say(ben, 'after')
  await expect(bubble(ada, 'after')).toBeVisible()
  await expect(bubble(ada, 'while blocked')).toHaveCount(0)
})

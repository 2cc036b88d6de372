import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessibility.ts'
import { befriendByCall, callerNamed, createCaller, signUpByCall } from './support/calls.ts'
import { foundGroup, sayInGroup } from './support/groups.ts'
import { articles, expect, freshPhone, test } from './support/journey.ts'
import type { RunningServer } from './support/server.ts'
import { openSignedIn } from './support/signed-in.ts'

/** More messages than a device fetches of a conversation at its first start. */
const later = 220

/** Ada has a group with Ben, whose first message no device of hers has received. */
async function prepare(server: RunningServer) {
  const ada = await signUpByCall(server, 'Ada', freshPhone())
  const phone = freshPhone()
  const ben = await callerNamed(server, 'Ben', phone)
  await befriendByCall(ben, createCaller(server, { UID: ada.userId, Token: ada.token }))
  const group = await foundGroup(ben, 'Sunday walks', [ada.userId])
  await sayInGroup(ben, group, 'A needle in the haystack, 乾草堆裡的針')
  for (let line = 0; line < later; line += 20)
    await Promise.all(Array.from({ length: 20 }, (_, at) => sayInGroup(ben, group, `line ${line + at}`)))
  await sayInGroup(ben, group, 'Another needle: https://example.org/map')
  return { ada, ben, group, phone }
}

const field = (page: Page) => page.getByRole('searchbox').first()
const list = (page: Page, name: string) => page.getByRole('list', { name, exact: true }).getByRole('link')
/** The number of marked words in the message list. */
const marks = (page: Page) => page.evaluate(() => CSS.highlights.get('search-hit')?.size ?? 0)

test('a search finds people, groups with their members, and messages on the device and on the server, in both frames [SEARCH-01 SEARCH-02 SEARCH-03 SEARCH-04 SEARCH-07 ROUTE-02]', async ({
  browser,
  server,
}) => {
  test.setTimeout(120_000)
  const { ada, ben, group, phone } = await prepare(server)
  const context = await browser.newContext()
  const page = await context.newPage()
  await openSignedIn(page, server, ada)
  const heading = page.getByRole('heading', { name: 'Sunday walks', exact: true })

  await test.step('the full frame shows the results next to the open conversation', async () => {
    await page
      .getByRole('list', { name: 'Conversations' })
      .getByRole('link', { name: /^Sunday walks/ })
      .click()
    await expect(articles(page).last()).toContainText('Another needle')
    await page.getByRole('link', { name: 'Search', exact: true }).click()
    await expect(field(page)).toBeFocused()
    await expect(page.getByText('Find people, groups and messages')).toBeVisible()
    await field(page).fill('needle')
    await expect(page).toHaveURL(/\/search\?keyword=needle$/)
    await expect(heading).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Chats 2' })).toBeVisible()
    await expect(list(page, 'Chats')).toContainText(['2 messages'])
    await expectAccessibleInBothSchemes(page, 'search results')
  })

  await test.step('the keyboard leads to the hits of one conversation and to a message that only the server has', async () => {
    await page.keyboard.press('ArrowDown')
    await expect(list(page, 'Chats').first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/search/g${group}\\?keyword=needle$`))
    const hits = list(page, 'Messages')
    await expect(hits).toContainText(['Another needle', 'A needle in the haystack'])
    await expect(hits.locator('mark')).toHaveText(['needle', 'needle'])
    await expectAccessibleInBothSchemes(page, 'the hits of one conversation')
    const pages: string[] = []
    page.on('request', (request) => pages.push(new URL(request.url()).pathname))
    await hits.last().click()
    await expect(articles(page).filter({ hasText: 'haystack' })).toBeFocused()
    // Of the 220 messages after the hit, only those around it are loaded: one page before it and one after.
    const countHistory = () => pages.filter((path) => path === '/Api/GetGroupChatData').length
    await expect.poll(countHistory).toBe(2)
    await expect.poll(() => marks(page)).toBe(1)
    await expect(page.getByRole('region', { name: 'Search results' }).getByRole('status')).toHaveText(
      '2 of 2',
    )
    await expect(hits).toHaveCount(2)
  })

  await test.step('filters by kind, person and date are in the address, and a server that fails can be asked again', async () => {
    await page.getByRole('button', { name: 'All results', exact: true }).click()
    const choose = async (filter: string, entry: string) => {
      await page.getByRole('button', { name: filter, exact: true }).click()
      await page.getByRole('menuitem', { name: entry, exact: true }).click()
    }
    await choose('Type', 'Links')
    await expect(list(page, 'Chats')).toHaveText(/Another needle/)
    await page.getByRole('button', { name: 'From', exact: true }).click()
    await page.getByRole('dialog', { name: 'From' }).getByRole('button', { name: 'Ben', exact: true }).click()
    // Not today, because the run may pass midnight.
    await choose('Date', 'Last 7 days')
    await expect(page).toHaveURL(
      new RegExp(`keyword=needle&kind=link&sender=${ben.userId}&from=[-0-9]+#messages$`),
    )
    await page.reload()
    await expect(list(page, 'Chats')).toHaveText(/Another needle/)
    await choose('Type: Links', 'Pictures and videos')
    await expect(page.getByRole('tabpanel').getByText('No results for “needle”')).toBeVisible()
    await page.route('**/GetChatSearchResult', (route) => route.fulfill({ status: 500 }))
    await choose('Type: Pictures and videos', 'All messages')
    const alert = page.getByRole('alert').filter({ hasText: 'could not be searched' })
    await expect(alert).toBeVisible()
    await page.unroute('**/GetChatSearchResult')
    await alert.getByRole('button').click()
    await expect(alert).toHaveCount(0)
    await expect(list(page, 'Chats')).toHaveText(/2 messages/)
    await choose('Date: Last 7 days', 'Any time')
    await page.getByRole('button', { name: 'From: Ben', exact: true }).click()
    await page.getByRole('dialog', { name: 'From' }).getByRole('button', { name: 'Everyone' }).click()
    await page.getByRole('tab', { name: 'All', exact: true }).click()
  })

  await test.step('people, groups by their members, and nothing', async () => {
    await field(page).fill('ben')
    await expect(list(page, 'Contacts')).toHaveText(/Ben/)
    await expect(list(page, 'Groups')).toHaveText(/Sunday walks.*Members: Ben/)
    await page.getByRole('tab', { name: 'Contacts 1' }).click()
    await expect(page).toHaveURL(/\/search\?keyword=ben#friends$/)
    await field(page).fill(phone)
    await expect(list(page, 'Contacts')).toHaveText(/Ben/)
    await context.setOffline(true)
    await field(page).fill('Walks')
    await page.getByRole('tab', { name: /^Chats/ }).click()
    await expect(page.getByText('You are offline. Only messages on this device were searched.')).toBeVisible()
    await context.setOffline(false)
    await field(page).fill('zeppelin')
    await expect(page.getByRole('tabpanel').getByText('No results for “zeppelin”')).toBeVisible()
    await field(page).press('Escape')
    await expect(page.getByRole('button', { name: 'needle', exact: true })).toBeVisible()
    await expectAccessibleInBothSchemes(page, 'the search history')
    await page.getByRole('button', { name: 'Remove “needle”' }).click()
    await expect(page.getByText('Find people, groups and messages')).toBeVisible()
    await field(page).press('Escape')
    await expect(page.getByRole('list', { name: 'Conversations' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Search', exact: true })).toBeFocused()
  })

  await test.step('the compact frame has a page of its own, which says offline what it could not search', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${server.address}/search?keyword=干草堆&locale=zh-CN#messages`)
    await expect(page.getByRole('tab', { name: '聊天记录 1' })).toHaveAttribute('aria-selected', 'true')
    await expect(list(page, '聊天记录').locator('mark')).toHaveText('乾草堆')
    await expectAccessibleInBothSchemes(page, 'search results, compact')
    await context.setOffline(true)
    await field(page).fill('needle')
    await expect(page.getByText('当前离线，仅搜索了此设备上的消息。')).toBeVisible()
    await expect(list(page, '聊天记录')).toHaveText(/2 条相关消息/)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(list(page, '聊天记录')).toHaveText(/2 条相关消息/)
    await page.setViewportSize({ width: 390, height: 844 })
    await context.setOffline(false)
    await expect(page.getByText('当前离线，仅搜索了此设备上的消息。')).toHaveCount(0)
    await list(page, '聊天记录').click()
    await expect(page.getByRole('heading', { name: 'Sunday walks' })).toBeVisible()
    await page.goBack()
    await expect(list(page, '聊天记录')).toHaveText(/2 条相关消息/)
  })
  await context.close()
})

import type { Page } from '@playwright/test'
import { type Caller, callerOf } from './support/calls.ts'
import { articles, delayRequests, expect, meetCaller, send, test } from './support/journey.ts'
import { comeToRest } from './support/stillness.ts'

interface WireHistoryMessage {
  readonly ID: number
  readonly Message: string
}

const far = 550

/** Sends this many messages between the two in turns, by calls. Returns the session and the messages in order. */
async function talk(ben: Caller, ada: Caller, count: number) {
  const { ID: ChatSessionID } = await ben.call<{ ID: number }>('/CreateChatSession', { UserID: ada.userId })
  const say = (number: number) =>
    (number % 2 ? ben : ada).call('/SendChat', {
      ...{ ChatSessionID, Message: `said ${number}`, MsgType: 'txt', TimeStamp: Date.now() },
      ClientMsgId: `island${number}x`.padEnd(20, '0'),
    })
  for (let first = 1; first <= count; first += 10)
    await Promise.all(Array.from({ length: 10 }, (_, index) => say(first + index)))
  const history: WireHistoryMessage[] = []
  for (let page: WireHistoryMessage[] = []; history.length === 0 || page.length > 0; history.push(...page))
    page = await ben.call<WireHistoryMessage[]>('/GetChatData', {
      ...{ ChatSessionID, TimeStamp: 0, Status: 1, FromID: history.at(-1)?.ID ?? 0 },
    })
  return { ChatSessionID, history }
}

const list = (page: Page) => page.getByRole('log', { name: 'Messages' })
const message = (page: Page, id: number) => list(page).locator(`[data-message-id="${id}"]`)
const latest = (page: Page) => page.getByRole('button', { name: 'Latest messages' })
const scrollTo = (page: Page, end: 'top' | 'bottom') =>
  list(page).evaluate((log, to) => log.scrollTo({ top: to === 'top' ? 0 : log.scrollHeight }), end)

/** Counts the page's queries of history. One that is sent again before its answer, as after 4 s, counts once. */
function countHistoryCalls(page: Page): () => number {
  let count = 0
  const unanswered = new Set<string | null>()
  page.on('request', (request) => {
    if (!request.url().endsWith('/GetChatData')) return
    if (!unanswered.has(request.postData())) count += 1
    unanswered.add(request.postData())
  })
  page.on('requestfinished', (request) => unanswered.delete(request.postData()))
  return () => count
}

test('a jump 500 messages back takes a few calls, loads pages in both directions, and returns to the newest message [ROUTE-26 VIEW-10]', async ({
  browser,
  server,
}) => {
  test.setTimeout(240_000)
  const { ada, ben } = await meetCaller(browser, server)
  const { page } = ada
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  const adaByCall = callerOf(ada)
  await page.goto('about:blank')
  const { ChatSessionID, history } = await talk(ben, adaByCall, 660)
  const wanted = history[history.length - far]
  const newest = history.at(-1)
  if (!wanted || !newest) throw new Error('nothing was said')
  const unread = async () => {
    const { ChatSessions } = await adaByCall.call<{ ChatSessions: { ID: number; UnReadCount: number }[] }>(
      '/GetAllSessionList',
      {},
    )
    return ChatSessions.find(({ ID }) => ID === ChatSessionID)?.UnReadCount
  }
  const historyCalls = countHistoryCalls(page)

  // The device stores the conversation list, but only the newest messages.
  await page.goto(`${server.address}/messages`)
  const row = page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: /^Ben/ })
  await expect(row).toContainText(newest.Message)
  const there = `${server.address}/messages/sessions/${ChatSessionID}`
  await page.goto(`${there}?search=${wanted.ID}`)
  await expect(message(page, wanted.ID)).toBeFocused()
  await expect(message(page, wanted.ID)).toBeInViewport()
  await expect(latest(page)).toBeVisible()
  expect(historyCalls()).toBeGreaterThanOrEqual(2)
  expect(historyCalls()).toBeLessThanOrEqual(4)
  // Messages that were not shown stay unread, and arriving ones move nothing.
  const before = await unread()
  expect(before).toBeGreaterThan(250)
  await comeToRest(message(page, wanted.ID))
  const top = (await message(page, wanted.ID).boundingBox())?.y
  await ben.call('/SendChat', {
    ...{ ChatSessionID, Message: 'said meanwhile', MsgType: 'txt', TimeStamp: Date.now() },
    ClientMsgId: 'islandmeanwhile00000',
  })
  await expect(latest(page)).toHaveAccessibleDescription(/new message/)
  expect((await message(page, wanted.ID).boundingBox())?.y).toBe(top)
  await expect.poll(() => unread()).toBe((before ?? 0) + 1)

  // To the first unread message, then up to the first message of all.
  const firstUnread = page.getByRole('button', { name: 'First unread' })
  await expect(firstUnread).toBeVisible()
  await firstUnread.click()
  await expect(list(page).getByText('Unread messages')).toBeInViewport()
  expect(historyCalls()).toBeLessThanOrEqual(6)
  await expect(async () => {
    await scrollTo(page, 'top')
    await expect(page.getByText('No earlier messages')).toBeInViewport({ timeout: 1000 })
  }).toPass()
  expect(historyCalls()).toBeLessThanOrEqual(8)

  // Down to the end of the detached window: the next page loads below and moves nothing.
  const callsBefore = historyCalls()
  const release = await delayRequests(page, '**/GetChatData')
  await expect(async () => {
    await scrollTo(page, 'bottom')
    expect(historyCalls()).toBeGreaterThan(callsBefore)
  }).toPass({ intervals: [50] })
  await scrollTo(page, 'bottom')
  const last = articles(page).last()
  await comeToRest(last)
  const read = Number(await last.getAttribute('data-message-id'))
  const place = (await message(page, read).boundingBox())?.y
  release()
  await expect.poll(async () => Number(await last.getAttribute('data-message-id'))).toBeGreaterThan(read)
  expect((await message(page, read).boundingBox())?.y).toBe(place)
  await page.unroute('**/GetChatData')
  await expect(async () => {
    await scrollTo(page, 'bottom')
    await expect(articles(page).last()).toContainText('said meanwhile', { timeout: 50 })
  }).toPass({ intervals: [50] })
  await scrollTo(page, 'bottom')
  await expect(latest(page)).toHaveCount(0)
  await expect.poll(unread).toBe(0)

  // Jump far back again, now from stored messages. Return to the newest by the button, then by sending a message.
  const counted = historyCalls()
  await page.goto(`${there}?search=${history[99]?.ID}`)
  await expect(message(page, history[99]?.ID ?? 0)).toBeFocused()
  await latest(page).click()
  await expect(articles(page).last()).toContainText('said meanwhile')
  await expect(articles(page).last()).toBeInViewport()
  await page.goto(`${there}?search=${history[99]?.ID}`)
  await expect(message(page, history[99]?.ID ?? 0)).toBeFocused()
  await send(page, 'back again')
  await expect(articles(page).last()).toContainText('back again')
  await expect(articles(page).last()).toBeInViewport()
  expect(historyCalls()).toBe(counted)
  await page.context().close()
})

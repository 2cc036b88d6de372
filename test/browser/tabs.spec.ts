import type { Page } from '@playwright/test'
import { articles, expect, meetCaller, openConversation, openSection, send, test } from './support/journey.ts'
import { readStates, say, textsTo } from './support/messages.ts'
import { setVisible } from './support/visibility.ts'

/**
 * Time for another tab to become live, ms. A simulated clock proves the limit of 2 s. A busy machine may need longer.
 */
const takeover = 15_000

/** Counts a page's open sockets. Only the leader tab has one. */
function watchSockets(page: Page): () => number {
  let open = 0
  page.on('websocket', (socket) => {
    open += 1
    socket.on('close', () => {
      open -= 1
    })
  })
  return () => open
}

/** Opens another tab of the same browser with the same conversation. */
async function openTab(opener: Page) {
  const page = await opener.context().newPage()
  const sockets = watchSockets(page)
  await page.goto(opener.url())
  await openConversation(page, 'Ben')
  return { page, sockets }
}

const withText = (page: Page, text: string) => articles(page).filter({ hasText: text })

test('a follower tab becomes live soon after the leader is closed, and a message sent meanwhile arrives once', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meetCaller(browser, server)
  const second = await openTab(ada.page)
  expect(second.sockets()).toBe(0)
  await ada.page.close()
  await say(ben, ada, 'sent meanwhile')
  await expect.poll(second.sockets, { timeout: takeover }).toBe(1)
  await expect(withText(second.page, 'sent meanwhile')).toHaveCount(1)
  await ada.context.close()
})

test('a visible tab takes over leadership from a hidden one, and a hidden tab marks no message read (DEC-110) [VIEW-29]', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meetCaller(browser, server)
  const second = await openTab(ada.page)
  expect(second.sockets()).toBe(0)
  await setVisible(ada.page, false)
  await expect.poll(second.sockets, { timeout: takeover }).toBe(1)
  await say(ben, ada, 'to the visible tab')
  await expect(withText(second.page, 'to the visible tab')).toHaveCount(1)
  await expect(withText(ada.page, 'to the visible tab')).toHaveCount(1)
  const areRead = () => readStates(ben, ada)
  await expect.poll(areRead).toEqual([true])

  // The conversation stays open in the hidden tab only.
  await openSection(second.page, 'Contacts')
  await expect(articles(second.page)).toHaveCount(0)
  await say(ben, ada, 'to the hidden tab')
  await expect(withText(ada.page, 'to the hidden tab')).toBeVisible()
  // If the hidden tab marked it read, the server would know before it knows this later message.
  await send(ada.page, 'from the hidden tab')
  await expect(withText(ada.page, 'from the hidden tab')).toHaveAttribute('data-state', 'sent')
  expect(await areRead()).toEqual([true, false])
  await setVisible(ada.page, true)
  await expect.poll(areRead).toEqual([true, true])
  await ada.context.close()
})

test('three tabs with an expired token refresh it once and stay signed in [AUTH-34]', async ({
  browser,
  server,
}) => {
  const { ada } = await meetCaller(browser, server)
  const { Token: expired } = ada.credentials()
  const tabs = [ada.page, (await openTab(ada.page)).page, (await openTab(ada.page)).page]
  let refreshes = 0
  const rejected = new Set<Page>()
  await ada.context.route('**/Api/**', async (route, request) => {
    if (request.url().endsWith('/UpdateToken')) {
      refreshes += 1
      // The other tabs make their calls with the expired token while the refresh is open.
      await expect.poll(() => rejected.size).toBe(tabs.length)
    }
    if (!request.postData()?.includes(`"${expired}"`)) return route.continue()
    rejected.add(request.frame().page())
    await route.fulfill({ json: { Code: 2, Msg: '', Data: null } })
  })
  await Promise.all(tabs.map((page) => openSection(page, 'Contacts')))
  await Promise.all(tabs.map((page) => page.getByRole('link', { name: 'Tags', exact: true }).click()))
  for (const page of tabs) await expect(page.getByText('No tags yet')).toBeVisible()
  expect([rejected.size, refreshes]).toEqual([tabs.length, 1])
  // The page shows its text before the rejected calls are repeated.
  await expect.poll(() => ada.credentials().Token).not.toBe(expired)
  await ada.context.close()
})

test('a conversation deleted in one tab closes in the others [XTAB-11]', async ({ browser, server }) => {
  const { ada, ben } = await meetCaller(browser, server)
  await say(ben, ada, 'soon gone')
  const second = await openTab(ada.page)
  await ada.page
    .getByRole('list', { name: 'Conversations' })
    .getByRole('link', { name: /^Ben/ })
    .click({ button: 'right' })
  await ada.page.getByRole('menuitem', { name: 'Delete' }).click()
  await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(second.page.getByRole('heading', { name: 'Ben' })).toHaveCount(0)
  await expect(second.page).toHaveURL(/\/messages$/)
  await ada.context.close()
})

test('a message of a tab whose process is killed during the send arrives exactly once', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meetCaller(browser, server)
  const devtools = await ada.page.context().newCDPSession(ada.page)
  const crashed = ada.page.waitForEvent('crash')
  await send(ada.page, 'from the grave')
  await expect(withText(ada.page, 'from the grave')).toHaveCount(1)
  // The response never arrives, because its page is gone.
  devtools.send('Page.crash').catch(() => undefined)
  await crashed
  await ada.page.close()
  const page = await ada.context.newPage()
  await page.goto(`${server.address}/messages`)
  await openConversation(page, 'Ben')
  await expect(withText(page, 'from the grave')).toHaveAttribute('data-state', /sent|read/)
  await expect(withText(page, 'from the grave')).toHaveCount(1)
  await expect.poll(() => textsTo(ben, ada)).toEqual(['from the grave'])
  await ada.context.close()
})

test('a frozen leader is replaced, and catches up when it wakes', async ({ browser, server }) => {
  const { ada, ben } = await meetCaller(browser, server)
  const second = await openTab(ada.page)
  const devtools = await ada.page.context().newCDPSession(ada.page)
  // The page lifecycle cannot freeze a visible page. A page paused by the debugger does not run either.
  await devtools.send('Debugger.enable')
  await devtools.send('Debugger.pause')
  await expect.poll(second.sockets, { timeout: takeover }).toBe(1)
  await say(ben, ada, 'while it was frozen')
  await expect(withText(second.page, 'while it was frozen')).toHaveCount(1)
  await devtools.send('Debugger.resume')
  await expect(withText(ada.page, 'while it was frozen')).toHaveCount(1)
  await ada.context.close()
})

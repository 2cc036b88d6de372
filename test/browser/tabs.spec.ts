import type { Page } from '@playwright/test'
import { articles, expect, meetCaller, openConversation, send, test } from './support/journey.ts'
import { saidTo, say } from './support/saying.ts'

/** That another tab is live within 2 s is proved on a simulated clock; a busy machine may need longer to show it, ms. */
const takeover = 15_000

/** Counts a page's open sockets: only the tab that leads has one. */
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

/** A further tab of the same browser, which shows the conversation with Ben. */
async function openTab(beside: Page) {
  const page = await beside.context().newPage()
  const sockets = watchSockets(page)
  await page.goto(beside.url())
  await openConversation(page, 'Ben')
  return { page, sockets }
}

/** Browsers under test draw every page; this one now believes that nobody sees it, or that somebody does. */
const show = (page: Page, isVisible: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    isVisible ? 'visible' : 'hidden',
  )

const withText = (page: Page, text: string) => articles(page).filter({ hasText: text })

test('a follower is live soon after the leader is closed, and a message meanwhile arrives once', async ({
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

test('a tab that is seen leads instead of a hidden one (DEC-110)', async ({ browser, server }) => {
  const { ada, ben } = await meetCaller(browser, server)
  const second = await openTab(ada.page)
  expect(second.sockets()).toBe(0)
  await show(ada.page, false)
  await expect.poll(second.sockets, { timeout: takeover }).toBe(1)
  await say(ben, ada, 'to whoever looks')
  await expect(withText(second.page, 'to whoever looks')).toHaveCount(1)
  await expect(withText(ada.page, 'to whoever looks')).toHaveCount(1)
  await ada.context.close()
})

test('a conversation that is deleted in one tab is left in the others [XTAB-11]', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meetCaller(browser, server)
  await say(ben, ada, 'soon gone')
  const second = await openTab(ada.page)
  await ada.page
    .getByRole('list', { name: 'Conversations' })
    .getByRole('link', { name: 'Ben' })
    .click({ button: 'right' })
  await ada.page.getByRole('menuitem', { name: 'Delete' }).click()
  await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(second.page.getByRole('heading', { name: 'Ben' })).toHaveCount(0)
  await expect(second.page).toHaveURL(/\/messages$/)
  await ada.context.close()
})

test('a message of a tab whose process is killed while it sends arrives exactly once', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meetCaller(browser, server)
  const devtools = await ada.page.context().newCDPSession(ada.page)
  const crashed = ada.page.waitForEvent('crash')
  await send(ada.page, 'from the grave')
  await expect(withText(ada.page, 'from the grave')).toHaveCount(1)
  // The answer never comes: its page is gone.
  devtools.send('Page.crash').catch(() => undefined)
  await crashed
  await ada.page.close()
  const page = await ada.context.newPage()
  await page.goto(`${server.address}/messages`)
  await openConversation(page, 'Ben')
  await expect(withText(page, 'from the grave')).toHaveAttribute('data-state', /sent|read/)
  await expect(withText(page, 'from the grave')).toHaveCount(1)
  await expect.poll(() => saidTo(ben, ada)).toEqual(['from the grave'])
  await ada.context.close()
})

test('a frozen leader is replaced, and knows everything once it wakes', async ({ browser, server }) => {
  const { ada, ben } = await meetCaller(browser, server)
  const second = await openTab(ada.page)
  const devtools = await ada.page.context().newCDPSession(ada.page)
  // A page that is seen cannot be frozen by the lifecycle; one that is held by the debugger runs nothing either.
  await devtools.send('Debugger.enable')
  await devtools.send('Debugger.pause')
  await expect.poll(second.sockets, { timeout: takeover }).toBe(1)
  await say(ben, ada, 'while it was frozen')
  await expect(withText(second.page, 'while it was frozen')).toHaveCount(1)
  await devtools.send('Debugger.resume')
  await expect(withText(ada.page, 'while it was frozen')).toHaveCount(1)
  await ada.context.close()
})

import type { Browser } from '@playwright/test'
import { heartbeatTimeLimit } from '#domain/connection/heartbeat.ts'
import { layCable } from './support/cable.ts'
import { articles, expect, meetCaller, send, test } from './support/journey.ts'
import { say, textsTo } from './support/messages.ts'

/** How soon after waking the client must detect a dead connection, ms. */
const knownWithin = 5000

/** The process ids of this browser's renderers. */
async function renderersOf(browser: Browser): Promise<readonly number[]> {
  const devtools = await browser.newBrowserCDPSession()
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  await devtools.detach()
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}

test('a machine detects its dead socket within 5 s of waking, and no message is lost or duplicated [SOCK-25]', async ({
  browser,
  server,
}) => {
  const cable = await layCable(server)
  const { ada, ben } = await meetCaller(browser, { ...server, address: cable.address }, server)
  const withText = (text: string) => articles(ada.page).filter({ hasText: text })
  const renderers = await renderersOf(browser)
  const signalAll = (signal: NodeJS.Signals) => {
    for (const id of renderers) process.kill(id, signal)
  }

  cable.cut()
  await send(ada.page, 'just before the lid closed')
  await expect(withText('just before the lid closed')).toHaveAttribute('data-state', 'pending')
  const asleepSince = performance.now()
  signalAll('SIGSTOP')
  try {
    for (const text of ['first', 'second', 'third']) await say(ben, ada, `${text} of the night`)
    // A heartbeat due during the sleep would have timed out by now, so only the wake-up can reveal the dead socket.
    await expect
      .poll(() => performance.now() - asleepSince, { timeout: 2 * heartbeatTimeLimit })
      .toBeGreaterThan(heartbeatTimeLimit)
    cable.mend()
  } finally {
    signalAll('SIGCONT')
  }
  await expect.poll(cable.socketsSince, { timeout: knownWithin, intervals: [100] }).toBe(1)

  for (const text of ['first', 'second', 'third']) {
    await expect(withText(`${text} of the night`)).toHaveCount(1)
  }
  await expect(withText('just before the lid closed')).toHaveAttribute('data-state', /sent|read/)
  await expect(withText('just before the lid closed')).toHaveCount(1)
  expect((await textsTo(ben, ada)).toSorted()).toEqual([
    'first of the night',
    'just before the lid closed',
    'second of the night',
    'third of the night',
  ])
  await ada.context.close()
  await cable.dispose()
})

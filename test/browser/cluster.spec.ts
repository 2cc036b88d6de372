import { once } from 'node:events'
import type { Page } from '@playwright/test'
import { startCluster } from '../../scripts/cluster/nodes.mjs'
import { findClusterPrograms, freePort } from '../../scripts/local-services.mjs'
import { befriendByCall, createCaller, signUpByCall } from './support/calls.ts'
import { articles, expect, freshPhone, openConversation, send, test } from './support/journey.ts'
import { countSockets } from './support/server.ts'
import { openSignedIn } from './support/signed-in.ts'

/** What to install if this machine cannot run a cluster; undefined if it can. */
function missingProgram(): string | undefined {
  try {
    findClusterPrograms()
    return undefined
  } catch (cause) {
    return String(cause)
  }
}

test('two people on two nodes behind the proxy go on writing while one node stops [LIFE-16 SOCK-15]', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const missing = missingProgram()
  test.skip(missing !== undefined, missing)
  const metricsPorts = [await freePort(), await freePort()]
  const cluster = await startCluster({
    count: 2,
    port: await freePort(),
    settings: (number) => ({
      ...{ SHOW_CODES: 'page', PUSH: 'off', DRAIN_SECONDS: '1' },
      METRICS_PORT: String(metricsPorts[number - 1]),
    }),
  })
  try {
    const [first, second] = cluster.nodes
    if (!first || !second) throw new Error('the cluster has two nodes')
    // A proxied request gets no code, so both sign up at a node.
    const accounts = await Promise.all(
      ['Ada', 'Ben'].map((name) => signUpByCall({ address: first.url }, name, freshPhone())),
    )
    const [ada, ben] = accounts.map(({ userId, token }) =>
      createCaller({ address: second.url }, { UID: userId, Token: token }),
    )
    if (!ada || !ben) throw new Error('two people signed up')
    await befriendByCall(ada, ben)
    const pages: Page[] = []
    for (const account of accounts) {
      const page = await (await browser.newContext()).newPage()
      await openSignedIn(page, { address: cluster.url }, account)
      await openConversation(page, account.nickname === 'Ada' ? 'Ben' : 'Ada')
      pages.push(page)
    }
    const [adasPage, bensPage] = pages
    if (!adasPage || !bensPage) throw new Error('two pages are open')

    // The proxy counts the requests of the moment too, so that both may be on one node at first.
    const spread = async () => {
      const counts = await Promise.all(metricsPorts.map(countSockets))
      if (counts.includes(2)) {
        await bensPage.context().setOffline(true)
        await bensPage.context().setOffline(false)
      }
      return counts
    }
    await expect.poll(spread, { timeout: 60_000 }).toEqual([1, 1])

    const expected: string[] = []
    const write = async (page: Page, text: string) => {
      await send(page, text)
      expected.push(text)
    }
    const bodiesOn = (page: Page) => async () => {
      const texts = await articles(page).allTextContents()
      return texts.flatMap((text) => /text \d+\./.exec(text)?.[0] ?? [])
    }
    const bothHaveAll = async () => {
      for (const page of pages) await expect.poll(bodiesOn(page), { timeout: 60_000 }).toEqual(expected)
    }
    await write(adasPage, 'text 1.')
    await bothHaveAll()
    await write(bensPage, 'text 2.')
    await bothHaveAll()

    const ended = once(first.child, 'exit')
    first.child.kill('SIGTERM')
    for (let number = 3; number < 8; number += 1) {
      await write(adasPage, `text ${number}.`)
      await expect.poll(bodiesOn(bensPage), { timeout: 60_000 }).toEqual(expected)
    }
    expect(await ended).toEqual([0, null])
    await write(bensPage, 'text 8.')
    await bothHaveAll()
    await expect.poll(() => countSockets(metricsPorts[1] ?? 0), { timeout: 60_000 }).toBe(2)
    await expect(adasPage.locator('article:is([data-state=stale],[data-state=failed])')).toHaveCount(0)
  } finally {
    await cluster.stop()
  }
})

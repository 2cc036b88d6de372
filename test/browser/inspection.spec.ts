import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expect, meetCaller, send, test, welcome } from './support/journey.ts'
import { say } from './support/messages.ts'
import type { RunningServer } from './support/server.ts'

const compact = { width: 390, height: 844 }
const outgoing = 'An outgoing text of 4711 words'
const incoming = 'An incoming text of 0815 words'

/** Addresses of every request that left for another origin than the server's. */
function watchForeign(context: BrowserContext, { address }: RunningServer): readonly string[] {
  const foreign: string[] = []
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (/^(https?|wss?):$/.test(protocol) && origin !== address) foreign.push(request.url())
  })
  return foreign
}

/** Presses the button and reads what it copied. */
async function copyBy(page: Page, name: string): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('status')).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}

const machines = (page: Page) => page.getByRole('list', { name: 'Machines' })
const signals = (page: Page) => page.getByRole('list', { name: 'Signals' }).getByRole('listitem')
const facts = (page: Page, type: string) =>
  page.getByRole('list', { name: 'Log' }).getByRole('listitem').filter({ hasText: type })

/** The segment of the newest event of a type, as the log's tail shows it. */
const segmentOf = async (page: Page, type: string): Promise<number> => {
  const text = await facts(page, type).first().textContent()
  // The time to the millisecond stands before it.
  return Number(/\.\d{3}(\d+):\d+[A-Z]/.exec(text ?? '')?.[1])
}

test('in development a second window follows a message out and one in, and shows no text [ROUTE-11]', async ({
  browser,
  development,
}) => {
  const { ada, ben } = await meetCaller(browser, development)
  const foreign = watchForeign(ada.context, development)
  const inspector = await ada.context.newPage()
  await inspector.goto(`${development.address}/command-center`)
  await expect(inspector.getByRole('heading', { name: 'Command center' })).toBeVisible()
  await expect(inspector.getByRole('button', { name: /Watching/ })).toContainText(/sessions\/\d+, leads/)
  await expect(machines(inspector).getByRole('button', { name: /^socket/ })).toContainText(
    'live.connected.liveness.idle',
  )

  await send(ada.page, outgoing)
  await expect(facts(inspector, 'MessageAcknowledged').first()).toContainText('serverId: ')
  expect(await segmentOf(inspector, 'MessageAcknowledged')).toBeGreaterThan(
    await segmentOf(inspector, 'MessageSubmitted'),
  )
  await expect(
    signals(inspector).filter({ hasText: /message .*init→ status\.pending · delivery\.bySocket/ }),
  ).toHaveCount(1)
  await expect(signals(inspector).filter({ hasText: 'message.settled' })).not.toHaveCount(0)
  await machines(inspector)
    .getByRole('button', { name: /^message/ })
    .first()
    .click()
  await expect(inspector.getByRole('img', { name: 'Chart of message' })).toBeVisible()
  await expect(inspector.getByRole('list', { name: 'Active states' }).getByRole('listitem')).toHaveText([
    'status.sent',
    'delivery.done',
  ])

  const known = await facts(inspector, 'MessageReceived').count()
  await say(ben, ada, incoming)
  await expect(facts(inspector, 'MessageReceived')).toHaveCount(known + 1)
  expect(await segmentOf(inspector, 'MessageReceived')).toBeGreaterThan(
    await segmentOf(inspector, 'MessageAcknowledged'),
  )

  await inspector.getByRole('button', { name: 'Pause' }).click()
  await inspector.getByRole('searchbox', { name: 'Filter by machine or type' }).fill('MessageReceived')
  await expect(signals(inspector)).toHaveCount(0)
  await expect(facts(inspector, '')).toHaveCount(known + 1)
  await inspector.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(facts(inspector, '')).toHaveCount(0)
  await inspector.getByRole('searchbox', { name: 'Filter by machine or type' }).fill('')
  await inspector.getByRole('button', { name: 'Resume' }).click()
  await send(ada.page, outgoing)
  await expect(facts(inspector, 'MessageAcknowledged')).toHaveCount(1)

  const copied = await copyBy(inspector, 'Copy as text')
  expect(copied).toContain('MessageAcknowledged')
  for (const shown of [copied, await inspector.content()])
    for (const secret of [outgoing, incoming, ada.phone]) expect(shown).not.toContain(secret)
  expect(foreign).toEqual([])

  await expectAccessible(inspector, 'inspector, machines')
  await inspector.getByRole('tab', { name: 'Health' }).click()
  await expect(inspector.getByRole('region', { name: 'Ports' })).toContainText('Socket')
  await expect(inspector.getByRole('row', { name: /^conversations/ })).toBeVisible()
  await expectAccessible(inspector, 'inspector, health')
  await inspector.setViewportSize(compact)
  await inspector.getByRole('tab', { name: 'Log' }).click()
  await expectAccessible(inspector, 'inspector, compact log')
  await inspector.getByRole('tab', { name: 'Machines' }).click()
  await expectAccessible(inspector, 'inspector, compact machines')
})

const builtFiles = (): readonly string[] =>
  readdirSync('dist/app', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|css|html)$/.test(name),
  )

test('a product build has diagnostics to send, and no code of the inspector [ROUTE-11]', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext()
  const foreign = watchForeign(context, server)
  const tokens = new Set<string>()
  context.on('request', (request) => {
    const token = /"Token":"([^"]+)"/.exec(request.postData() ?? '')?.[1]
    if (token) tokens.add(token)
  })
  const { page, phone } = await welcome(context, server, 'Quetzalcoatl')
  await page.goto(`${server.address}/command-center`)
  await expect(page.getByRole('heading', { name: 'Diagnostics' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Version 5.11.5 · desktop · web' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Connection history' })).toContainText('Connected')
  await expect(page.getByRole('tab')).toHaveCount(0)

  const copied = await copyBy(page, 'Copy')
  expect(copied).toContain(`API endpoint: ${server.address}`)
  expect(copied).toMatch(/Storage used: .+ of /)
  expect(tokens.size).toBeGreaterThan(0)
  for (const secret of [...tokens, phone, 'Quetzalcoatl']) expect(copied).not.toContain(secret)

  await expectAccessible(page, 'diagnostics')
  await page.setViewportSize(compact)
  await expectAccessible(page, 'diagnostics, compact')
  expect(foreign).toEqual([])
  const holding = builtFiles().filter((name) =>
    /chat-inspection-channel|Command center/.test(readFileSync(join('dist/app', name), 'utf8')),
  )
  expect(holding).toEqual([])
  await context.close()
})

import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothSchemes } from './support/accessibility.ts'
import { expect, meetCaller, send, test, welcome } from './support/journey.ts'
import { say } from './support/messages.ts'
import type { RunningServer } from './support/server.ts'

const compact = { width: 390, height: 844 }
/** The development server compiles the inspector when it is first requested. */
const firstLoad = { timeout: 60_000 }
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
  await expect(inspector.getByRole('heading', { name: 'Command center' })).toBeVisible(firstLoad)
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
  await inspector
    .getByRole('searchbox', { name: 'Filter by machine, state or event' })
    .fill('MessageReceived')
  await expect(signals(inspector)).toHaveCount(0)
  await expect(facts(inspector, '')).toHaveCount(known + 1)
  await inspector.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(facts(inspector, '')).toHaveCount(0)
  await inspector.getByRole('searchbox', { name: 'Filter by machine, state or event' }).fill('')
  await inspector.getByRole('button', { name: 'Resume' }).click()
  await send(ada.page, outgoing)
  await expect(facts(inspector, 'MessageAcknowledged')).toHaveCount(1)

  const copied = await copyBy(inspector, 'Copy as text')
  expect(copied).toContain('MessageAcknowledged')
  const download = inspector.waitForEvent('download')
  await inspector.getByRole('button', { name: 'Save recording' }).click()
  const saved = readFileSync(await (await download).path(), 'utf8')
  expect(saved).toContain('MessageAcknowledged')
  await inspector.getByRole('tab', { name: 'Streams' }).click()
  const ways = inspector.getByRole('region', { name: 'Message paths' }).getByRole('listitem')
  await expect(ways.filter({ hasText: /^Out .*Stored.*Frame sent.*Acknowledged/ })).not.toHaveCount(0)
  await expect(inspector.getByRole('region', { name: 'IndexedDB' }).getByRole('row')).not.toHaveCount(1)
  for (const shown of [copied, saved, await inspector.content()])
    for (const secret of [outgoing, incoming, ada.phone]) expect(shown).not.toContain(secret)
  expect(foreign).toEqual([])

  await expect(inspector.getByRole('region', { name: 'Ports' })).toContainText('Socket')
  await expect(inspector.getByRole('row', { name: /^conversations/ })).toBeVisible()
  await expectAccessibleInBothSchemes(inspector, 'inspector, streams')
  await inspector.setViewportSize(compact)
  await inspector.getByRole('tab', { name: 'Log' }).click()
  await expectAccessible(inspector, 'inspector, compact log')
  await inspector.getByRole('tab', { name: 'Machines' }).click()
  await expectAccessible(inspector, 'inspector, compact machines')
})

/** Plays a failing seed, that of a mutant, and records it in the file. Ends with 1, because the seed fails. */
const recordFailingSeed = (file: string): Promise<void> =>
  new Promise((resolve) => {
    const mutant = ['--seed', '4', '--mutant', 'reversed-outbox', '--record', file]
    execFile(process.execPath, ['scripts/simulate.mjs', ...mutant], { maxBuffer: 2 ** 26 }, () => resolve())
  })

test('in development a cut socket is seen to reconnect, steps are gone back, and a failing seed is opened', async ({
  browser,
  development,
}, testInfo) => {
  const file = testInfo.outputPath('seed.json')
  const recorded = recordFailingSeed(file)
  const { ada } = await meetCaller(browser, development)
  const inspector = await ada.context.newPage()
  await inspector.goto(`${development.address}/command-center`)
  const view = (name: string) => inspector.getByRole('tab', { name, exact: true }).click()
  const socket = machines(inspector).getByRole('button', { name: /^socket/ })
  await expect(socket).toContainText('live.connected.liveness.idle', firstLoad)

  await view('Act')
  const cut = inspector.getByRole('switch', { name: /^Cut the socket/ })
  // The switch itself is hidden behind its picture.
  await inspector.getByText('Cut the socket').click()
  await expect(cut).toBeChecked()
  await view('Machines')
  await expect(socket).toContainText('closed.waiting')
  await view('Act')
  await inspector.getByText('Cut the socket').click()
  await expect(cut).not.toBeChecked()
  const signal = inspector.getByRole('textbox', { name: 'Signal as JSON' })
  await signal.fill('{"type":"nonsense"}')
  await inspector.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(signal).toHaveAttribute('aria-invalid', 'true')
  await expectAccessibleInBothSchemes(inspector, 'inspector, acting')
  await inspector.getByRole('button', { name: 'connection.requested' }).click()
  await inspector.getByRole('button', { name: 'Send', exact: true }).click()
  await view('Machines')
  await expect(socket).toContainText('live.connected')

  await inspector.getByRole('button', { name: 'Pause' }).click()
  await signals(inspector)
    .filter({ hasText: /socket.*socket\.closed→ closed\.waiting/ })
    .first()
    .getByRole('button')
    .click()
  await expect(socket).toContainText('closed.waiting')
  const timeline = inspector.getByRole('region', { name: 'Timeline' })
  const place = Number(await timeline.getByRole('slider').inputValue())
  for (let steps = 0; steps < 10; steps++) await timeline.getByRole('button', { name: 'Step back' }).click()
  await expect(timeline.getByRole('slider')).toHaveValue(String(place - 10))
  await expect(inspector.getByRole('region', { name: 'This step' })).toBeVisible()
  await expectAccessibleInBothSchemes(inspector, 'inspector, an earlier step')
  await view('Sequence')
  await expect(inspector.getByRole('button', { name: /socket ← / }).first()).toBeVisible()
  await expectAccessibleInBothSchemes(inspector, 'inspector, sequence')
  await timeline.getByRole('button', { name: 'Follow the newest step' }).click()
  await expect(timeline).toContainText('Live')

  await recorded
  const chooser = inspector.waitForEvent('filechooser')
  await inspector.getByRole('button', { name: 'Open recording' }).click()
  await (await chooser).setFiles(file)
  await expect(inspector.getByRole('region', { name: 'Recording' })).toContainText('writer-order')
  await view('Coverage')
  await expect(inspector.getByRole('region', { name: 'Never taken' })).toContainText('status.discarded')
  await expectAccessibleInBothSchemes(inspector, 'inspector, coverage of a recording')
  await inspector.getByRole('button', { name: 'Close recording' }).click()
  await expect(inspector.getByRole('region', { name: 'Recording' })).toHaveCount(0)
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

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { botTexts } from '#src/demo/bots/texts/en-us.ts'
import { allLocales, readEntries } from '../unit/locales/catalog-files.ts'
import { expectAccessibleInBothSchemes } from './support/accessibility.ts'
import { expect, openSection, test, welcome } from './support/journey.ts'
import { countWireBytes } from './support/wire-bytes.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Returns the text of all readable files below a folder of the build. */
const textBelow = (folder: string): string =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|css|html|json)$/.test(name))
    .map((name) => `${name}\n${readFileSync(join(root, folder, name), 'utf8')}`)
    .join('\n')

const demoTexts = allLocales.flatMap((locale) =>
  readEntries(readFileSync(join(root, 'locales', locale, 'demo.po'), 'utf8'))
    // The build splits a text at its placeholders.
    .map(({ text }) => text.split('{')[0] ?? '')
    // Short words such as "Demo" may occur elsewhere.
    .filter((text) => text.length > 14),
)

/** Strings that only the demo contains: modules, storage names, backend, texts and personas. */
const marks = [
  'mockServiceWorker',
  'MOCK_ACTIVATE',
  'onUnhandledRequest',
  'pglite',
  'chat-demo',
  'demo-stage',
  'friend_application',
  'one_time_code',
  botTexts.application,
  botTexts.echoOfSilence,
  ...demoTexts,
]

test('the production build contains no code of the demo', () => {
  const demo = textBelow('dist/demo')
  // A string that the demo itself lacks would prove nothing.
  expect(marks.filter((mark) => !demo.includes(mark))).toEqual([])
  // The list of licences names every package of the server too.
  const production = textBelow('dist/app').replaceAll('@electric-sql/pglite', '')
  expect(production).toContain('<div id="root">')
  expect(marks.filter((mark) => production.includes(mark))).toEqual([])
})

test('the installation, which every page loads, needs no code of the screens', () => {
  const folder = join(root, 'dist/app/assets')
  const files = readdirSync(folder)
    .filter((name) => /^installation-.*\.js$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  const [component] = files.filter((code) => code.includes('app-install-prompt'))
  expect(component).toContain('from"./start-')
  expect(component).not.toContain('from"./screens-')
})

/** Bytes as served, headers included: the target of the list, and what was measured of the sign-in. */
const mostBytes = { signIn: 170_000, conversationList: 300_000 } as const

/**
 * Stops what loads after the first screen, so that a slow machine counts the same as a quick one: the installation and
 * the sections, two and three seconds after the start, the illustration of an empty list, and the tab's icon, which the
 * browser loads when it is idle.
 */
async function withoutLaterParts(page: Page): Promise<void> {
  await page.route(/\/assets\/illustration-[^/]*\.(?:js|css)$|\/icon\.svg$/, (route) => route.abort())
  await page.addInitScript(() => {
    const setTimer = window.setTimeout.bind(window)
    const setShortTimer = (run: TimerHandler, delay?: number, ...given: unknown[]) =>
      delay === 2000 || delay === 3000 ? 0 : setTimer(run, delay, ...given)
    Object.assign(window, { setTimeout: setShortTimer })
  })
}

test('sign-in and the signed-in list stay within their byte limits, and a missing account chunk shows an error', async ({
  page,
  context,
  server,
}) => {
  await withoutLaterParts(page)
  const signIn = await countWireBytes(page)
  await page.goto(`${server.address}/auth/sign-in`)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  await page.waitForLoadState('networkidle')
  expect(signIn.total()).toBeLessThan(mostBytes.signIn)
  // An empty page would also be below the limit.
  expect(signIn.total()).toBeGreaterThan(mostBytes.signIn / 2)

  const ada = await welcome(context, server, 'Ada')
  await ada.page.close()
  const secondPage = await context.newPage()
  await withoutLaterParts(secondPage)
  const list = await countWireBytes(secondPage)
  await secondPage.goto(`${server.address}/messages`)
  await expect(secondPage.getByText('No conversations yet')).toBeVisible()
  // The snapshot of the list is painted before the account's code is requested, so the network may be idle until then.
  await expect.poll(() => list.total()).toBeGreaterThan(mostBytes.signIn)
  await secondPage.waitForLoadState('networkidle')
  expect(list.total()).toBeLessThan(mostBytes.conversationList)

  // The chunk of the account is missing, as after a deployment of another version.
  await context.route(/\/assets\/account-[^/]*\.js$/, (route) => route.abort())
  await secondPage.goto(`${server.address}/messages`)
  await expect(secondPage.getByRole('heading', { name: 'This page could not be loaded.' })).toBeVisible()
  await expectAccessibleInBothSchemes(secondPage, 'a page that could not be loaded')
  await context.unrouteAll()
  await secondPage.getByRole('button', { name: 'Refresh' }).click()
  await expect(secondPage.getByText('No conversations yet')).toBeVisible()
})

test('a page that loses the network before the texts of the installation have loaded stays usable', async ({
  context,
  server,
}) => {
  let requests = 0
  // The component is the first file of this name, and its texts are the second.
  await context.route(/\/assets\/installation-[^/]*\.js$/, (route) =>
    ++requests === 1 ? route.continue() : route.abort(),
  )
  const { page } = await welcome(context, server, 'Ada')
  await expect.poll(() => requests).toBe(2)
  await openSection(page, 'Contacts')
  await expect(page.getByRole('heading', { name: 'Contacts', exact: true })).toBeVisible()

  // A page whose code cannot be loaded leaves what was there, and opens when the network is back.
  const isMissing = /\/assets\/groups-screen-[^/]*\.js$/
  await context.route(isMissing, (route) => route.abort())
  await page.getByRole('link', { name: 'Groups' }).click()
  const notice = page.getByRole('region', { name: 'Notifications' }).getByRole('alert')
  await expect(notice).toHaveText('This page could not be loaded.')
  await expect(page).toHaveURL(/\/contact$/)
  await expect(page.getByRole('heading', { name: 'Contacts', exact: true })).toBeVisible()
  await context.unroute(isMissing)
  await page.getByRole('link', { name: 'Groups' }).click()
  await expect(page.getByRole('heading', { name: 'Groups' })).toBeVisible()
})

test('code for signed-in people loads only after the first key press', async ({ page, server }) => {
  await page.goto(`${server.address}/auth/sign-in`)
  await page.waitForLoadState('networkidle')
  const typing = await countWireBytes(page)
  await page.getByRole('textbox', { name: 'Phone number' }).fill('139')
  await expect.poll(typing.total).toBeGreaterThan(100_000)
})

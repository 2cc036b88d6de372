import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { talk } from '#src/demo/bots/talk/en-us.ts'
import { allLocales, readEntries } from '../unit/locales/catalog-files.ts'
import { expectAccessibleInBothSchemes } from './support/accessibility.ts'
import { expect, test, welcome } from './support/journey.ts'
import { countWireBytes } from './support/wire-bytes.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Everything readable below a folder of the build, in one text. */
const textBelow = (folder: string): string =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|css|html|json)$/.test(name))
    .map((name) => `${name}\n${readFileSync(join(root, folder, name), 'utf8')}`)
    .join('\n')

const demoTexts = allLocales.flatMap((locale) =>
  readEntries(readFileSync(join(root, 'locales', locale, 'demo.po'), 'utf8'))
    // Values split a text in the build.
    .map(({ text }) => text.split('{')[0] ?? '')
    // Words as short as "Demo" could be anybody's.
    .filter((text) => text.length > 14),
)

/** What only the demo is made of: its parts, its storage, its backend, its own words and its people's. */
const marks = [
  'mockServiceWorker',
  'MOCK_ACTIVATE',
  'onUnhandledRequest',
  'pglite',
  'chat-demo',
  'demo-stage',
  'friend_application',
  'one_time_code',
  talk.application,
  talk.echoOfSilence,
  ...demoTexts,
]

test('nothing of the demo is in what production serves', () => {
  const demo = textBelow('dist/demo')
  // A mark that the demo itself lacks would prove nothing.
  expect(marks.filter((mark) => !demo.includes(mark))).toEqual([])
  const production = textBelow('dist/app')
  expect(production).toContain('<div id="root">')
  expect(marks.filter((mark) => production.includes(mark))).toEqual([])
})

/** As served, heads included; what was reached (docs/adr/0033), and room for a few lines more. */
const mostBytes = { signIn: 140_000, conversationList: 298_000 } as const

test('a sign-in, and the list of somebody signed in, take no more over the wire than was reached; without the account’s file it says so', async ({
  page,
  context,
  server,
}) => {
  const signIn = await countWireBytes(page)
  await page.goto(`${server.address}/auth/sign-in`)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  await page.waitForLoadState('networkidle')
  expect(signIn.total()).toBeLessThan(mostBytes.signIn)
  // Nothing at all would be less, too.
  expect(signIn.total()).toBeGreaterThan(mostBytes.signIn / 2)

  const ada = await welcome(context, server, 'Ada')
  await ada.page.close()
  const anew = await context.newPage()
  const list = await countWireBytes(anew)
  await anew.goto(`${server.address}/messages`)
  await expect(anew.getByText('No conversations yet')).toBeVisible()
  await anew.waitForLoadState('networkidle')
  expect(list.total()).toBeLessThan(mostBytes.conversationList)
  expect(list.total()).toBeGreaterThan(mostBytes.signIn)

  // The file of the account is gone, as after another version was put in place.
  await context.route(/\/assets\/account-[^/]*\.js$/, (route) => route.abort())
  await anew.goto(`${server.address}/messages`)
  await expect(anew.getByRole('heading', { name: 'This page could not be loaded.' })).toBeVisible()
  await expectAccessibleInBothSchemes(anew, 'a page that could not be loaded')
  await context.unrouteAll()
  await anew.getByRole('button', { name: 'Refresh' }).click()
  await expect(anew.getByText('No conversations yet')).toBeVisible()
})

test('what only somebody signed in needs waits for the first letter', async ({ page, server }) => {
  await page.goto(`${server.address}/auth/sign-in`)
  await page.waitForLoadState('networkidle')
  const typing = await countWireBytes(page)
  await page.getByRole('textbox', { name: 'Phone number' }).fill('139')
  await expect.poll(typing.total).toBeGreaterThan(100_000)
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { talk } from '#src/demo/bots/talk/en-us.ts'
import { allLocales, readEntries } from '../unit/locales/catalog-files.ts'

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

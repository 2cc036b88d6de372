import '#src/theme/base.css'
import { openPage } from '#src/app/page.ts'
import { startApp } from '#src/app/start.tsx'
import { oneOf } from '#src/routes/search.ts'
import type { Mood } from './fixtures/fixture-account.ts'
import { createFixtureClient } from './fixtures/fixture-client.ts'

const moods: readonly Mood[] = [
  'usual',
  'empty',
  'loading',
  'failed',
  'connecting',
  'catching-up',
  'offline',
  'signed-out',
  'forced',
  'toasts',
]

/** Looks are chosen by the page's query and forgotten with it: `gallery`, `scheme`, `theme`, `locale`, `unread`. */
const query = new URLSearchParams(location.search)
const page = openPage()
const scheme = oneOf(['light', 'dark', 'system'] as const, query.get('scheme')) ?? 'system'
const theme = oneOf(['aurora', 'ember', 'grove', 'slate', 'tide'] as const, query.get('theme'))
page.preferences.change({ scheme, theme, locale: page.locale })
await page.translation.speak(page.locale)

const root = document.querySelector('#root')
if (root === null) throw new Error('The gallery page has no root')
startApp({
  root,
  page,
  client: createFixtureClient(
    oneOf(moods, query.get('gallery')) ?? 'usual',
    Number(query.get('unread') ?? 0),
  ),
  diagnostics: {
    clientId: 'gallery00000',
    endpoints: {
      websocket: 'wss://chat.example/socket',
      api: 'https://chat.example',
      file: 'https://files.example',
      fileUpload: 'https://files.example',
    },
  },
  environment: {
    brand: { key: 'gallery', name: 'Chat' },
    dynamicEndpoints: [],
    apiEndpoints: [],
    fileEndpoints: [],
    fileUploadEndpoints: [],
    websocketEndpoints: [],
    env: 'development',
  },
})

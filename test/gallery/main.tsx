import '#src/theme/base.css'
import { openPage } from '#src/app/page.ts'
import { schemes, themes } from '#src/app/preferences.ts'
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
  'starting',
  'broken',
  'unauthenticated',
  'unloaded',
  'full',
]

/**
 * The page's query chooses the mood (`gallery`), the looks (`scheme`, `theme`, `locale`), and of the long conversation how
 * many messages it has (`messages`), how many are there at once (`loaded`), how many are `unread`, and if it is `mixed`.
 */
const query = new URLSearchParams(location.search)
const page = openPage()
const scheme = oneOf(schemes, query.get('scheme'))
const theme = oneOf(themes, query.get('theme'))
if (scheme !== undefined) page.preferences.change({ scheme })
if (theme !== undefined) page.preferences.change({ theme })
/** The page's event `gallery:look` (detail: theme and scheme) changes the looks of what is open. */
window.addEventListener('gallery:look', (event) => {
  if (event instanceof CustomEvent) page.preferences.change(event.detail)
})
/**
 * The page's event `gallery:capture` (detail: a selector) takes a picture of what it finds; `gallery:captured` (detail: the
 * picture, or what was the matter) answers.
 */
window.addEventListener('gallery:capture', async (event) => {
  const selector = event instanceof CustomEvent ? String(event.detail) : ''
  const { captureElement } = await import('#src/platform/capture-element.ts')
  const detail = await captureElement(document.querySelector(selector)).catch(String)
  window.dispatchEvent(new CustomEvent('gallery:captured', { detail }))
})
await page.translation.speak(page.locale)
await page.translation.widen()

const root = document.querySelector('#root')
if (root === null) throw new Error('The gallery page has no root')
startApp({
  root,
  page,
  client: createFixtureClient(oneOf(moods, query.get('gallery')) ?? 'usual', {
    total: Number(query.get('messages') ?? 1000),
    loaded: Number(query.get('loaded') ?? 50),
    unread: Number(query.get('unread') ?? 0),
    isMixed: query.get('mixed') === '1',
  }),
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

import '#src/theme/base.css'
import { oneOf } from '#src/app/one-of.ts'
import { openPage } from '#src/app/page.ts'
import { schemes, themes } from '#src/app/preferences.ts'
import { startApp } from '#src/app/start.tsx'
import type { Mood } from './fixtures/fixture-account.ts'
import { createFixtureClient } from './fixtures/fixture-client.ts'
import { loadLongTexts } from './pseudo-locale.ts'

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
 * The query chooses the mood (`gallery`), the appearance (`scheme`, `theme`, `locale`), and texts that are 40 %
 * longer (`texts=long`). For the long conversation it sets the number of messages (`messages`), of those loaded first
 * (`loaded`), of unread ones (`unread`), and whether it is `mixed`.
 */
const query = new URLSearchParams(location.search)
const page = openPage()
const scheme = oneOf(schemes, query.get('scheme'))
const theme = oneOf(themes, query.get('theme'))
if (scheme !== undefined) page.preferences.change({ scheme })
if (theme !== undefined) page.preferences.change({ theme })
/** The window event `gallery:look` (detail: theme and scheme) changes the appearance of the open page. */
window.addEventListener('gallery:look', (event) => {
  if (event instanceof CustomEvent) page.preferences.change(event.detail)
})
/**
 * The window event `gallery:capture` (detail: a selector) captures an element. The event `gallery:captured` (detail:
 * the picture or the error) returns the result.
 */
window.addEventListener('gallery:capture', async (event) => {
  const selector = event instanceof CustomEvent ? String(event.detail) : ''
  const { captureElement } = await import('#src/platform/capture-element.ts')
  const detail = await captureElement(document.querySelector(selector)).catch(String)
  window.dispatchEvent(new CustomEvent('gallery:captured', { detail }))
})
if (query.get('texts') === 'long') loadLongTexts(page.translation.i18n)
await page.translation.activate(page.locale)
await page.translation.add('account')

const root = document.querySelector('#root')
if (root === null) throw new Error('The gallery page has no root')
await startApp({
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
    hostOrigins: [],
    fileUploadEndpoints: [],
    websocketEndpoints: [],
    env: 'development',
  },
})

import { expect, it } from 'vitest'
import { type DiagnosticFacts, diagnosticRows } from '#src/features/entry/diagnostics.ts'

const facts: DiagnosticFacts = {
  version: '5.11.5',
  isDesktop: true,
  isInstalled: false,
  clientId: 'abcdef123456',
  app: 'shell',
  endpoints: { websocket: 'wss://w', api: 'https://a', file: 'https://f', fileUpload: 'https://u' },
  browser: { name: 'Firefox', version: 113 },
  userAgent: 'Mozilla/5.0',
  hasWebSocket: true,
  hasIndexedDb: true,
  hasWorkers: false,
  isOnline: false,
  time: 'now',
}
const valuesOf = (given: DiagnosticFacts) =>
  Object.fromEntries(
    diagnosticRows(given).map(({ label, values }) => [
      label.replace('common.diagnostics.', ''),
      values
        .map((value) => (typeof value === 'string' ? value : value.id.replace('common.diagnostics.', '')))
        .join(),
    ]),
  )

it('lists version, kind of device, installation, client id and app [BOOT-13]', () => {
  expect(valuesOf(facts)).toMatchObject({
    version: '5.11.5,desktop,web',
    'client-id': 'abcdef123456',
    app: 'shell',
  })
  expect(valuesOf({ ...facts, isDesktop: false, isInstalled: true }).version).toBe('5.11.5,mobile,pwa')
})

it('lists the four endpoints in use [BOOT-14]', () => {
  expect(valuesOf(facts)).toMatchObject({
    'websocket-endpoint': 'wss://w',
    'api-endpoint': 'https://a',
    'file-endpoint': 'https://f',
    'file-upload-endpoint': 'https://u',
  })
})

it('lists browser, user agent and supported features [BOOT-15]', () => {
  expect(valuesOf(facts)).toMatchObject({
    browser: 'Firefox 113',
    'user-agent': 'Mozilla/5.0',
    websocket: 'supported',
    'indexed-db': 'supported',
    'web-workers': 'not-supported',
  })
})

it('lists network and time [BOOT-16]', () => {
  expect(valuesOf(facts)).toMatchObject({ network: 'offline', time: 'now' })
})

it('marks unknown values', () => {
  const bare = { ...facts, clientId: undefined, app: undefined, endpoints: undefined, browser: undefined }
  expect(valuesOf(bare)).toMatchObject({
    'client-id': 'none',
    app: 'none',
    'api-endpoint': 'none',
    browser: 'none',
  })
})

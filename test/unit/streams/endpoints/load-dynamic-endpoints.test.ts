import { describe, expect, it } from 'vitest'
import type { DynamicEndpoints } from '#schemas/env/dynamic-endpoints.ts'
import type { DynamicEndpointSource } from '#schemas/env/environment.ts'
import { browserCrypto } from '#src/app/ports/crypto.ts'
import { loadDynamicEndpoints } from '#streams/endpoints/load-dynamic-endpoints.ts'
import { SimulatedClock } from '#test/unit/machines/simulated-clock.ts'
import { type Answering, createEndpointNetwork } from './endpoint-network.ts'

const config = {
  API_ENDPOINTS: ['https://api.example'],
  FILE_ENDPOINTS: ['https://files.example'],
  FILEUPLOAD_ENDPOINTS: ['https://upload.example'],
  WEBSOCKET_ENDPOINTS: ['wss://socket.example/socket'],
}
const known: DynamicEndpoints = {
  api: config.API_ENDPOINTS,
  file: config.FILE_ENDPOINTS,
  fileUpload: config.FILEUPLOAD_ENDPOINTS,
  socket: config.WEBSOCKET_ENDPOINTS,
}
const nothing: DynamicEndpoints = { api: [], file: [], fileUpload: [], socket: [] }
const good: Answering = { status: 200, text: JSON.stringify(config) }
const sourceAt = (name: string, more: Partial<DynamicEndpointSource> = {}): DynamicEndpointSource => ({
  type: 'json',
  source: `https://${name}.example/endpoints.json`,
  ...more,
})
const addressOf = (name: string) => sourceAt(name).source

function open(secret = 'brandproduction') {
  const network = createEndpointNetwork()
  const clock = new SimulatedClock()
  const faults: { kind: string; detail: string }[] = []
  const over = new AbortController()
  const report = { fault: (fault: { kind: string; detail: string }) => void faults.push(fault) }
  const parts = { http: network.http, clock, crypto: browserCrypto, report, secret }
  return {
    ...network,
    clock,
    faults,
    over,
    load: (...sources: DynamicEndpointSource[]) => loadDynamicEndpoints(parts, sources, over.signal),
  }
}

describe('a dynamic source', () => {
  it('is fetched with GET from its address and returns four lists [ENDP-14 ENDP-16]', async () => {
    const { answer, load, requests } = open()
    answer(addressOf('one'), good)
    expect(await load(sourceAt('one', { token: 'unused' }))).toEqual(known)
    expect(requests).toMatchObject([{ url: addressOf('one'), method: 'GET', headers: {} }])
  })

  it('of the git type is sent a private-token header [ENDP-17]', async () => {
    const { answer, load, requests } = open()
    answer(addressOf('one'), good)
    await load(sourceAt('one', { type: 'git', token: 'secret-token' }))
    expect(requests[0]?.headers).toEqual({ 'Private-Token': 'secret-token' })
    expect(requests[0]?.url).not.toContain('secret-token')
  })

  it.each(['encrypted', 'git-encrypted'])(
    'of the type %s is decrypted with a key derived from brand and env before it is parsed [ENDP-18] (DEC-71)',
    async (type) => {
      const text = await browserCrypto.encrypt(JSON.stringify(config), 'brandproduction', 'dynamic-endpoints')
      const { answer, load } = open()
      answer(addressOf('one'), { status: 200, text: `${text}\n` })
      expect(await load(sourceAt('one', { type, token: 't' }))).toEqual(known)
      const other = open('otherbrand')
      other.answer(addressOf('one'), { status: 200, text })
      expect(await other.load(sourceAt('one', { type }))).toEqual(nothing)
      expect(other.faults.map(({ kind }) => kind)).toEqual(['BAD_DYNAMIC_ENDPOINT_CONFIG'])
    },
  )

  it('of an encrypted type is never read as plain text (DEC-71)', async () => {
    const { answer, load } = open()
    answer(addressOf('one'), good)
    expect(await load(sourceAt('one', { type: 'encrypted' }))).toEqual(nothing)
  })

  it.each<[string, Answering]>([
    ['cannot be reached', 'network'],
    ['answers with a failure', { status: 404, text: JSON.stringify(config) }],
    ['is no JSON', { status: 200, text: 'endpoints' }],
    ['leaves a list out', { status: 200, text: JSON.stringify({ ...config, FILE_ENDPOINTS: undefined }) }],
    [
      'names an address of the wrong kind',
      { status: 200, text: JSON.stringify({ ...config, WEBSOCKET_ENDPOINTS: ['https://x.example'] }) },
    ],
    [
      'names what is no address',
      { status: 200, text: JSON.stringify({ ...config, API_ENDPOINTS: ['javascript:alert(1)'] }) },
    ],
  ])('that %s is reported and counts as empty lists [ENDP-15 ENDP-20]', async (_, answering) => {
    const { answer, faults, load } = open()
    answer(addressOf('one'), answering)
    expect(await load(sourceAt('one', { token: 'secret-token' }))).toEqual(nothing)
    expect(faults.map(({ kind }) => kind)).toEqual(['BAD_DYNAMIC_ENDPOINT_CONFIG'])
    expect(JSON.stringify(faults)).not.toMatch(/secret-token|one\.example/)
  })
})

describe('several sources', () => {
  it('are requested one after another, 300 ms apart, each once [ENDP-06 ENDP-20]', async () => {
    const { asked, clock, load } = open()
    const loading = load(sourceAt('one'), sourceAt('two'), sourceAt('three'))
    await clock.advance(299)
    expect(asked()).toEqual([addressOf('one')])
    await clock.advance(1)
    expect(asked()).toEqual([addressOf('one'), addressOf('two')])
    await clock.advance(60_000)
    expect(asked()).toEqual(['one', 'two', 'three'].map(addressOf))
    expect(await loading).toEqual(nothing)
  })

  it('stop at the first one that returns endpoints', async () => {
    const { answer, asked, clock, load } = open()
    answer(addressOf('two'), good)
    const loading = load(sourceAt('one'), sourceAt('two'), sourceAt('three'))
    await clock.advance(60_000)
    expect(await loading).toEqual(known)
    expect(asked()).toEqual([addressOf('one'), addressOf('two')])
  })

  it('are cancelled with their caller', async () => {
    const { asked, load, over } = open()
    const loading = load(sourceAt('one'), sourceAt('two'))
    over.abort()
    await expect(loading).rejects.toThrow()
    expect(asked()).toEqual([addressOf('one')])
  })
})

import { describe, expect, it } from 'vitest'
import type { EndpointKind } from '#domain/connection/endpoints.ts'
import { probeEndpoint } from '#streams/endpoints/endpoint-selection.ts'
import { SimulatedClock } from '#test/unit/machines/simulated-clock.ts'
import { type Answering, createEndpointNetwork, healthyFiles, versionAnswer } from './endpoint-network.ts'

function open() {
  const network = createEndpointNetwork()
  const clock = new SimulatedClock()
  const over = new AbortController()
  return {
    ...network,
    clock,
    over,
    probe: (kind: EndpointKind, endpoint: string) =>
      probeEndpoint({ ...network, clock }, kind, endpoint, over.signal),
  }
}

const answering = (Data: unknown, Code = 0): Answering => ({
  status: 200,
  text: JSON.stringify({ Code, Msg: '', Data }),
})

describe.each(['api', 'fileUpload'] as const)('an endpoint of the kind %s', (kind) => {
  it.each<[string, Answering, string]>([
    ['an object with a version', versionAnswer, 'true'],
    ['a text', answering('5.11.5'), 'true'],
    ['an empty text', answering(''), 'health'],
    ['an object without a version', answering({}), 'health'],
    ['another code', answering({ version: '5.11.5' }, 9), 'health'],
    ['a page', { status: 200, text: '<html>' }, 'health'],
    ['no response', 'network', 'fetch'],
  ])('with the response %s to /GetVersion is classified [ENDP-07]', async (_, answer, health) => {
    const { answer: set, probe, requests } = open()
    set('https://one.example/GetVersion', answer)
    expect(await probe(kind, 'https://one.example/some/path')).toBe(health)
    expect(requests).toMatchObject([{ method: 'GET', url: 'https://one.example/GetVersion' }])
  })
})

describe('a file endpoint', () => {
  it.each<[string, Answering, string]>([
    ['exactly its words', healthyFiles, 'true'],
    ['its words and more', { status: 200, text: 'Health OK!\n' }, 'health'],
    ['other words', { status: 200, text: 'health ok!' }, 'health'],
    ['its words as a failure', { status: 503, text: 'Health OK!' }, 'health'],
    ['nothing', 'network', 'fetch'],
  ])('with the response %s to /Health.txt is classified [ENDP-09]', async (_, answer, health) => {
    const { answer: set, probe } = open()
    set('https://files.example/Health.txt', answer)
    expect(await probe('file', 'https://files.example')).toBe(health)
  })

  it('is requested with a query that no cache contains [ENDP-09]', async () => {
    const { clock, probe, requests } = open()
    await probe('file', 'https://files.example')
    await clock.advance(5)
    await probe('file', 'https://files.example')
    const queries = requests.map(({ url, method }) => [method, new URL(url).search])
    expect(queries).toEqual([
      ['GET', expect.stringMatching(/^\?t=\d+$/)],
      ['GET', expect.stringMatching(/^\?t=\d+$/)],
    ])
    expect(queries[0]).not.toEqual(queries[1])
  })
})

describe('a socket endpoint', () => {
  it('passes when it sends its greeting first, and is closed then [ENDP-10]', async () => {
    const { greet, probe, sockets } = open()
    greet('wss://one.example/socket', { Cmd: 'Connected', Time: 1 })
    expect(await probe('socket', 'wss://one.example/socket')).toBe('true')
    expect(sockets).toEqual([{ url: 'wss://one.example/socket', isClosed: true }])
  })

  it('fails when its first frame is no greeting, or when it cannot be reached [ENDP-10]', async () => {
    const { greet, probe, sockets } = open()
    greet('wss://one.example/socket', { Cmd: 'Login', Code: 0 })
    expect(await probe('socket', 'wss://one.example/socket')).toBe('health')
    expect(await probe('socket', 'wss://two.example/socket')).toBe('fetch')
    expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true, true])
  })

  it('fails without a greeting within 15 s [SOCK-26]', async () => {
    const { clock, greet, probe } = open()
    greet('wss://one.example/socket', 'silence')
    let health: string | undefined
    void probe('socket', 'wss://one.example/socket').then((found) => {
      health = found
    })
    await clock.advance(14_999)
    expect(health).toBeUndefined()
    await clock.advance(1)
    expect(health).toBe('fetch')
  })
})

it('ends when its caller cancels', async () => {
  const { answer, over, probe } = open()
  answer('https://one.example/GetVersion', 'silence')
  const probing = probe('api', 'https://one.example')
  over.abort()
  await expect(probing).rejects.toThrow('CANCELLED')
})

import { describe, expect, it } from 'vitest'
import { versionAnswer } from '#test/unit/streams/endpoints/endpoint-network.ts'
import { apis, healthyApi, startEndpoints, twoApis } from './endpoints-harness.ts'

const minute = 60_000
const [first, second] = apis

describe('a server that serves itself', () => {
  it('is used without a health check', async () => {
    const { clock, endpoints, requests, sockets, testEnvironment } = await startEndpoints()
    expect(endpoints.api.current()).toBe('https://own.example')
    expect(endpoints.file.current()).toBe('https://own.example')
    expect(endpoints.socket.current()).toBe('wss://own.example/socket')
    endpoints.api.drop('https://own.example')
    testEnvironment.set({ isOnline: false })
    testEnvironment.set({ isOnline: true })
    await clock.advance(60 * minute)
    expect([requests.length, sockets.length]).toEqual([0, 0])
    expect(endpoints.api.current()).toBe('https://own.example')
  })
})

describe('a selection', () => {
  it('takes the first default endpoint that works, and checks no others [ENDP-02 ENDP-07]', async () => {
    const { asked, endpoints, selection } = await startEndpoints({
      environment: twoApis,
      prepare: (network) => healthyApi(network, first, second),
    })
    expect(endpoints.api.current()).toBe(first)
    expect(asked()).toEqual([`${first}/GetVersion`])
    expect(selection()).toBe('idle')
  })

  it('moves on from an endpoint that does not work, and announces it [ENDP-02 ENDP-11]', async () => {
    const { endpoints, faults } = await startEndpoints({
      environment: twoApis,
      prepare: (network) => healthyApi(network, second),
    })
    expect(endpoints.api.current()).toBe(second)
    expect(faults).toEqual([{ kind: 'BAD_ENDPOINT', detail: 'api one.example: fetch' }])
  })

  it('returns to the preferred endpoint as soon as it works again', async () => {
    const { answer, clock, endpoints } = await startEndpoints({
      environment: twoApis,
      prepare: (network) => healthyApi(network, second),
    })
    answer(`${first}/GetVersion`, versionAnswer)
    await clock.advance(5 * minute)
    expect(endpoints.api.current()).toBe(first)
  })

  it('is made every 5 minutes [ENDP-01 ENDP-03]', async () => {
    const { asked, clock } = await startEndpoints({
      environment: twoApis,
      prepare: (network) => healthyApi(network, first),
    })
    await clock.advance(5 * minute - 1)
    expect(asked()).toHaveLength(1)
    await clock.advance(1)
    expect(asked()).toHaveLength(2)
    await clock.advance(15 * minute)
    expect(asked()).toHaveLength(5)
  })

  it.each([
    ['hidden', { isVisible: false }, { isVisible: true }],
    ['offline', { isOnline: false }, { isOnline: true }],
  ])('is made after being %s, and never meanwhile [ENDP-01]', async (_, off, on) => {
    const { asked, clock, testEnvironment } = await startEndpoints({
      environment: twoApis,
      prepare: (network) => healthyApi(network, first),
    })
    testEnvironment.set(off)
    await clock.advance(20 * minute)
    expect(asked()).toHaveLength(1)
    testEnvironment.set(on)
    await clock.advance(0)
    expect(asked()).toHaveLength(2)
  })

  it('is made when every endpoint was dropped in turn, not before', async () => {
    const { asked, clock, endpoints } = await startEndpoints({
      environment: twoApis,
      prepare: (network) => healthyApi(network, first),
    })
    endpoints.api.drop(first)
    await clock.advance(0)
    expect([asked().length, endpoints.api.current()]).toEqual([1, second])
    endpoints.api.drop(second)
    await clock.advance(0)
    expect([asked().length, endpoints.api.current()]).toEqual([2, first])
  })

  it('without a result changes nothing and is repeated after 30 s', async () => {
    const { asked, clock, endpoints, failure, selection } = await startEndpoints({ environment: twoApis })
    expect([selection(), endpoints.api.current()]).toEqual(['barren', first])
    await clock.advance(29_999)
    expect(asked()).toHaveLength(2)
    await clock.advance(1)
    expect(asked()).toHaveLength(4)
    expect(failure()).toBeUndefined()
  })
})

describe('a selection that is started while one runs', () => {
  it.each([
    ['api', 'API_ENDPOINT_RACE_IN_PROGRESS', { apiEndpoints: [first, second] }],
    ['file', 'FILE_ENDPOINT_RACE_IN_PROGRESS', { fileEndpoints: [first, second] }],
    ['fileUpload', 'FILEUPLOAD_ENDPOINT_RACE_IN_PROGRESS', { fileUploadEndpoints: [first, second] }],
    [
      'socket',
      'SOCKET_ENDPOINT_RACE_IN_PROGRESS',
      { websocketEndpoints: ['wss://one.example/socket', 'wss://two.example/socket'] },
    ],
  ] as const)('of the kind %s raises %s and starts nothing [ENDP-13]', async (_, race, lists) => {
    const { asked, clock, kindsOfFaults, sockets, testEnvironment } = await startEndpoints({
      environment: { ...twoApis, apiEndpoints: [first], ...lists },
      prepare(network) {
        network.answer(`${first}/GetVersion`, 'silence')
        network.answer(`${first}/Health.txt`, 'silence')
        network.greet('wss://one.example/socket', 'silence')
      },
    })
    testEnvironment.set({ isVisible: true })
    await clock.advance(0)
    expect(kindsOfFaults()).toEqual([race])
    expect(asked().length + sockets.length).toBe(1)
  })
})

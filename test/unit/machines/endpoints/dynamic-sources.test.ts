import { describe, expect, it, vi } from 'vitest'
import { versionAnswer } from '#test/unit/streams/endpoints/endpoint-network.ts'
import {
  healthyApi,
  healthyBackups,
  sourceAlone,
  sourceUrl,
  startEndpoints,
  told,
  twoApis,
} from './endpoints-harness.ts'

const minute = 60_000
const withSource = { ...twoApis, dynamicEndpoints: sourceAlone.dynamicEndpoints }

describe('dynamic endpoints', () => {
  it('are not loaded while the default ones work [ENDP-05]', async () => {
    const { asked, clock } = await startEndpoints({
      environment: withSource,
      prepare(network) {
        healthyBackups(network)
        healthyApi(network, 'https://one.example', 'https://upload.example')
        network.answer('https://files.example/Health.txt', { status: 200, text: 'Health OK!' })
        network.greet('wss://socket.example/socket', { Cmd: 'Connected', Time: 1 })
      },
    })
    await clock.advance(60 * minute)
    expect(asked()).not.toContain(sourceUrl)
  })

  it('are loaded when a kind has no working endpoint, and serve as backups [ENDP-02 ENDP-05]', async () => {
    const { asked, endpoints, faults, selection } = await startEndpoints({
      environment: withSource,
      prepare: healthyBackups,
    })
    expect(asked().filter((url) => url === sourceUrl)).toHaveLength(1)
    expect(selection()).toBe('idle')
    expect(endpoints.api.candidates()).toEqual([...twoApis.apiEndpoints, 'https://backup.example'])
    expect([endpoints.api.current(), endpoints.file.current()]).toEqual([
      'https://backup.example',
      'https://backup-files.example',
    ])
    expect([endpoints.fileUpload.current(), endpoints.socket.current()]).toEqual([
      'https://backup-upload.example',
      'wss://backup.example/socket',
    ])
    expect(new Set(faults.map(({ kind }) => kind))).toEqual(new Set(['BAD_ENDPOINT']))
  })

  it('are replaced by default ones that work again [ENDP-02]', async () => {
    const { answer, clock, endpoints } = await startEndpoints({
      environment: withSource,
      prepare: healthyBackups,
    })
    answer('https://two.example/GetVersion', versionAnswer)
    await clock.advance(5 * minute)
    expect(endpoints.api.current()).toBe('https://two.example')
  })

  it('are removed when they are bad, and then loaded again [ENDP-05 ENDP-11]', async () => {
    const { asked, clock, endpoints, fall, greet } = await startEndpoints({
      environment: sourceAlone,
      prepare: healthyBackups,
    })
    fall('https://backup.example/GetVersion')
    await clock.advance(5 * minute)
    expect(asked().filter((url) => url === sourceUrl)).toHaveLength(2)
    expect(endpoints.api.candidates()).toEqual([])
    expect(endpoints.api.current()).toBeUndefined()
    fall('wss://backup.example/socket')
    greet('wss://backup.example/socket', { Cmd: 'Online', FriendID: 1 })
    await clock.advance(5 * minute)
    expect(endpoints.socket.candidates()).toEqual([])
  })

  it('are requested again 30 s after an empty result, without a fatal error [ENDP-20]', async () => {
    const { answer, clock, endpoints, failure, kindsOfFaults, selection } = await startEndpoints({
      environment: sourceAlone,
    })
    expect(selection()).toBe('barren')
    expect(kindsOfFaults()).toEqual(['BAD_DYNAMIC_ENDPOINT_CONFIG'])
    expect([endpoints.api.current(), failure()]).toEqual([undefined, undefined])
    answer(sourceUrl, { status: 200, text: JSON.stringify(told) })
    answer('https://backup.example/GetVersion', versionAnswer)
    await clock.advance(30_000)
    expect(endpoints.api.current()).toBe('https://backup.example')
  })
})

describe('an environment', () => {
  it('that names endpoints in part and no source is fatal with code 2 [ENDP-19]', async () => {
    const { failure, faults, requests, selection } = await startEndpoints({
      environment: { apiEndpoints: ['https://one.example'] },
    })
    expect(selection()).toBe('failed')
    expect(failure()).toEqual({ name: 'NO_DYNAMIC_ENDPOINT_CONFIG', code: 2 })
    expect(faults.map(({ kind }) => kind)).toEqual(['NO_DYNAMIC_ENDPOINT_CONFIG'])
    expect(requests).toHaveLength(0)
  })

  it('is reloaded on every third tick [ENDP-04] (DEC-121)', async () => {
    const load = vi.fn(async () => ({ ...twoApis, apiEndpoints: ['https://three.example'] }))
    const { clock, endpoints } = await startEndpoints({
      environment: twoApis,
      load,
      prepare: (network) => healthyApi(network, 'https://one.example'),
    })
    await clock.advance(15 * minute - 1)
    expect(load).toHaveBeenCalledTimes(0)
    await clock.advance(1)
    expect(load).toHaveBeenCalledTimes(1)
    expect(endpoints.api.current()).toBe('https://three.example')
    await clock.advance(30 * minute)
    expect(load).toHaveBeenCalledTimes(3)
  })

  it('is not loaded while a load is running [ENDP-04] (DEC-121)', async () => {
    const load = vi.fn(() => new Promise<never>(() => {}))
    const { clock } = await startEndpoints({ environment: twoApis, load })
    await clock.advance(60 * minute)
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('that cannot be reloaded is reported, and the previous one stays', async () => {
    const load = () => Promise.reject(new Error('no env.js'))
    const { clock, endpoints, kindsOfFaults } = await startEndpoints({
      environment: twoApis,
      load,
      prepare: (network) => healthyApi(network, 'https://one.example'),
    })
    await clock.advance(15 * minute)
    expect(kindsOfFaults()).toEqual(['BAD_ENV_CONFIG'])
    expect(endpoints.api.current()).toBe('https://one.example')
  })
})

describe('the dynamic-endpoint stream', () => {
  it('that fails ends the selection with a reported fatal error [ENDP-21]', async () => {
    const { clock, failure, selection, testEnvironment } = await startEndpoints({
      environment: sourceAlone,
      prepare: healthyBackups,
      loadSources: () => Promise.reject(new Error('the stream broke')),
    })
    expect(selection()).toBe('failed')
    expect(failure()).toEqual({ name: 'BAD_DYNAMIC_ENDPOINT_CONFIG', code: undefined })
    testEnvironment.set({ isOnline: true })
    await clock.advance(60 * minute)
    expect(selection()).toBe('failed')
  })
})

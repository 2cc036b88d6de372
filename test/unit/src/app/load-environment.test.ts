import { describe, expect, it } from 'vitest'
import { environmentGlobal, readEnvironment } from '#schemas/env/environment.ts'
import { readVersionFile, versionKey } from '#schemas/env/version-file.ts'
import { BadEnvironmentError, loadEnvironment } from '#src/app/load-environment.ts'
import { appVersion } from '#src/app/version.ts'

const published = { brand: { key: 'any' }, apiEndpoints: ['https://api.example'] }

describe('loadEnvironment', () => {
  it('runs env.js past the caches and reads the one global object [BOOT-04 BOOT-05 BOOT-06]', async () => {
    const page = {}
    const asked: string[] = []
    const environment = await loadEnvironment(
      async (url) => {
        asked.push(url)
        Reflect.set(page, environmentGlobal, published)
      },
      page,
      1234,
    )
    expect(asked).toEqual(['/env.js?t=1234'])
    expect(environment).toMatchObject({
      brand: { key: 'any' },
      apiEndpoints: ['https://api.example'],
      env: 'production',
    })
  })

  it('raises BAD_ENV_CONFIG with code 1 when env.js cannot be loaded [BOOT-07]', async () => {
    const loading = loadEnvironment(() => Promise.reject(new Error('404')), {}, 0)
    await expect(loading).rejects.toMatchObject({ name: 'BAD_ENV_CONFIG', code: 1 })
  })

  it.each([undefined, {}, { brand: {} }, { brand: { key: 'a' }, apiEndpoints: 'x' }])(
    'raises BAD_ENV_CONFIG for the configuration %j [BOOT-06 BOOT-07]',
    async (value) => {
      const loading = loadEnvironment(() => Promise.resolve(), { [environmentGlobal]: value }, 0)
      await expect(loading).rejects.toBeInstanceOf(BadEnvironmentError)
    },
  )
})

describe('push in the global config object', () => {
  const read = (push: unknown) => readEnvironment({ ...published, push })

  it.each([
    [
      { vapidKey: 'BPk', config: { app: 'one' } },
      { vapidKey: 'BPk', config: { app: 'one' } },
    ],
    [{ vapidKey: 'BPk' }, { vapidKey: 'BPk', config: {} }],
  ])('is read with its key and config: %o [NOTIF-16]', (push, setting) => {
    expect(read(push)?.push).toEqual(setting)
  })

  it.each([undefined, null, 'on', {}, { vapidKey: '' }, { vapidKey: 7 }, { vapidKey: 'BPk', config: 'x' }])(
    'is off if it is missing or invalid, and the rest is read: %j [NOTIF-16]',
    (push) => {
      expect(read(push)).toMatchObject({ brand: { key: 'any' } })
      expect(read(push)?.push).toBeUndefined()
    },
  )
})

describe('the version', () => {
  it('is 5.11.5 [BOOT-02]', () => expect(appVersion).toBe('5.11.5'))

  it.each([
    [{ version: '5.11.5' }, 'v5.11.5'],
    [{ version: '5.11.5', hash: '3fa9c1d2e4' }, 'v5.11.5-3fa9c1'],
    [{ version: '5.11.5', hash: '3fa9c1d2e4', timestamp: 1_700_000_000_000 }, 'v5.11.5-3fa9c1-loyw3v28'],
    [{ version: '5.11.5', timestamp: 35 }, 'v5.11.5-z'],
  ])('%j has the key %s [BOOT-27]', (file, key) => expect(versionKey(file)).toBe(key))

  it.each([
    [{ version: '5.11.5', hash: 'ab', timestamp: 3 }, true],
    [{ version: '5.11.5' }, true],
    [{ version: '5.11' }, false],
    [{ version: 'v5.11.5' }, false],
    [{ version: '5.11.5-beta' }, false],
    [{}, false],
    ['5.11.5', false],
  ])('the file %j is taken: %s', (file, isTaken) => {
    expect(readVersionFile(file) !== undefined).toBe(isTaken)
  })
})

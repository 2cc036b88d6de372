import { describe, expect, it } from 'vitest'
import { getConfig, getVersion } from '#schemas/wire/calls/system.ts'
import type { AnyCall } from '#schemas/wire/define-call.ts'
import { parseResponse } from '#schemas/wire/parse-response.ts'

const fits = (call: AnyCall, Data: unknown): boolean =>
  parseResponse(call, JSON.stringify({ Code: 0, Msg: '', Data })).kind === 'response'

const config = {
  API_ENDPOINT: 'https://api.example',
  WEBSOCKET_ENDPOINT: 'wss://api.example/socket',
  AppDownloadUrl: 'https://api.example/app',
}

describe('the config', () => {
  it.each<[string, object, boolean]>([
    ['addresses', {}, true],
    ['an empty API', { API_ENDPOINT: '' }, true],
    ['an empty download', { AppDownloadUrl: '' }, true],
    ['a plain socket', { WEBSOCKET_ENDPOINT: 'ws://api.example/socket' }, true],
    ['an API that is no URL', { API_ENDPOINT: 'api.example' }, false],
    ['a download that is no URL', { AppDownloadUrl: 'app' }, false],
    ['a socket over http', { WEBSOCKET_ENDPOINT: 'https://api.example' }, false],
    ['an empty socket', { WEBSOCKET_ENDPOINT: '' }, false],
  ])('with %s fits or does not [ENDP-22]', (_, changes, isFit) => {
    expect(fits(getConfig, { ...config, ...changes })).toBe(isFit)
  })

  it('is a GET without credentials that requests the endpoint config [ENDP-24]', () => {
    expect(getConfig).toMatchObject({ path: '/GetConfig', method: 'GET', isAuthenticated: false })
  })
})

describe('app version info', () => {
  const platforms = ['Android', 'Ios', 'Pc'] as const
  const info = Object.fromEntries(
    platforms.flatMap((platform) => [
      [`${platform}DownloadUrl`, `https://apps.example/${platform}`],
      [`${platform}VersionName`, '5.11.5'],
    ]),
  )

  it('has download URLs and version names for Android, iOS and PC [ENDP-23]', () => {
    expect(fits(getVersion, { version: '5.11.5', ...info })).toBe(true)
    for (const platform of platforms) {
      expect(fits(getVersion, { version: '1', ...info, [`${platform}DownloadUrl`]: 'nowhere' })).toBe(false)
    }
  })

  it.each([
    ['1.2.3', true],
    ['10.20.30', true],
    ['1.2', false],
    ['1.2.3.4', false],
    ['v1.2.3', false],
    ['1.2.x', false],
  ])('takes %s for a version name: %s [ENDP-23]', (name, isFit) => {
    for (const platform of platforms) {
      expect(fits(getVersion, { version: '1', [`${platform}VersionName`]: name })).toBe(isFit)
    }
  })
})

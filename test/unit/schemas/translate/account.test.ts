import { describe, expect, it } from 'vitest'
import { toStoredAccount } from '#schemas/translate/account.ts'

const credentials = {
  UID: 7,
  AccessToken: 'token',
  RefreshToken: 'refresh',
  NickName: 'Ann',
  HeadImg: '/a.png',
}

describe('the trace sample rate of an account', () => {
  it('is 0.01 unless the credentials carry another, 0 included [BOOT-29 AUTH-43]', () => {
    expect(toStoredAccount(credentials)?.traceRate).toBe(0.01)
    expect(toStoredAccount({ ...credentials, TraceRate: 0.5 })?.traceRate).toBe(0.5)
    expect(toStoredAccount({ ...credentials, TraceRate: 0 })?.traceRate).toBe(0)
  })
})

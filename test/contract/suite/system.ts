import { describe, expect, it } from 'vitest'
import { extensionVersions } from '#schemas/wire/extensions.ts'
import type { ContractHost } from '../contract-host.ts'
import { callAs, dataOrThrow, meet, newClientId, signUp } from '../people.ts'

export function describeSystem(host: () => ContractHost): void {
  describe('the system calls', () => {
    it('lists every country with its code, without a caller [AUTH-55]', async () => {
      type Country = { Code: string; TelCode: string }
      const countries = dataOrThrow<Country[]>(await host().call('/GetCountryList', {}))
      expect(countries.length).toBeGreaterThan(200)
      expect(countries).toContainEqual({ Code: 'CN', TelCode: '86' })
      expect(countries).toContainEqual({ Code: 'VN', TelCode: '84' })
      expect(new Set(countries.map(({ Code }) => Code)).size).toBe(countries.length)
    })

    it('answers the settings [USER-09]', async () => {
      const answer = await callAs(host(), await signUp(host()), '/GetSystemSetting')
      expect(answer.Data).toMatchObject({
        messageRetentionDays: 7,
        maxForwardSessionCount: 100,
        headImgSizeLimit: 10,
      })
    })

    it('names the extensions that it has', async () => {
      const ann = await signUp(host())
      const { Extensions } = dataOrThrow<{ Extensions: { Name: string; Version: number }[] }>(
        await callAs(host(), ann, '/GetSystemSetting'),
      )
      for (const { Name, Version } of Extensions) expect(extensionVersions).toMatchObject({ [Name]: Version })
    })

    it('returns the addresses of API and socket, and its version [ENDP-22 ENDP-24]', async () => {
      expect(await host().get('/GetConfig', { config: 'endpoint' })).toMatchObject({
        Code: 0,
        Data: {
          API_ENDPOINT: '',
          WEBSOCKET_ENDPOINT: expect.stringMatching(/^ws:\/\/[\w.]+:\d+\/socket$/),
          AppDownloadUrl: '',
        },
      })
      expect(await host().get('/GetConfig', { config: 'else' })).toMatchObject({ Code: 4 })
      expect(await host().get('/GetVersion', {})).toMatchObject({ Code: 0, Data: { version: '5.11.5' } })
    })

    it('accepts a report of another file domain from signed-in people, and passes it to the operator [ENDP-26]', async () => {
      const ann = await signUp(host())
      const tell = (Domain: unknown) => callAs(host(), ann, '/NotifyFileEndPointDomainChange', { Domain })
      const before = host().faults.length
      expect(await tell('files.example:8443')).toMatchObject({ Code: 0 })
      expect(host().faults.slice(before)).toEqual([
        expect.stringContaining('file-domain: files.example:8443'),
      ])
      for (const Domain of [undefined, '', 7, 'two words', 'line\nbreak', 'x'.repeat(256)]) {
        expect(await tell(Domain)).toMatchObject({ Code: 4 })
      }
      const anyone = await host().call('/NotifyFileEndPointDomainChange', { Domain: 'files.example' })
      expect(anyone).toMatchObject({ Code: 2 })
      for (let count = 0; count < 9; count++) await tell('files.example')
      expect(await tell('files.example')).toMatchObject({ Code: 5 })
      expect(host().faults).toHaveLength(before + 10)
    })

    it.each([
      ['en-US', 'Please sign in again.'],
      ['zh-CN', '请重新登录。'],
      ['zh-tw', '請重新登入。'],
      ['vi-VN', 'Vui lòng đăng nhập lại.'],
      ['xx', 'Please sign in again.'],
    ])('answers in %s when the language header requests it', async (Lang, Msg) => {
      expect(await host().call('/GetUserInfo', {}, { Lang })).toMatchObject({ Code: 2, Msg })
    })

    it('limits an account to a burst of 1,000 messages and 50 a second after it', async () => {
      const { ann } = await meet(host())
      const send = () =>
        callAs(host(), ann, '/SendChat', {
          ChatSessionID: 999_999_999,
          Message: ' ',
          MsgType: 'txt',
          TimeStamp: 1,
          ClientMsgId: newClientId(),
        })
      const codes: number[] = []
      for (let count = 0; count < 1000; count++) codes.push((await send()).Code)
      expect(new Set(codes)).toEqual(new Set([4]))
      expect(await send()).toMatchObject({ Code: 5, Data: { RetryAfter: 20 } })
      host().advance(1000)
      for (let count = 0; count < 50; count++) expect((await send()).Code).toBe(4)
      expect(await send()).toMatchObject({ Code: 5 })
    })
  })
}

import { describe, expect, it } from 'vitest'
import { isSetPassword, phoneLogin } from '#schemas/wire/calls/account.ts'
import { applyFriend } from '#schemas/wire/calls/contact-changes.ts'
import { getFriends } from '#schemas/wire/calls/contacts.ts'
import { updateNickname, uploadAvatar } from '#schemas/wire/calls/profile.ts'
import { searchUser } from '#schemas/wire/calls/search.ts'
import { getCountryList } from '#schemas/wire/calls/system.ts'
import { defineCall } from '#schemas/wire/define-call.ts'
import { noData } from '#schemas/wire/envelope.ts'
import { bodyOf, openCaller, type Reaction } from './caller-harness.ts'

const ok = { Code: 0, Msg: '', Data: [] }
const country = { Code: 0, Msg: '', Data: [{ Code: 'CN', TelCode: '86' }] }

describe('a rejection', () => {
  const said = { Code: 4, Msg: 'Not today.', Data: null }
  const silent = { Code: 4, Msg: '', Data: null }
  it.each([
    [
      'a mutation in the server’s words',
      updateNickname,
      said,
      { key: 'common.submit-failed', text: 'Not today.' },
    ],
    ['a mutation without words', updateNickname, silent, { key: 'common.submit-failed' }],
    ['a query without words', getFriends, silent, { key: 'errors.error' }],
    ['a mutation with a key', updateNickname, { ...silent, Data: { Key: 'a.b' } }, { key: 'a.b' }],
  ] as const)('is raised by %s [ERR-01]', async (_, call, answer, rejection) => {
    const { caller } = openCaller([answer])
    const result = await caller.call(call, call === updateNickname ? { NickName: 'Ann' } : {})
    expect(result).toMatchObject({ isOk: false, failure: { rejection: { ...rejection, code: 4 } } })
    expect(result.isOk || 'text' in result.failure.rejection).toBe('text' in rejection)
  })
})

describe('a request', () => {
  it('is a POST of JSON with UID, Token, device type and brand when authenticated [HTTP-01 HTTP-02]', async () => {
    const { caller, requests } = openCaller([ok])
    await caller.call(updateNickname, { NickName: 'Ann' })
    expect(requests[0]).toMatchObject({ method: 'POST', url: 'https://own.example/Api/UpdateNickName' })
    expect(bodyOf(requests[0])).toEqual({
      NickName: 'Ann',
      UID: 7,
      Token: 'token-1',
      DeviceType: 'web',
      Brand: 'acme',
    })
  })

  it('has no credentials if the call needs none', async () => {
    const { caller, requests } = openCaller([country])
    await caller.call(getCountryList, {})
    expect(bodyOf(requests[0])).toEqual({})
  })

  it('carries language and gateway as headers [HTTP-03 I18N-04]', async () => {
    const { caller, requests } = openCaller([country])
    await caller.call(getCountryList, {})
    expect(requests[0]?.headers).toMatchObject({ Lang: 'zh-TW', Gateway: 'own.example' })
  })

  it('puts the credentials of a GET into its headers, never into its URL [HTTP-02] (DEC-114)', async () => {
    const { caller, requests } = openCaller([{ Code: 0, Data: { IsSetPwd: 1 } }])
    await caller.call(isSetPassword, {})
    expect(requests[0]).toMatchObject({ method: 'GET', url: 'https://own.example/Api/IsSetPassWord' })
    expect(requests[0]?.headers).toMatchObject({
      UID: '7',
      Token: 'token-1',
      DeviceType: 'web',
      Brand: 'acme',
    })
    expect(requests[0]?.body).toBeUndefined()
  })

  it('uploads a file as one part and its fields as others', async () => {
    const { caller, requests } = openCaller([{ Code: 0, Data: { FileUrl: '/a.png' } }])
    const file = { name: 'a.png', type: 'image/png', size: 3, content: new Uint8Array(3) }
    await caller.call(uploadAvatar, {}, { file })
    expect(requests[0]?.body).toEqual({
      fields: { UID: '7', Token: 'token-1', DeviceType: 'web', Brand: 'acme' },
      file,
    })
  })

  it.each([
    ['main', 'https://own.example/Api/Probe'],
    ['v2', 'https://own.example/Api/v2/Probe'],
    ['sso', 'https://own.example/Api/Probe'],
    ['imsso', 'https://own.example/Api/Probe'],
    ['file-upload', 'https://own.example/Api/Probe'],
    ['self', 'https://own.example/Probe'],
  ] as const)('of the target %s is sent to %s [HTTP-08 ENDP-08]', async (target, url) => {
    const { caller, requests } = openCaller([{ Code: 0 }])
    const probe = defineCall({
      path: '/Probe',
      kind: 'once',
      request: getFriends.request,
      data: noData,
      target,
    })
    await caller.call(probe, {})
    expect(requests[0]?.url).toBe(url)
  })

  it('fails as not authenticated without an account, and is not sent [AUTH-60]', async () => {
    const { caller, requests } = openCaller([ok], { credentials: undefined })
    const result = await caller.call(getFriends, {})
    expect(result).toMatchObject({ isOk: false, failure: { kind: 'not-authenticated' } })
    expect(requests).toHaveLength(0)
  })
})

describe('a response', () => {
  it('succeeds with code 0 and with the codes its call lists [HTTP-04 HTTP-05]', async () => {
    const { caller } = openCaller([{ Code: 1, Msg: 'none', Data: null }])
    expect(await caller.call(searchUser, { Keyword: 'ann' })).toEqual({
      isOk: true,
      code: 1,
      message: 'none',
      data: null,
    })
    const other = await caller.call(getFriends, {})
    expect(other).toMatchObject({ isOk: false, failure: { kind: 'rejected', code: 1 } })
  })

  it('with any other code is an error that carries the server’s text, field and figure [HTTP-11]', async () => {
    const Data = { Key: 'errors.string.length', Field: 'Code', Count: 6 }
    const { caller } = openCaller([{ Code: 4, Msg: 'Too short', Data }])
    const result = await caller.call(phoneLogin, { Phone: '1', TelCode: '86', Code: '1' })
    expect(result).toMatchObject({
      failure: {
        rejection: {
          key: 'errors.string.length',
          text: 'Too short',
          field: 'code',
          values: { count: 6 },
          code: 4,
        },
      },
    })
  })

  it('that fits no schema is reported, and its code and message still count [HTTP-12]', async () => {
    const { caller, faults } = openCaller([{ Code: 0, Msg: 'Done', Data: { nothing: 'here' } }])
    const result = await caller.call(phoneLogin, { Phone: '1', TelCode: '86' })
    expect(result).toMatchObject({
      failure: { kind: 'malformed', code: 0, rejection: { text: 'Done' } },
    })
    expect(faults).toEqual([{ kind: 'response /PhoneLogin', detail: expect.stringContaining('UID') }])
  })

  it('keeps the good items of a list and reports the bad one (DEC-93)', async () => {
    const { caller, faults } = openCaller([
      { Code: 0, Data: [{ FriendID: 3 }, { FriendID: 'x' }, { FriendID: 5 }] },
    ])
    const result = await caller.call(getFriends, {})
    expect(result.isOk && result.data.map(({ FriendID }) => FriendID)).toEqual([3, 5])
    expect(faults).toHaveLength(1)
  })

  it('never puts its content into the report', async () => {
    const { caller, faults } = openCaller([{ Code: 0, Data: [{ FriendID: 'secret' }] }])
    await caller.call(getFriends, {})
    expect(JSON.stringify(faults)).not.toContain('secret')
  })

  it.each<[string, Reaction]>([
    ['no JSON', { status: 200, text: '<html>' }],
    ['no envelope', { status: 200, text: '[]' }],
  ])('of %s is malformed', async (_, reaction) => {
    const { caller } = openCaller([reaction])
    expect(await caller.call(applyFriend, { UserID: 3, Remark: '', Source: 'Search' })).toMatchObject({
      failure: { kind: 'malformed' },
    })
  })
})

import { describe, expect, it } from 'vitest'
import { userId } from '#schemas/ids.ts'
import {
  checkPhoneCode,
  phoneLogin,
  phoneRegister,
  sendCode,
  updatePassword,
} from '#schemas/wire/calls/account.ts'
import { getUserInfo } from '#schemas/wire/calls/profile.ts'
import { answers, rejects } from '../fake-caller.ts'
import { ann, diskWith, openTab, phone } from './auth-harness.ts'

const credentials = {
  UID: 7,
  Token: 'old',
  AccessToken: 'token-1',
  RefreshToken: 'refresh-1',
  NickName: 'Ann',
}

describe('starting', () => {
  it('signs in the stored chosen account', async () => {
    const { authentication, credentials: source } = await openTab({ disk: await diskWith(ann) })
    expect(authentication.view.get()).toMatchObject({ status: 'signed-in', chosen: 7, alertKey: undefined })
    expect(source.current()).toEqual({ userId: 7, token: 'token-1' })
  })

  it('retries a storage that fails briefly instead of signing the person out', async () => {
    const { clock, status } = await openTab({ disk: await diskWith(ann), failsUntil: 3000 })
    expect(status()).toBe('starting')
    await clock.advance(5000)
    expect(status()).toBe('signed-in')
  })

  it('gives up after 6 s with an error, but signs in once the storage can be read', async () => {
    const { clock, faults, status } = await openTab({ disk: await diskWith(ann), failsUntil: 60_000 })
    await clock.advance(8000)
    expect(status()).toBe('signed-out')
    expect(faults).toContain('account directory')
    await clock.advance(60_000)
    expect(status()).toBe('signed-in')
  })

  it('is signed out without a chosen account', async () => {
    const { authentication, credentials: source } = await openTab()
    expect(authentication.view.get()).toMatchObject({ status: 'signed-out', chosen: undefined })
    expect(source.current()).toBeUndefined()
  })
})

describe('signing in', () => {
  it.each([
    ['a password', phoneLogin, { Password: 'secret' }],
    ['a code', phoneLogin, { Code: '123456' }],
    ['a sign-up', phoneRegister, { Code: '123456' }],
  ] as const)(
    'by %s sends the phone number and stores the credentials [AUTH-33 AUTH-43 AUTH-49 AUTH-50]',
    async (_, call, proof) => {
      const { authentication, caller, stored, status } = await openTab()
      caller.reply(call, answers(credentials))
      const outcome =
        call === phoneRegister
          ? await authentication.signUp(phone, '123456')
          : 'Password' in proof
            ? await authentication.signInWithPassword(phone, 'secret')
            : await authentication.signInWithCode(phone, '123456')
      expect(outcome).toMatchObject({ isOk: true })
      expect(caller.callsOf(call)[0]?.request).toEqual({ Phone: '13800000001', TelCode: '86', ...proof })
      expect(status()).toBe('signed-in')
      expect(await stored()).toEqual([ann])
    },
  )

  it('shows the server’s reason when it is rejected, and changes nothing', async () => {
    const { authentication, caller, status } = await openTab()
    caller.reply(phoneLogin, rejects(4, 'Wrong password'))
    const outcome = await authentication.signInWithPassword(phone, 'x')
    expect(outcome).toMatchObject({ isOk: false, rejection: { text: 'Wrong password' } })
    expect(status()).toBe('signed-out')
  })

  it('needs a token in the response (DEC-54)', async () => {
    const { authentication, caller, status } = await openTab()
    caller.reply(phoneLogin, answers({ UID: 7 }))
    expect(await authentication.signInWithPassword(phone, 'x')).toMatchObject({ isOk: false })
    expect(status()).toBe('signed-out')
  })
})

describe('the session of an embedding app', () => {
  const session = { userId: ann.userId, token: 'token-1', refreshToken: 'refresh-1' }
  const named = { UID: 7, NickName: 'Ann' }

  it('signs in as the person whom the server names (DEC-38)', async () => {
    const { authentication, caller, status, stored } = await openTab()
    caller.reply(getUserInfo, answers(named))
    const outcome = await authentication.signInWithSession(
      { ...session, userId: userId(8) },
      async () => true,
    )
    expect(outcome).toMatchObject({ isOk: true })
    expect(caller.callsOf(getUserInfo)[0]?.options).toEqual({ credentials: { userId: 8, token: 'token-1' } })
    expect(status()).toBe('signed-in')
    expect(await stored()).toEqual([ann])
  })

  it('changes nothing if the server rejects it, or the person declines (DEC-38)', async () => {
    const { authentication, caller, status, stored } = await openTab()
    caller.reply(getUserInfo, rejects(2))
    expect(await authentication.signInWithSession(session, async () => true)).toMatchObject({ isOk: false })
    caller.reply(getUserInfo, answers(named))
    const asked: string[] = []
    const outcome = await authentication.signInWithSession(session, async ({ nickname }) => {
      asked.push(nickname)
      return false
    })
    expect(outcome).toMatchObject({ isOk: false })
    expect([asked, status(), await stored()]).toEqual([['Ann'], 'signed-out', []])
  })
})

describe('a forgotten password', () => {
  it('is replaced with the token of the checked code, which does not sign in [AUTH-48 AUTH-51] (DEC-55)', async () => {
    const { authentication, caller, status } = await openTab()
    caller.reply(checkPhoneCode, answers({ UID: 7, Token: 'reset-token' }))
    caller.reply(updatePassword, answers(undefined))
    expect(await authentication.verifyPhone(phone, '123456')).toMatchObject({ isOk: true })
    expect(caller.callsOf(checkPhoneCode)[0]?.request).toEqual({
      Phone: '13800000001',
      TelCode: '86',
      Code: '123456',
    })
    expect(status()).toBe('signed-out')
    expect(await authentication.resetPassword('new secret')).toMatchObject({ isOk: true })
    expect(caller.callsOf(updatePassword)[0]).toMatchObject({
      request: { Password: 'new secret' },
      options: { credentials: { userId: 7, token: 'reset-token' } },
    })
    expect(await authentication.resetPassword('once more')).toMatchObject({ isOk: false })
  })
})

describe('requesting a code', () => {
  it.each([
    ['sign-up', '1'],
    ['other', '2'],
  ] as const)(
    'for %s sends Type %s with the encrypted phone and time [AUTH-46 AUTH-47]',
    async (purpose, Type) => {
      const { authentication, caller, clock } = await openTab()
      caller.reply(sendCode, answers({ IsSticky: 1 }, 'Your code is 123456'))
      await authentication.sendCode(phone, purpose)
      expect(caller.callsOf(sendCode)[0]?.request).toEqual({
        Phone: '13800000001',
        TelCode: '86',
        Token: `code-request|brandtest|13800000001${clock.now()}`,
        Type,
      })
    },
  )

  it('counts down 60 seconds, over all screens [AUTH-30]', async () => {
    const { authentication, caller, clock } = await openTab()
    caller.reply(sendCode, answers(undefined, 'Sent'))
    const seen: number[] = []
    authentication.codeCountdown.subscribe(() => seen.push(authentication.codeCountdown.get()))
    await authentication.sendCode(phone, 'other')
    expect(authentication.codeCountdown.get()).toBe(60)
    await clock.advance(59_000)
    expect(authentication.codeCountdown.get()).toBe(1)
    await clock.advance(1000)
    expect(authentication.codeCountdown.get()).toBe(0)
    expect(seen).toEqual(Array.from({ length: 61 }, (_, index) => 60 - index))
  })

  it('is limited to one request per 30 s, also after a failure [AUTH-31] (DEC-70)', async () => {
    const { authentication, caller, clock } = await openTab()
    caller.reply(sendCode, rejects(4, 'No such phone'))
    await authentication.sendCode(phone, 'other')
    await clock.advance(29_999)
    expect(await authentication.sendCode(phone, 'sign-up')).toMatchObject({
      rejection: { key: 'auth.code-throttled', values: { count: 1 } },
    })
    expect(caller.callsOf(sendCode)).toHaveLength(1)
    await clock.advance(1)
    await authentication.sendCode(phone, 'sign-up')
    expect(caller.callsOf(sendCode)).toHaveLength(2)
  })

  it('waits as long as the server’s rate limit requires', async () => {
    const { authentication, caller } = await openTab()
    caller.reply(sendCode, rejects(5, 'Too many', 90_000))
    await authentication.sendCode(phone, 'other')
    expect(authentication.codeCountdown.get()).toBe(90)
  })

  it('shows whether the server printed the code in its terminal (DEC-116)', async () => {
    const { authentication, caller, clock } = await openTab()
    caller.reply(sendCode, answers({ IsPrinted: 1 }, 'In the terminal'))
    expect(await authentication.sendCode(phone, 'other')).toMatchObject({ value: { isPrinted: true } })
    await clock.advance(60_000)
    caller.reply(sendCode, answers(undefined, 'Sent'))
    expect(await authentication.sendCode(phone, 'other')).toMatchObject({ value: { isPrinted: false } })
  })

  it('shows success and failure with the server’s text, and stores the fields that the server marks [AUTH-32] (DEC-116)', async () => {
    const { authentication, caller, clock, notices } = await openTab()
    caller.reply(sendCode, answers({ IsSticky: 1 }, 'Your code is 123456'))
    await authentication.sendCode(phone, 'other')
    await clock.advance(60_000)
    caller.reply(sendCode, rejects(4, 'No such phone'))
    await authentication.sendCode(phone, 'other')
    expect(notices).toEqual([
      { kind: 'success', text: 'Your code is 123456', isSticky: true },
      { kind: 'error', text: 'No such phone' },
    ])
  })
})

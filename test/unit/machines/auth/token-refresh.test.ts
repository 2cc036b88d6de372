import { describe, expect, it } from 'vitest'
import { updateToken } from '#schemas/wire/calls/account.ts'
import { failureOf } from '#streams/http/call-result.ts'
import { createDeferred } from '#test/unit/deferred.ts'
import { answers, rejects } from '../fake-caller.ts'
import { settle } from '../simulated-clock.ts'
import { ann, diskWith, openTab } from './auth-harness.ts'

const rejected = { userId: 7, token: 'token-1' }
type Tab = Awaited<ReturnType<typeof openTab>>
const renewed = answers({ AccessToken: 'token-2', RefreshToken: 'refresh-2' })

describe('a rejected token', () => {
  it('is renewed with the stored refresh token, and the account stays signed in [AUTH-34 AUTH-44]', async () => {
    const { caller, credentials, stored, status } = await openTab({ disk: await diskWith(ann) })
    caller.reply(updateToken, renewed)
    expect(await credentials.renew(rejected)).toBe('renewed')
    expect(caller.callsOf(updateToken)[0]?.request).toEqual({ UserID: 7, RefreshToken: 'refresh-1' })
    expect(credentials.current()).toEqual({ userId: 7, token: 'token-2' })
    expect(await stored()).toEqual([{ ...ann, token: 'token-2', refreshToken: 'refresh-2' }])
    expect(status()).toBe('signed-in')
  })

  it('is renewed once for any number of calls at the same time', async () => {
    const { caller, credentials } = await openTab({ disk: await diskWith(ann) })
    caller.reply(updateToken, renewed)
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => credentials.renew(rejected)))
    expect(outcomes).toEqual(['renewed', 'renewed', 'renewed', 'renewed'])
    expect(caller.callsOf(updateToken)).toHaveLength(1)
  })

  it('is renewed once for all tabs: the second tab to get the lock uses the new one', async () => {
    const first = await openTab({ disk: await diskWith(ann) })
    const second = await openTab({ disk: first.disk, locks: first.locks })
    first.caller.reply(updateToken, renewed)
    second.caller.reply(updateToken, renewed)
    const outcomes = await Promise.all([
      first.credentials.renew(rejected),
      second.credentials.renew(rejected),
    ])
    expect(outcomes).toEqual(['renewed', 'renewed'])
    expect(first.caller.calls.length + second.caller.calls.length).toBe(1)
    expect(second.credentials.current()).toEqual({ userId: 7, token: 'token-2' })
  })

  it('that was replaced meanwhile is not renewed again', async () => {
    const { caller, credentials } = await openTab({ disk: await diskWith({ ...ann, token: 'token-9' }) })
    expect(await credentials.renew(rejected)).toBe('renewed')
    expect(caller.calls).toHaveLength(0)
  })

  it('is not renewed by the token of another account [AUTH-34]', async () => {
    const { caller, credentials } = await openTab({ disk: await diskWith(ann) })
    expect(await credentials.renew({ userId: 8, token: 'token-of-8' })).toBe('rejected')
    expect(caller.calls).toHaveLength(0)
  })

  it('ends signed out without an alert when no refresh token is stored [AUTH-35 HTTP-10]', async () => {
    const { refreshToken: _, ...bare } = ann
    const { authentication, credentials } = await openTab({ disk: await diskWith(bare) })
    expect(await credentials.renew(rejected)).toBe('rejected')
    await settle()
    expect(authentication.view.get()).toMatchObject({ status: 'signed-out', alertKey: undefined })
  })

  it('that the server rejects to renew raises CANNOT_REFRESH_TOKEN and the alert [AUTH-59] (DEC-101)', async () => {
    const { authentication, caller, credentials, faults } = await openTab({ disk: await diskWith(ann) })
    caller.reply(updateToken, rejects(2))
    expect(await credentials.renew(rejected)).toBe('rejected')
    expect(authentication.view.get()).toMatchObject({ status: 'signed-in', alertKey: 'errors.log-out' })
    expect(faults).toEqual(['CANNOT_REFRESH_TOKEN'])
  })

  it.each([
    ['the network fails', failureOf('network')],
    ['the call times out', failureOf('timed-out')],
    ['the server limits', rejects(5, '', 1000)],
    ['the server breaks', rejects(9)],
    ['the response cannot be read', failureOf('malformed')],
  ])('stays and is tried again later when %s (DEC-101)', async (_, result) => {
    const { caller, credentials, status } = await openTab({ disk: await diskWith(ann) })
    caller.reply(updateToken, result)
    expect(await credentials.renew(rejected)).toBe('unreachable')
    expect(status()).toBe('signed-in')
    expect(credentials.current()).toEqual(rejected)
    caller.reply(updateToken, renewed)
    expect(await credentials.renew(rejected)).toBe('renewed')
  })
})

describe('a sign-out in another tab', () => {
  it.each([
    ['a renewed token', ({ credentials }: Tab) => void credentials.renew(rejected)],
    ['a token from the server', ({ actor }: Tab) => actor.send({ type: 'token.updated', token: 'token-5' })],
  ])('is not undone by %s that is being stored [AUTH-36] (DEC-56)', async (_, change) => {
    const leaving = await openTab({ disk: await diskWith(ann) })
    const slow = createDeferred<void>()
    const changing = await openTab({
      ...{ disk: leaving.disk, locks: leaving.locks, clock: leaving.clock },
      before: (operation) => (operation === 'accounts.put' ? slow.promise : undefined),
    })
    changing.caller.reply(updateToken, renewed)
    change(changing)
    await settle()
    void leaving.authentication.signOut()
    await settle()
    slow.resolve()
    await settle()
    expect(await leaving.stored()).toEqual([])
    expect(await leaving.storage.accounts.pendingWipes()).toEqual([7])
  })
})

describe('tokens from elsewhere', () => {
  it('given by the server replace the stored one [SOCK-78]', async () => {
    const { actor, credentials, stored } = await openTab({ disk: await diskWith(ann) })
    actor.send({ type: 'token.updated', token: 'token-5' })
    await settle()
    expect(credentials.current()).toEqual({ userId: 7, token: 'token-5' })
    expect(await stored()).toEqual([{ ...ann, token: 'token-5' }])
  })

  it('written by another tab are taken over', async () => {
    const first = await openTab({ disk: await diskWith(ann) })
    const second = await openTab({ disk: first.disk, locks: first.locks })
    first.caller.reply(updateToken, renewed)
    await first.credentials.renew(rejected)
    expect(first.told).toEqual([7])
    second.actor.send({ type: 'credentials.changed' })
    await settle()
    expect(second.credentials.current()).toEqual({ userId: 7, token: 'token-2' })
  })

  it('are not overwritten by a new name that is stored at the same time', async () => {
    const { actor, caller, credentials, stored } = await openTab({ disk: await diskWith(ann) })
    caller.reply(updateToken, renewed)
    const renewal = credentials.renew(rejected)
    actor.send({ type: 'profile.changed', nickname: 'Anna', avatarUrl: '/a.png' })
    await renewal
    await settle()
    expect(await stored()).toEqual([
      { ...ann, token: 'token-2', refreshToken: 'refresh-2', nickname: 'Anna', avatarUrl: '/a.png' },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { userId } from '#schemas/ids.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { logout, updateToken } from '#schemas/wire/calls/account.ts'
import { updateDeviceToken } from '#schemas/wire/calls/notifications.ts'
import { answers, rejects } from '../fake-caller.ts'
import { createLocks } from '../locks.ts'
import { settle } from '../simulated-clock.ts'
import { ann, diskWith, openTab } from './auth-harness.ts'

describe('signing out', () => {
  it('sends a logout and removes the credentials immediately [AUTH-36 AUTH-45]', async () => {
    const { authentication, caller, stored, status } = await openTab({ disk: await diskWith(ann) })
    caller.reply(logout, answers(undefined))
    await authentication.signOut()
    expect(status()).toBe('signed-out')
    expect(await stored()).toEqual([])
    expect(caller.callsOf(logout)[0]?.options.credentials).toEqual({ userId: 7, token: 'token-1' })
  })

  it('withdraws the device token first, if there may be one [AUTH-36 AUTH-45]', async () => {
    const { authentication, caller } = await openTab({ disk: await diskWith(ann), hasPush: true })
    caller.reply(updateDeviceToken, rejects(resultCode.failed))
    caller.reply(logout, answers(undefined))
    await authentication.signOut()
    await settle()
    const credentials = { userId: 7, token: 'token-1' }
    expect(caller.calls).toMatchObject([
      { path: updateDeviceToken.path, request: { DToken: '' }, options: { credentials, timeLimit: 3000 } },
      { path: logout.path, options: { credentials } },
    ])
  })

  it.each([
    ['revokes the device token if the server does not hear of it', rejects(resultCode.failed), 1],
    ['leaves the device token to the other accounts otherwise', answers(undefined), 0],
  ])('%s [AUTH-36]', async (_, answer, count) => {
    const { authentication, caller, revoked } = await openTab({ disk: await diskWith(ann), hasPush: true })
    caller.reply(updateDeviceToken, answer)
    caller.reply(logout, answer)
    await authentication.signOut()
    await settle()
    expect(revoked).toHaveLength(count)
  })

  it.each([
    [
      'ends the sign-in at the server by its refresh token when the access token is over',
      'refresh-1',
      ['token-1', 'token-2'],
    ],
    ['lets it be where there is no refresh token', undefined, ['token-1']],
  ])('%s [AUTH-36 AUTH-45]', async (_, refreshToken, used) => {
    const { refreshToken: __, ...account } = ann
    const disk = await diskWith(refreshToken ? { ...account, refreshToken } : account)
    const { authentication, caller, status } = await openTab({ disk })
    caller.reply(logout, rejects(resultCode.notAuthenticated))
    caller.reply(updateToken, answers({ AccessToken: 'token-2', RefreshToken: 'refresh-2' }))
    await authentication.signOut()
    await settle()
    expect(status()).toBe('signed-out')
    expect(caller.callsOf(logout).map(({ options }) => options.credentials?.token)).toEqual(used)
  })

  it('works without the server', async () => {
    const { authentication, status } = await openTab({ disk: await diskWith(ann) })
    await authentication.signOut()
    expect(status()).toBe('signed-out')
  })

  it('clears the account’s data 3 seconds later [AUTH-37]', async () => {
    const { authentication, clock, destroyed, storage } = await openTab({ disk: await diskWith(ann) })
    await authentication.signOut()
    expect(await storage.accounts.pendingWipes()).toEqual([7])
    await clock.advance(2999)
    expect(destroyed).toEqual([])
    await clock.advance(1)
    expect(destroyed).toEqual([3000])
    expect(await storage.accounts.pendingWipes()).toEqual([])
  })

  it('is finished by the next start when the tab was closed before (DEC-56)', async () => {
    const former = await openTab({ disk: await diskWith(ann) })
    await former.authentication.signOut()
    former.actor.stop()
    const { destroyed, storage } = await openTab({ disk: former.disk })
    await settle()
    expect(destroyed).toHaveLength(1)
    expect(await storage.accounts.pendingWipes()).toEqual([])
  })

  it('never deletes data of a new sign-in of the same account', async () => {
    const { actor, authentication, clock, destroyed, status } = await openTab({ disk: await diskWith(ann) })
    await authentication.signOut()
    await clock.advance(1000)
    actor.send({ type: 'credentials.received', account: ann })
    await clock.advance(0)
    expect(status()).toBe('signed-in')
    expect(destroyed).toEqual([1000])
    await clock.advance(10_000)
    expect(destroyed).toEqual([1000])
  })

  it('leaves the other accounts of the device alone', async () => {
    const disk = await diskWith(ann)
    const ben = { ...ann, userId: userId(8), nickname: 'Ben' }
    await disk.storage().accounts.put(ben)
    const { authentication, stored } = await openTab({ disk })
    await authentication.signOut()
    expect(await stored()).toEqual([ben])
  })

  it('in one tab signs the others out, which do not wipe again', async () => {
    const disk = await diskWith(ann)
    const [first, second] = [await openTab({ disk }), await openTab({ disk })]
    await first.authentication.signOut()
    second.actor.send({ type: 'credentials.changed' })
    await settle()
    expect(second.status()).toBe('signed-out')
    await second.clock.advance(10_000)
    expect(second.destroyed).toEqual([])
  })

  it('signs out the other tabs, even if its tab dies after removing the credentials [AUTH-36 XTAB-10]', async () => {
    const disk = await diskWith(ann)
    const locks = createLocks()
    const other = await openTab({ disk, locks })
    let isDead = false
    const before = (operation: string) => {
      if (isDead) throw new Error('the tab is gone')
      isDead = operation === 'accounts.retire'
      return undefined
    }
    const tell = () => !isDead && other.actor.send({ type: 'credentials.changed' })
    const dying = await openTab({ disk, locks, before, tell })
    void dying.authentication.signOut()
    await settle()
    expect(await other.stored()).toEqual([])
    expect(other.status()).toBe('signed-out')
  })
})

describe('a failing storage', () => {
  it('delays removing the credentials, which are not used any more', async () => {
    const broken = new Set(['accounts.retire'])
    const tab = await openTab({ disk: await diskWith(ann), broken })
    void tab.authentication.signOut()
    await settle()
    expect(tab.status()).toBe('signed-out')
    expect(tab.credentials.current()).toBeUndefined()
    broken.clear()
    await tab.clock.advance(2000)
    expect(await tab.stored()).toEqual([])
  })

  it('delays the wipe', async () => {
    const broken = new Set(['destroy'])
    const { authentication, clock, destroyed, storage } = await openTab({ disk: await diskWith(ann), broken })
    await authentication.signOut()
    await clock.advance(4000)
    expect(await storage.accounts.pendingWipes()).toEqual([7])
    broken.clear()
    await clock.advance(3000)
    expect(destroyed).toHaveLength(1)
    expect(await storage.accounts.pendingWipes()).toEqual([])
  })
})

describe('a forced sign-out', () => {
  it('raises an alert outside auth pages; confirming it signs out [AUTH-39 AUTH-42]', async () => {
    const { actor, authentication, status } = await openTab({ disk: await diskWith(ann) })
    actor.send({ type: 'session.failed', userId: ann.userId })
    expect(authentication.view.get().alertKey).toBe('errors.log-out')
    authentication.acceptForcedSignOut()
    await settle()
    expect(status()).toBe('signed-out')
    expect(authentication.view.get().alertKey).toBeUndefined()
  })

  it('shows the stored reason if there is one [AUTH-42]', async () => {
    const { authentication } = await openTab({ disk: await diskWith({ ...ann, error: 'errors.kicked' }) })
    expect(authentication.view.get()).toMatchObject({ alertKey: 'errors.kicked' })
  })

  it('is stored, so that a reload shows its alert again [AUTH-42]', async () => {
    const { actor, disk } = await openTab({ disk: await diskWith(ann) })
    actor.send({ type: 'session.failed', userId: ann.userId, key: 'errors.kicked' })
    await settle()
    actor.stop()
    const next = await openTab({ disk })
    expect(next.authentication.view.get().alertKey).toBe('errors.kicked')
  })

  it('signs out automatically after 6 s [AUTH-40]', async () => {
    const { actor, clock, status } = await openTab({ disk: await diskWith(ann) })
    actor.send({ type: 'session.failed', userId: ann.userId })
    await clock.advance(5999)
    expect(status()).toBe('signed-in')
    await clock.advance(1)
    expect(status()).toBe('signed-out')
  })

  it('raises no alert on an auth page [AUTH-41]', async () => {
    const { actor, authentication } = await openTab({ disk: await diskWith(ann) })
    authentication.setOnAuthPage(true)
    const alerts: (string | undefined)[] = []
    authentication.view.subscribe(() => alerts.push(authentication.view.get().alertKey))
    actor.send({ type: 'session.failed', userId: ann.userId })
    await settle()
    expect(new Set(alerts)).toEqual(new Set([undefined]))
    expect(authentication.view.get().status).toBe('signed-out')
  })

  it('stops using the credentials immediately', async () => {
    const { actor, credentials } = await openTab({ disk: await diskWith(ann) })
    actor.send({ type: 'session.failed', userId: ann.userId })
    expect(credentials.current()).toBeUndefined()
  })
})

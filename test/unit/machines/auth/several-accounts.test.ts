import { describe, expect, it } from 'vitest'
import { othersOf } from '#machines/root/running-accounts.ts'
import { conversationId, userId } from '#schemas/ids.ts'
import { logout } from '#schemas/wire/calls/account.ts'
import { createDeferred } from '#test/unit/deferred.ts'
import { listed } from '../account-fixture.ts'
import { answers } from '../fake-caller.ts'
import { createLocks } from '../locks.ts'
import { SimulatedClock, settle } from '../simulated-clock.ts'
import { ann, createTabAccount, diskWith, openTab } from './auth-harness.ts'

const ben = { ...ann, userId: userId(8), nickname: 'Ben', token: 'token-of-8' }
const cem = { ...ann, userId: userId(9), nickname: 'Cem', token: 'token-of-9' }

/** A device with these accounts besides Ann's, who was chosen last. */
async function deviceWith(...others: readonly (typeof ann)[]) {
  const disk = await diskWith(ann)
  for (const account of others) await disk.storage().accounts.put(account)
  const shared = { disk, locks: createLocks(), clock: new SimulatedClock() }
  return {
    ...shared,
    open: (tabAccount = createTabAccount(), more: Parameters<typeof openTab>[0] = {}) =>
      openTab({ ...shared, tabAccount, ...more }),
  }
}

const chosenIn = ({ authentication }: Awaited<ReturnType<typeof openTab>>) => authentication.view.get().chosen

describe('the accounts of two tabs', () => {
  it('differ, and each tab reloads with its own [AUTH-17] (DEC-36)', async () => {
    const { open } = await deviceWith(ben)
    const [ofFirst, ofSecond] = [createTabAccount(), createTabAccount()]
    const first = await open(ofFirst)
    const second = await open(ofSecond)
    const choosing = second.authentication.choose(ben.userId)
    await second.clock.advance(100)
    expect(await choosing).toEqual({ isOk: true, value: undefined })
    first.actor.send({ type: 'credentials.changed' })
    await settle()
    expect([chosenIn(first), chosenIn(second)]).toEqual([7, 8])
    for (const { actor } of [first, second]) actor.stop()
    expect([chosenIn(await open(ofFirst)), chosenIn(await open(ofSecond))]).toEqual([7, 8])
  })

  it('stay signed out after a sign-out that the tab which chooses them does not know yet', async () => {
    const { disk, open } = await deviceWith(ben)
    const tab = await open()
    await disk.storage().accounts.retire(ben.userId)
    const choosing = tab.authentication.choose(ben.userId)
    await tab.clock.advance(100)
    expect(await choosing).toMatchObject({ isOk: false })
    expect(await tab.stored()).toEqual([ann])
    expect([tab.status(), chosenIn(tab)]).toEqual(['signed-in', 7])
  })

  it('are chosen with the token that another tab has stored meanwhile', async () => {
    const { disk, open } = await deviceWith(ben)
    const tab = await open()
    const renewed = { ...ben, token: 'newer-token-of-8' }
    await disk.storage().accounts.put(renewed)
    const choosing = tab.authentication.choose(ben.userId)
    await tab.clock.advance(100)
    expect(await choosing).toMatchObject({ isOk: true })
    expect(await tab.stored()).toContainEqual(renewed)
  })

  it('are listed as they are after the last change, also in a signed-out tab that is reading them', async () => {
    const { disk, open } = await deviceWith(ben)
    await disk.storage().accounts.choose(undefined)
    const reading = createDeferred()
    let isHeld = false
    const before = (operation: string) =>
      isHeld && operation === 'accounts.pendingWipes' ? reading.promise : undefined
    const tab = await open(createTabAccount(), { before })
    isHeld = true
    tab.actor.send({ type: 'credentials.changed' })
    await settle()
    await disk.storage().accounts.retire(ben.userId)
    tab.actor.send({ type: 'credentials.changed' })
    await settle()
    reading.resolve()
    await settle()
    expect(tab.authentication.view.get().accounts).toEqual([ann])
  })

  it('start with the one chosen last on the device in a new tab [AUTH-17]', async () => {
    const { open } = await deviceWith(ben)
    const first = await open()
    const choosing = first.authentication.choose(ben.userId)
    await first.clock.advance(100)
    await choosing
    expect(chosenIn(await open())).toBe(8)
  })

  it('never change by a sign-out in another tab: the tab is signed out, also after a reload [ROUTE-29]', async () => {
    const { open } = await deviceWith(ben)
    const ofFirst = createTabAccount()
    const first = await open(ofFirst)
    const second = await open()
    const choosing = second.authentication.choose(ben.userId)
    await second.clock.advance(100)
    await choosing
    await second.authentication.signOut(ann.userId)
    first.actor.send({ type: 'credentials.changed' })
    await settle()
    expect([first.status(), second.status()]).toEqual(['signed-out', 'signed-in'])
    first.actor.stop()
    const reloaded = await open(ofFirst)
    expect(reloaded.status()).toBe('signed-out')
    expect(reloaded.authentication.view.get().accounts).toEqual([ben])
  })
})

describe('signing out of one stored account', () => {
  it('ends its sign-in at the server and wipes its data, while the account in use goes on [AUTH-17]', async () => {
    const { clock, open } = await deviceWith(ben)
    const tab = await open()
    tab.caller.reply(logout, answers(undefined))
    await tab.authentication.signOut(ben.userId)
    expect(tab.caller.callsOf(logout).map(({ options }) => options.credentials)).toEqual([
      { userId: 8, token: 'token-of-8' },
    ])
    expect(await tab.stored()).toEqual([ann])
    expect(tab.authentication.view.get()).toMatchObject({ status: 'signed-in', chosen: 7, accounts: [ann] })
    await clock.advance(3000)
    expect(tab.destroyed).toHaveLength(1)
    expect(await tab.storage.accounts.pendingWipes()).toEqual([])
  })

  it('works before an account is picked, as on the account switch [ROUTE-29]', async () => {
    const { disk, open } = await deviceWith(ben)
    await disk.storage().accounts.choose(undefined)
    const tab = await open()
    expect(tab.status()).toBe('signed-out')
    await tab.authentication.signOut(ben.userId)
    expect(tab.authentication.view.get().accounts).toEqual([ann])
  })

  it('hides the account immediately and retries while the storage fails', async () => {
    const broken = new Set(['accounts.retire'])
    const { clock, open } = await deviceWith(ben)
    const tab = await open(createTabAccount(), { broken })
    const leaving = tab.authentication.signOut(ben.userId)
    await settle()
    const view = tab.authentication.view.get()
    expect(view.accounts).toEqual([ann])
    // A new reference on each read would make React render for ever.
    expect(tab.authentication.view.get()).toBe(view)
    broken.clear()
    await clock.advance(2000)
    await leaving
    expect(await tab.stored()).toEqual([ann])
  })

  it('by the server wipes it after a kick-out, and preserves its outbox after a disconnect (DEC-115)', async () => {
    const { clock, disk, open } = await deviceWith(ben, cem)
    const tab = await open()
    const room = conversationId('direct', 1)
    for (const { userId: account, nickname } of [ben, cem]) {
      const log = await tab.openLog(account)
      const text = `unsent words of ${nickname}`
      const sending = log
        .append([listed(room)])
        .then(() => log.dispatch({ type: 'SendText', conversationId: room, text }))
      await clock.advance(100)
      await sending
      const closing = log.close()
      await clock.advance(100)
      await closing
    }
    tab.actor.send({ type: 'session.failed', userId: ben.userId, mayPreserveOutbox: false })
    tab.actor.send({ type: 'session.failed', userId: cem.userId, mayPreserveOutbox: true })
    await clock.advance(6000)
    expect(await tab.stored()).toEqual([ann])
    expect((await tab.kept.read(cem.userId)).map(({ body }) => body)).toEqual(['unsent words of Cem'])
    expect(await disk.toJson()).not.toContain('unsent words of Ben')
    expect(tab.authentication.view.get()).toMatchObject({ status: 'signed-in', alertKey: undefined })
  })

  it('ignores an account that is not stored', async () => {
    const { open } = await deviceWith(ben)
    const tab = await open()
    tab.actor.send({ type: 'session.failed', userId: userId(99) })
    tab.actor.send({ type: 'other.sign-out-requested', userId: userId(99) })
    await settle()
    expect(await tab.stored()).toEqual([ann, ben])
  })
})

describe('the accounts in the background', () => {
  it('never contain the account that the tab signs out, however long that takes [AUTH-36]', async () => {
    const broken = new Set(['accounts.retire'])
    const { clock, open } = await deviceWith(ben)
    const tab = await open(createTabAccount(), { broken })
    expect(othersOf(tab.actor.getSnapshot())).toEqual([8])
    const leaving = tab.authentication.signOut()
    await settle()
    expect(tab.actor.getSnapshot().context.accounts).toEqual([ann, ben])
    expect(othersOf(tab.actor.getSnapshot())).toEqual([8])
    broken.clear()
    await clock.advance(2000)
    await leaving
  })
})

describe('signing out of all accounts', () => {
  it('removes every account and wipes its data 3 s later [AUTH-21 AUTH-38 AUTH-37]', async () => {
    const { clock, open } = await deviceWith(ben, cem)
    const tab = await open()
    tab.caller.reply(logout, answers(undefined))
    await tab.authentication.signOutAll()
    expect(tab.authentication.view.get()).toMatchObject({ status: 'signed-out', accounts: [] })
    expect(await tab.stored()).toEqual([])
    const revoked = tab.caller.callsOf(logout).map(({ options }) => options.credentials?.userId)
    expect(revoked.toSorted()).toEqual([7, 8, 9])
    expect((await tab.storage.accounts.pendingWipes()).toSorted()).toEqual([7, 8, 9])
    await clock.advance(6000)
    expect(tab.destroyed).toHaveLength(3)
    expect(await tab.storage.accounts.pendingWipes()).toEqual([])
  })

  it('works while nobody is signed in [AUTH-38]', async () => {
    const { disk, open } = await deviceWith(ben)
    await disk.storage().accounts.choose(undefined)
    const tab = await open()
    await tab.authentication.signOutAll()
    expect(await tab.stored()).toEqual([])
  })

  it('answers an alert of a forced sign-out [AUTH-38 AUTH-39]', async () => {
    const { open } = await deviceWith(ben)
    const tab = await open()
    tab.actor.send({ type: 'session.failed', userId: ann.userId })
    await tab.authentication.signOutAll()
    expect(await tab.stored()).toEqual([])
    expect(tab.authentication.view.get().alertKey).toBeUndefined()
  })
})

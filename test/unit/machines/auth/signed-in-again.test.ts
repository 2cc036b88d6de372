import { describe, expect, it } from 'vitest'
import { createDeferred } from '#test/unit/deferred.ts'
import { ann, diskWith, openTab } from './auth-harness.ts'

const renewed = { ...ann, token: 'token-2', refreshToken: 'refresh-2' }

/** Two tabs of a device that share its disk and clock; both know that the sign-in has ended. */
async function tabsWithAlert() {
  const disk = await diskWith(ann)
  const first = await openTab({ disk })
  const second = await openTab({ disk, clock: first.clock, locks: first.locks })
  for (const { actor } of [first, second])
    actor.send({ type: 'session.failed', userId: ann.userId, mayPreserveOutbox: true })
  await first.clock.advance(100)
  return { disk, first, second, clock: first.clock }
}

describe('a sign-in of the same account in another tab', () => {
  it('survives the later end of the previous sign-in’s alert [AUTH-40]', async () => {
    const { first, second, clock } = await tabsWithAlert()
    first.authentication.acceptForcedSignOut()
    await clock.advance(100)
    first.actor.send({ type: 'credentials.received', account: renewed })
    await clock.advance(100)
    await clock.advance(6000)
    expect(await first.stored()).toEqual([renewed])
    expect(await first.storage.accounts.pendingWipes()).toEqual([])
    expect([first.status(), second.status()]).toEqual(['signed-in', 'signed-in'])
    expect(second.credentials.current()).toMatchObject({ token: 'token-2' })
    expect(second.authentication.view.get().alertKey).toBeUndefined()
  })

  it('is adopted immediately by a tab that shows the alert of the previous one', async () => {
    const { first, second, clock } = await tabsWithAlert()
    first.authentication.acceptForcedSignOut()
    await clock.advance(100)
    first.actor.send({ type: 'credentials.received', account: renewed })
    await clock.advance(100)
    second.actor.send({ type: 'credentials.changed' })
    await clock.advance(100)
    expect(second.authentication.view.get()).toMatchObject({ status: 'signed-in', alertKey: undefined })
    expect(second.credentials.current()).toMatchObject({ token: 'token-2' })
  })

  it('is not notified of the end of the previous one', async () => {
    const disk = await diskWith(ann)
    const late = await openTab({ disk })
    const other = await openTab({ disk, clock: late.clock, locks: late.locks })
    other.actor.send({ type: 'credentials.received', account: renewed })
    await late.clock.advance(100)
    late.actor.send({ type: 'session.failed', userId: ann.userId })
    await late.clock.advance(100)
    expect(await other.stored()).toEqual([renewed])
  })

  it('does not close the alert when only profile fields change', async () => {
    const { second, storage, clock } = await (async () => {
      const tabs = await tabsWithAlert()
      return { ...tabs, storage: tabs.first.storage }
    })()
    const [stored] = await storage.accounts.list()
    if (stored) await storage.accounts.put({ ...stored, nickname: 'Anna' })
    second.actor.send({ type: 'credentials.changed' })
    await clock.advance(100)
    expect(second.authentication.view.get()).toMatchObject({ alertKey: 'errors.log-out' })
    await clock.advance(5800)
    expect(second.status()).toBe('signed-out')
  })

  it('during the removal of the previous one waits, and keeps its data', async () => {
    const disk = await diskWith(ann)
    const removal = createDeferred()
    const before = (operation: string) => (operation === 'accounts.retire' ? removal.promise : undefined)
    const leaving = await openTab({ disk, before })
    const { clock, locks } = leaving
    const arriving = await openTab({ disk, clock, locks })
    leaving.actor.send({ type: 'session.failed', userId: ann.userId })
    await clock.advance(100)
    leaving.authentication.acceptForcedSignOut()
    await clock.advance(100)
    arriving.actor.send({ type: 'credentials.received', account: renewed })
    await clock.advance(100)
    removal.resolve()
    await clock.advance(100)
    expect(await arriving.stored()).toEqual([renewed])
    expect(arriving.status()).toBe('signed-in')
    const wiped = [...leaving.destroyed, ...arriving.destroyed]
    await clock.advance(10_000)
    expect([...leaving.destroyed, ...arriving.destroyed]).toEqual(wiped)
    expect(await arriving.storage.accounts.pendingWipes()).toEqual([])
  })

  it('ends when the person signs out in a tab that does not know it yet', async () => {
    const { first, second, clock } = await tabsWithAlert()
    first.authentication.acceptForcedSignOut()
    await clock.advance(100)
    first.actor.send({ type: 'credentials.received', account: renewed })
    await clock.advance(100)
    await second.authentication.signOut()
    expect(await first.stored()).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { updateToken } from '#schemas/wire/calls/account.ts'
import type { CallResult } from '#streams/http/call-result.ts'
import { createDeferred } from '#test/unit/deferred.ts'
import { answers, rejects } from '../fake-caller.ts'
import { ann, diskWith, openTab } from './auth-harness.ts'

const renewed = { ...ann, token: 'token-2', refreshToken: 'refresh-2' }
const rejected = { userId: ann.userId, token: ann.token }

/** Longer than other tabs wait for an unresponsive lock holder, ms. */
const patience = 20_100

/**
 * A tab whose disk completes this operation only when `wake` is called, and another tab with the same disk and clock.
 */
async function tabThatSleepsAt(sleepy: string) {
  const sleep = createDeferred()
  const before = (operation: string) => (operation === sleepy ? sleep.promise : undefined)
  const tab = await openTab({ disk: await diskWith(ann), before })
  const { disk, clock, locks } = tab
  const other = await openTab({ disk, clock, locks })
  const wake = async () => {
    sleep.resolve()
    await clock.advance(100)
  }
  return { tab, other, clock, wake }
}

describe('a tab that slept during a change of the accounts, whose lock another tab stole', () => {
  it('is signed in when it wakes, because its sign-in continues', async () => {
    // Given a sign-in that does not end, and another tab that waits for its lock and then steals it
    const { tab, other, clock, wake } = await tabThatSleepsAt('accounts.choose')
    tab.actor.send({ type: 'credentials.received', account: renewed })
    await clock.advance(100)
    other.actor.send({ type: 'profile.changed', nickname: 'Anna', avatarUrl: '' })
    await clock.advance(patience)
    // When the first tab continues
    await wake()
    // Then no failure is shown
    expect(tab.status()).toBe('signed-in')
    expect(tab.credentials.current()).toMatchObject({ token: 'token-2' })
    expect([...tab.faults, ...other.faults]).toEqual([])
  })

  it('signs out once, and takes no later sign-in away', async () => {
    // Given a sign-out that does not end before another tab has signed out the same account
    const { tab, other, clock, wake } = await tabThatSleepsAt('accounts.retire')
    void tab.authentication.signOut()
    await clock.advance(100)
    void other.authentication.signOut()
    await clock.advance(patience)
    // When it ends after a new sign-in
    await wake()
    other.actor.send({ type: 'credentials.received', account: renewed })
    await clock.advance(10_000)
    // Then the new sign-in stays
    expect(await other.stored()).toEqual([renewed])
    expect(tab.status()).toBe('signed-out')
    expect([...tab.faults, ...other.faults]).toEqual([])
  })

  it('uses the token that the other tab received, although its own request is rejected', async () => {
    // Given a refresh without a response, and another tab that renews the token instead
    const tab = await openTab({ disk: await diskWith(ann) })
    const { disk, clock, locks } = tab
    const other = await openTab({ disk, clock, locks })
    const answer = createDeferred<CallResult<never>>()
    tab.caller.reply(updateToken, () => answer.promise)
    other.caller.reply(updateToken, answers({ AccessToken: 'token-2', RefreshToken: 'refresh-2' }))
    const renewals = [tab, other].map(({ credentials }) => credentials.renew(rejected))
    await clock.advance(patience)
    expect(await other.stored()).toEqual([renewed])
    // When the response rejects the old token
    answer.resolve(rejects(2))
    // Then the first tab uses the new token
    expect(await Promise.all(renewals)).toEqual(['renewed', 'renewed'])
    expect(tab.credentials.current()).toMatchObject({ token: 'token-2' })
    expect(tab.faults).toEqual([])
  })

  it('stores its change, and reports no fault', async () => {
    // Given a profile change that waits to be stored, in a tab whose lock a refresh elsewhere steals
    const { tab, other, clock, wake } = await tabThatSleepsAt('accounts.put')
    other.caller.reply(updateToken, answers({ AccessToken: 'token-2', RefreshToken: 'refresh-2' }))
    tab.actor.send({ type: 'profile.changed', nickname: 'Anna', avatarUrl: '' })
    await clock.advance(100)
    void other.credentials.renew(rejected)
    await clock.advance(patience)
    // When the first tab continues
    await wake()
    // Then both changes are stored
    expect(await other.stored()).toEqual([{ ...renewed, nickname: 'Anna' }])
    expect(tab.faults).toEqual([])
  })
})

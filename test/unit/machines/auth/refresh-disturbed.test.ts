import { describe, expect, it } from 'vitest'
import { updateToken } from '#schemas/wire/calls/account.ts'
import type { CallResult } from '#streams/http/call-result.ts'
import { createDeferred } from '#test/unit/deferred.ts'
import { answers, rejects } from '../fake-caller.ts'
import { settle } from '../simulated-clock.ts'
import { ann, diskWith, openTab } from './auth-harness.ts'

const rejected = { userId: 7, token: 'token-1' }
const renewed = { ...ann, token: 'token-9', refreshToken: 'refresh-9' }

/** A tab whose refresh has no response yet, and another tab of the same device. */
async function tabThatRefreshes() {
  const other = await openTab({ disk: await diskWith(ann) })
  const { disk, locks, clock } = other
  const tab = await openTab({ disk, locks, clock })
  const answer = createDeferred<CallResult<{ AccessToken: string; RefreshToken: string }>>()
  tab.caller.reply(updateToken, () => answer.promise)
  const renewal = tab.credentials.renew(rejected)
  await settle()
  return { other, tab, answer, renewal }
}

describe('a tab that waits for a new token', () => {
  it('leaves the account as soon as another tab does, because later writes would be wiped with it [XTAB-10] (DEC-56)', async () => {
    const { other, tab, renewal } = await tabThatRefreshes()
    await other.authentication.signOut()
    tab.actor.send({ type: 'credentials.changed' })
    await settle()
    expect(tab.status()).toBe('signed-out')
    expect(await renewal).toBe('rejected')
  })

  it('continues with the sign-in of another tab, and hides the end of the previous one [XTAB-10]', async () => {
    const { other, tab, answer, renewal } = await tabThatRefreshes()
    await other.storage.accounts.put(renewed)
    tab.actor.send({ type: 'credentials.changed' })
    await settle()
    expect(tab.credentials.current()).toEqual({ userId: 7, token: 'token-9' })
    expect(await renewal).toBe('renewed')
    answer.resolve(rejects(2))
    await settle()
    expect(tab.authentication.view.get()).toMatchObject({ status: 'signed-in', alertKey: undefined })
  })

  it('waits on when another tab changed something else', async () => {
    const { other, tab, answer, renewal } = await tabThatRefreshes()
    await other.storage.accounts.put({ ...ann, nickname: 'Anna' })
    tab.actor.send({ type: 'credentials.changed' })
    await settle()
    answer.resolve(answers({ AccessToken: 'token-2', RefreshToken: 'refresh-2' }))
    expect(await renewal).toBe('renewed')
    expect(tab.caller.callsOf(updateToken)).toHaveLength(1)
    expect(tab.credentials.current()).toEqual({ userId: 7, token: 'token-2' })
  })
})

import { describe, expect, it } from 'vitest'
import { watchRemovedAccounts } from '#machines/auth/accounts-in-use.ts'
import { userId } from '#schemas/ids.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import { ann, diskWith, openTab } from './auth-harness.ts'

const ben = { ...ann, userId: userId(8), nickname: 'Ben', token: 'token-of-8' }

/** A tab with Ann signed in, and these stored accounts; `gone` are the reported ones. */
async function openWatching(...others: readonly StoredAccount[]) {
  const disk = await diskWith(ann)
  const { accounts } = disk.storage()
  for (const other of others) await accounts.put(other)
  const tab = await openTab({ disk })
  const gone: number[] = []
  watchRemovedAccounts(tab.actor, (account) => gone.push(account))
  const hear = async () => {
    tab.actor.send({ type: 'credentials.changed' })
    await tab.clock.advance(100)
  }
  return { ...tab, accounts, gone, hear }
}

describe('an account that was removed from the device', () => {
  it.each([
    ['is in use here', ann],
    ['is not', ben],
  ])('is reported once after another tab signed it out, where it %s', async (_, { userId: leaving }) => {
    const { accounts, gone, hear } = await openWatching(ben)
    await accounts.retire(leaving)
    await hear()
    await hear()
    expect(gone).toEqual([leaving])
  })

  it('is reported after this tab signed it out', async () => {
    const { authentication, gone } = await openWatching()
    await authentication.signOut()
    expect(gone).toEqual([7])
  })

  it('is not reported if its unsent messages may outlive the sign-out (DEC-115)', async () => {
    const { accounts, gone, hear } = await openWatching()
    await accounts.put({ ...ann, error: 'errors.log-out', mayPreserveOutbox: true })
    await hear()
    await accounts.retire(ann.userId)
    await hear()
    expect(gone).toEqual([])
  })

  it('is not reported while only its tokens change', async () => {
    const { accounts, gone, hear } = await openWatching()
    await accounts.put({ ...ann, token: 'token-2' })
    await hear()
    expect(gone).toEqual([])
  })
})

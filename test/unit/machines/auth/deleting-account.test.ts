import { describe, expect, it } from 'vitest'
import { cancelAccount, logout } from '#schemas/wire/calls/account.ts'
import { answers, rejects } from '../fake-caller.ts'
import { ann, diskWith, openTab } from './auth-harness.ts'

describe('deleting the account', () => {
  it('signs out without a logout call and wipes the account’s data [AUTH-57 ME-20]', async () => {
    const tab = await openTab({ disk: await diskWith(ann) })
    tab.caller.reply(cancelAccount, answers(undefined))
    expect(await tab.authentication.deleteAccount()).toMatchObject({ isOk: true })
    expect(tab.status()).toBe('signed-out')
    expect(await tab.stored()).toEqual([])
    expect(tab.caller.callsOf(cancelAccount).map(({ request }) => request)).toEqual([{}])
    expect(tab.caller.callsOf(logout)).toEqual([])
    await tab.clock.advance(3000)
    expect(tab.destroyed).toHaveLength(1)
  })

  it('changes nothing when it is rejected', async () => {
    const tab = await openTab({ disk: await diskWith(ann) })
    tab.caller.reply(cancelAccount, rejects(1, 'Not now'))
    const outcome = await tab.authentication.deleteAccount()
    expect(outcome).toMatchObject({ isOk: false, rejection: { text: 'Not now' } })
    expect(tab.status()).toBe('signed-in')
    expect(await tab.stored()).toHaveLength(1)
    expect(await tab.storage.accounts.pendingWipes()).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { createOwnSettings } from '#client/own-settings.ts'
import * as accountCalls from '#schemas/wire/calls/account.ts'
import * as calls from '#schemas/wire/calls/profile.ts'
import { createDeferred } from '../deferred.ts'
import { answers, rejects } from '../machines/fake-caller.ts'
import { openTwoTabs } from './two-tabs.ts'

function open() {
  const { one, other, settle } = openTwoTabs()
  const serve = (friend: number, group: number) =>
    one.caller.reply(
      calls.getVerifiedFriendSetting,
      answers({ IsManualVerifiedFriend: friend, IsManualVerifiedGroup: group }),
    )
  serve(1, 0)
  one.caller.reply(calls.updateVerifiedFriendSetting, answers(null))
  return {
    caller: one.caller,
    settings: createOwnSettings(one),
    other: createOwnSettings(other),
    serve,
    settle,
  }
}

describe('the verification settings', () => {
  it('are requested each time, because they are stale at all times [SET-17]', async () => {
    const { caller, settings, serve } = open()
    const { verification } = settings
    expect(verification.settings.get()).toBeUndefined()
    await verification.load()
    expect(verification.settings.get()).toEqual({ friend: true, group: false })
    serve(0, 1)
    await verification.load()
    expect(verification.settings.get()).toEqual({ friend: false, group: true })
    expect(caller.callsOf(calls.getVerifiedFriendSetting)).toHaveLength(2)
  })

  it('change before the server confirms, one at a time [SET-15 SET-18]', async () => {
    const { caller, settings, settle } = open()
    const { verification } = settings
    await verification.load()
    const first = createDeferred<ReturnType<typeof answers<null>>>()
    caller.reply(calls.updateVerifiedFriendSetting, () => first.promise)
    const changes = [verification.change('friend', false), verification.change('group', true)]
    expect(verification.settings.get()).toEqual({ friend: false, group: true })
    await settle()
    expect(caller.callsOf(calls.updateVerifiedFriendSetting).map(({ request }) => request)).toEqual([
      { Type: 1, IsManualVerified: 0 },
    ])
    first.resolve(answers(null))
    await Promise.all(changes)
    expect(caller.callsOf(calls.updateVerifiedFriendSetting).map(({ request }) => request)).toEqual([
      { Type: 1, IsManualVerified: 0 },
      { Type: 2, IsManualVerified: 1 },
    ])
    expect(verification.settings.get()).toEqual({ friend: false, group: true })
  })

  it('are reverted by a rejection, without the changes that the server confirmed [SET-18]', async () => {
    const { caller, settings } = open()
    const { verification } = settings
    await verification.load()
    await verification.change('group', true)
    caller.reply(calls.updateVerifiedFriendSetting, rejects(3, 'busy'))
    const rejected = verification.change('friend', false)
    expect(verification.settings.get()).toEqual({ friend: false, group: true })
    expect(await rejected).toMatchObject({ isOk: false, rejection: { text: 'busy' } })
    expect(verification.settings.get()).toEqual({ friend: true, group: true })
  })

  it('are the same in all tabs, which revert a rejected change too [SET-18]', async () => {
    const { caller, settings, other } = open()
    await settings.verification.load()
    const shown = other.verification.settings
    expect(shown.get()).toEqual({ friend: true, group: false })
    const change = settings.verification.change('group', true)
    expect(shown.get()).toEqual({ friend: true, group: true })
    await change
    caller.reply(calls.updateVerifiedFriendSetting, rejects(3, 'busy'))
    await settings.verification.change('friend', false)
    expect(shown.get()).toEqual({ friend: true, group: true })
  })

  it('keep a change that was made while an older response was on its way [SET-18]', async () => {
    const { caller, settings } = open()
    const { verification } = settings
    await verification.load()
    const late =
      createDeferred<
        ReturnType<typeof answers<{ IsManualVerifiedFriend: number; IsManualVerifiedGroup: number }>>
      >()
    caller.reply(calls.getVerifiedFriendSetting, () => late.promise)
    const loading = verification.load()
    await verification.change('friend', false)
    late.resolve(answers({ IsManualVerifiedFriend: 1, IsManualVerifiedGroup: 0 }))
    await loading
    expect(verification.settings.get()).toEqual({ friend: false, group: false })
  })
})

describe('the password', () => {
  it.each(['', ' ', 'x', '密码'])(
    'of the account may be any text: %j goes to the server [SET-13]',
    async (text) => {
      const { caller, settings } = open()
      caller.reply(accountCalls.checkPassword, rejects(4, 'wrong'))
      expect(await settings.checkPassword(text)).toMatchObject({ rejection: { text: 'wrong' } })
      expect(caller.callsOf(accountCalls.checkPassword)).toMatchObject([{ request: { Password: text } }])
    },
  )

  it.each([
    [0, false],
    [1, true],
  ] as const)('is known to be set by IsSetPwd %i: %s [SET-14]', async (IsSetPwd, value) => {
    const { caller, settings, settle } = open()
    caller.reply(accountCalls.isSetPassword, answers({ IsSetPwd }))
    settings.hasPassword.subscribe(() => undefined)
    await settle()
    expect(settings.hasPassword.get()).toEqual({ status: 'ready', value })
  })
})

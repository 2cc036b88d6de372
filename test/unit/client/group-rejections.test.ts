import { describe, expect, it, vi } from 'vitest'
import type { GroupOperations } from '#client/groups.ts'
import type { Outcome } from '#domain/commands/command.ts'
import { groupApplicationId } from '#schemas/ids.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { getChatSession } from '#schemas/wire/calls/conversations.ts'
import * as calls from '#schemas/wire/calls/group-changes.ts'
import type { AnyCall } from '#schemas/wire/define-call.ts'
import { answers, rejects } from '../machines/fake-caller.ts'
import { ben, group, openGroups, row } from './group-fixture.ts'

type Act = readonly [string, AnyCall, (groups: GroupOperations) => Promise<Outcome<unknown>>]
const acts: readonly Act[] = [
  [
    'an answer that another manager gave first',
    calls.processGroupJoinApplication,
    (groups) => groups.answer(group, groupApplicationId(5), 'rejected'),
  ],
  ['an invitation to a full group', calls.addGroupMembers, (groups) => groups.invite(group, [ben])],
  [
    'a ban after the own rights were lost',
    calls.banGroupUser,
    (groups) => groups.setBanned(group, ben, true),
  ],
  ['a removal of a former member', calls.kickOutGroup, (groups) => groups.remove(group, ben, false)],
  ['a new manager who has left', calls.changeGroupUserRole, (groups) => groups.setManager(group, ben, true)],
  ['a transfer by a former owner', calls.transGroup, (groups) => groups.transfer(group, ben)],
]
const departures: readonly Act[] = [
  ['disbanding by a former owner', calls.deleteGroup, (groups) => groups.disband(group)],
  ['leaving as the owner', calls.quitGroup, (groups) => groups.leave(group)],
]
const forms: readonly Act[] = [
  ['a name', calls.updateGroup, (groups) => groups.change(group, { name: 'Hikes' })],
  ['an announcement', calls.updateGroupInfo, (groups) => groups.announce(group, 'Bring water')],
  ['an own name', calls.groupUserSetName, (groups) => groups.setOwnName(group, 'Captain')],
]
const unavailable = { key: 'conversation.session-not-available' }

describe.each([...acts, ...departures, ...forms])('%s', (name, call, run) => {
  const isForm = forms.some(([form]) => form === name)
  const isDeparture = departures.some(([departure]) => departure === name)

  it.each([resultCode.forbidden, resultCode.notFound])(
    'that the server rejects with code %i shows its reason and fetches the group again [ADMIN-39]',
    async (code) => {
      const { announced, caller, finished, groups, notices, summary } = await openGroups()
      expect(summary()?.group?.isBanned).toBe(true)
      caller.reply(call, rejects(code, 'Not any more.'))
      caller.reply(getChatSession, answers(row(1)))
      expect(await finished(run(groups))).toMatchObject({ isOk: false, rejection: { text: 'Not any more.' } })
      expect(notices).toEqual(isForm ? [] : [{ kind: 'error', text: 'Not any more.' }])
      // The group’s members and requests are requested again, and its row is the server’s.
      expect(announced).toEqual([group])
      expect(summary()?.group?.isBanned).toBe(false)
    },
  )

  it.each([resultCode.unavailable, resultCode.notMember, resultCode.conversationGone])(
    'for a group that is gone (code %i) removes it, and says once that it is not available unless the person wanted to leave it [SESS-48 SESS-49]',
    async (code) => {
      const { caller, finished, groups, notices, summary } = await openGroups()
      caller.reply(call, rejects(code, 'You are not part of it.'))
      caller.reply(getChatSession, { isOk: true, code: 1, message: '', data: null })
      expect(await finished(run(groups))).toEqual(
        isDeparture ? { isOk: true } : { isOk: false, rejection: unavailable },
      )
      expect(notices).toEqual(isDeparture ? [] : [{ kind: 'error', ...unavailable }])
      expect(summary()).toBeUndefined()
    },
  )

  it('fails in words while offline, once, and changes nothing', async () => {
    const { announced, caller, finished, groups, notices, summary } = await openGroups()
    const before = summary()
    expect(await finished(run(groups))).toEqual({ isOk: false, rejection: { key: 'errors.network' } })
    expect(notices).toEqual(isForm ? [] : [{ kind: 'error', key: 'errors.network' }])
    expect([summary(), announced, caller.calls.length]).toEqual([before, [], 1])
  })
})

it('a group that only seems gone shows why the call was rejected', async () => {
  const { caller, finished, groups, notices, summary } = await openGroups()
  caller.reply(calls.banGroupUser, rejects(resultCode.notMember, 'You are not part of it.'))
  caller.reply(getChatSession, answers(row(1)))
  await finished(groups.setBanned(group, ben, true))
  expect(notices).toEqual([{ kind: 'error', text: 'You are not part of it.' }])
  expect(summary()).toBeDefined()
})

it('a failing storage changes neither the reason that is shown nor makes the operation reject', async () => {
  const { caller, finished, groups, log, notices } = await openGroups()
  vi.spyOn(log, 'appendDecided').mockRejectedValue(new Error('the disk is failing'))
  caller.reply(calls.transGroup, rejects(resultCode.forbidden, 'You may not do that.'))
  caller.reply(getChatSession, answers(row(1)))
  expect(await finished(groups.transfer(group, ben))).toMatchObject({ isOk: false })
  expect(notices).toEqual([{ kind: 'error', text: 'You may not do that.' }])
  expect(await groups.checkBan(group)).toEqual({ isOk: false, rejection: { key: 'errors.storage-failed' } })
})

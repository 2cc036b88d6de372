import { describe, expect, it } from 'vitest'
import type { GroupOperations } from '#client/groups.ts'
import type { Outcome } from '#domain/commands/command.ts'
import { conversationId, groupApplicationId, serverId, userId } from '#schemas/ids.ts'
import { getChatSession } from '#schemas/wire/calls/conversations.ts'
import * as calls from '#schemas/wire/calls/group-changes.ts'
import { getGroupInfo } from '#schemas/wire/calls/groups.ts'
import type { AnyCall } from '#schemas/wire/define-call.ts'
import { self } from '../machines/account-fixture.ts'
import { answers, rejects } from '../machines/fake-caller.ts'
import { ben, group, openGroups, row } from './group-fixture.ts'

type Operation = (groups: GroupOperations) => Promise<Outcome<unknown>>
const operations: readonly {
  name: string
  run: Operation
  call: AnyCall
  request: object
  /** Its form shows the rejection. */
  isForm?: boolean
}[] = [
  {
    name: 'invites people [GROUP-35]',
    run: (groups) => groups.invite(group, [ben, userId(9)]),
    call: calls.addGroupMembers,
    request: { GroupID: 4, UserIDs: '8|9' },
  },
  {
    name: 'removes a member with all messages [ADMIN-35]',
    run: (groups) => groups.remove(group, ben, true),
    call: calls.kickOutGroup,
    request: { GroupID: 4, UserID: 8, DeleteAllChat: 1 },
  },
  {
    name: 'removes a member and keeps the messages [ADMIN-35]',
    run: (groups) => groups.remove(group, ben, false),
    call: calls.kickOutGroup,
    request: { GroupID: 4, UserID: 8, DeleteAllChat: 0 },
  },
  {
    name: 'bans all [ADMIN-36]',
    run: (groups) => groups.setAllBanned(group, true),
    call: calls.updateGroupAllBan,
    request: { GroupID: 4, AllBan: 1 },
  },
  {
    name: 'makes a manager [ADMIN-31]',
    run: (groups) => groups.setManager(group, ben, true),
    call: calls.changeGroupUserRole,
    request: { GroupID: 4, UserID: 8, Role: 9 },
  },
  {
    name: 'makes a manager a member again [ADMIN-31]',
    run: (groups) => groups.setManager(group, ben, false),
    call: calls.changeGroupUserRole,
    request: { GroupID: 4, UserID: 8, Role: 0 },
  },
  {
    name: 'transfers the ownership [ADMIN-32]',
    run: (groups) => groups.transfer(group, ben),
    call: calls.transGroup,
    request: { GroupID: 4, UserID: 8 },
  },
  {
    name: 'changes name and settings [ADMIN-37] (DEC-127)',
    run: (groups) => groups.change(group, { name: 'Hikes', isPublic: false, mayAddFriends: true }),
    call: calls.updateGroup,
    request: { GroupID: 4, GroupName: 'Hikes', JoinType: 1, AddFriend: 1 },
    isForm: true,
  },
  {
    name: 'sets the announcement [GROUP-42]',
    run: (groups) => groups.announce(group, 'Bring water'),
    call: calls.updateGroupInfo,
    request: { GroupID: 4, Info: 'Bring water' },
    isForm: true,
  },
  {
    name: 'sets the own name in the group [GROUP-38]',
    run: (groups) => groups.setOwnName(group, 'Captain'),
    call: calls.groupUserSetName,
    request: { GroupID: 4, MemberName: 'Captain' },
    isForm: true,
  },
  {
    name: 'accepts an application [ADMIN-29]',
    run: (groups) => groups.answer(group, groupApplicationId(5), 'accepted'),
    call: calls.processGroupJoinApplication,
    request: { GroupID: 4, ApplicationID: 5, Status: '1' },
  },
  {
    name: 'rejects an application [ADMIN-29]',
    run: (groups) => groups.answer(group, groupApplicationId(5), 'rejected'),
    call: calls.processGroupJoinApplication,
    request: { GroupID: 4, ApplicationID: 5, Status: '2' },
  },
]

describe('an operation of a group', () => {
  it.each(operations)(
    '$name and shows the server’s message for success and failure [ADMIN-39]',
    async ({ run, call, request, isForm = false }) => {
      const { announced, caller, finished, groups, notices } = await openGroups()
      caller.reply(call, answers(null, 'Done.'))
      expect(await finished(run(groups))).toMatchObject({ isOk: true })
      caller.reply(call, rejects(5, 'Not so fast.'))
      expect(await finished(run(groups))).toMatchObject({ isOk: false, rejection: { text: 'Not so fast.' } })
      expect(caller.callsOf(call)[0]?.request).toEqual(request)
      expect(notices).toEqual([
        { kind: 'success', text: 'Done.' },
        ...(isForm ? [] : [{ kind: 'error', text: 'Not so fast.' }]),
      ])
      expect(announced).toEqual([group])
    },
  )

  it.each([
    ['bans a member', true, 0],
    ['lifts a ban', false, 1],
  ])(
    '%s, and its screen shows the server’s message with an undo [ADMIN-33 ADMIN-34]',
    async (_, isBanned, Status) => {
      const { announced, caller, finished, groups, notices } = await openGroups()
      caller.reply(calls.banGroupUser, answers(null, 'Done.'))
      expect(await finished(groups.setBanned(group, ben, isBanned))).toEqual({ isOk: true, value: 'Done.' })
      expect(caller.callsOf(calls.banGroupUser)[0]?.request).toEqual({ GroupID: 4, UserID: 8, Status })
      expect([notices, announced]).toEqual([[], [group]])
      caller.reply(calls.banGroupUser, rejects(5, 'Not so fast.'))
      expect(await finished(groups.setBanned(group, ben, isBanned))).toMatchObject({ isOk: false })
      expect(notices).toEqual([{ kind: 'error', text: 'Not so fast.' }])
    },
  )

  it.each([
    ['leave', calls.quitGroup],
    ['disband', calls.deleteGroup],
  ] as const)(
    '%s removes the group on this device unless the server rejects it [GROUP-29 GROUP-30 SOCK-68]',
    async (name, call) => {
      const { caller, finished, groups, summary } = await openGroups()
      caller.reply(call, rejects(6))
      await finished(groups[name](group))
      expect(summary()).toBeDefined()
      caller.reply(call, answers(null))
      expect(await finished(groups[name](group))).toMatchObject({ isOk: true })
      expect(summary()).toBeUndefined()
    },
  )
})

describe('joining', () => {
  const group5 = conversationId('group', 5)
  const info = (JoinType: number, isMember = false) =>
    answers({
      GroupData: { ID: 5, GroupName: 'Open', JoinType, GroupType: 0, UserCount: 2 },
      Members: [],
      Self: isMember ? { UserID: self, Role: 0, Status: 1 } : null,
    })
  const code = { group: group5, remark: 'Please' }
  const invite = { group: group5, invite: { messageId: serverId(70), inviterId: ben } }
  const unknown = { isOk: true, code: 1, message: '', data: null } as const

  it.each([
    ['by a code, public', info(0), code, calls.joinGroup, { Remark: 'Please' }],
    ['by a code, closed', info(1), code, calls.applyJoinGroup, { Remark: 'Please' }],
    ['by a code, hidden', unknown, code, calls.applyJoinGroup, { Remark: 'Please' }],
    ['by an invitation, public', info(0), invite, calls.joinGroup, { ChatID: 70, InviterUserId: 8 }],
    ['by an invitation, hidden', unknown, invite, calls.applyJoinGroup, { ChatID: 70, InviterUserId: 8 }],
  ] as const)(
    '%s follows the current join setting of the group [GROUP-18 GROUP-19 MSG-16] (DEC-14)',
    async (_, reply, wish, call, fields) => {
      const { caller, finished, groups, notices } = await openGroups()
      caller.reply(getGroupInfo, reply)
      caller.reply(call, answers(null, 'Welcome.'))
      expect(await finished(groups.join(wish))).toMatchObject({ isOk: true })
      expect(caller.callsOf(call).map(({ request }) => request)).toEqual([{ GroupID: 5, ...fields }])
      expect(notices).toEqual([{ kind: 'success', text: 'Welcome.' }])
    },
  )

  it.each([
    ['is announced to the other tabs once this user is a member', info(0), answers(null), [group5]],
    ['that awaits approval is not announced', info(1), answers(null), []],
    ['that is rejected is not announced', info(0), rejects(6), []],
  ])('%s [XTAB-07]', async (_, reply, answer, told) => {
    const { caller, finished, groups, posted } = await openGroups()
    caller.reply(getGroupInfo, reply)
    for (const call of [calls.joinGroup, calls.applyJoinGroup]) caller.reply(call, answer)
    await finished(groups.join(code))
    expect(posted).toEqual(told.map((joined) => ({ type: 'join-group', account: self, group: joined })))
  })

  it('fetches the conversations, and asks for nothing, if this user is a member already', async () => {
    const { caller, finished, groups, posted } = await openGroups()
    caller.reply(getGroupInfo, info(1, true))
    expect(await finished(groups.join(code))).toMatchObject({ isOk: true })
    expect(caller.callsOf(calls.joinGroup)).toEqual([])
    expect(caller.callsOf(calls.applyJoinGroup)).toEqual([])
    expect(caller.calls.map(({ path }) => path)).toContain('/GetAllSessionList')
    expect(posted).toEqual([{ type: 'join-group', account: self, group: group5 }])
  })

  it('with an invitation applies to a public group that has removed this user', async () => {
    const { caller, finished, groups, notices } = await openGroups()
    caller.reply(getGroupInfo, info(0))
    caller.reply(calls.joinGroup, rejects(6, 'By application only.'))
    caller.reply(calls.applyJoinGroup, answers(null, 'Sent.'))
    expect(await finished(groups.join(invite))).toMatchObject({ isOk: true })
    expect(notices).toEqual([{ kind: 'success', text: 'Sent.' }])
  })
})

describe('checking the own ban', () => {
  it('asks the server at most once in 3 s [VIEW-12 SESS-29 SOCK-71]', async () => {
    const { caller, clock, finished, groups, summary } = await openGroups()
    caller.reply(getChatSession, answers(row(1)))
    expect(summary()?.group?.isBanned).toBe(true)
    expect(await finished(groups.checkBan(group))).toEqual({ isOk: true, value: 'checked' })
    expect(summary()?.group?.isBanned).toBe(false)
    expect(await finished(groups.checkBan(group))).toEqual({ isOk: true, value: 'too-soon' })
    expect(caller.callsOf(getChatSession).map(({ request }) => request)).toEqual([{ GroupID: 4 }])
    await clock.advance(3000)
    await finished(groups.checkBan(group))
    expect(caller.callsOf(getChatSession)).toHaveLength(2)
  })

  it('removes a group that is not available and shows a notice [SESS-29 SESS-48 SESS-49]', async () => {
    const { caller, finished, groups, notices, summary } = await openGroups()
    caller.reply(getChatSession, { isOk: true, code: 1, message: 'gone', data: null })
    expect(await finished(groups.checkBan(group))).toMatchObject({ isOk: false })
    expect(notices).toEqual([{ kind: 'error', key: 'conversation.session-not-available' }])
    expect(summary()).toBeUndefined()
  })
})

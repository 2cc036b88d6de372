import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createGroupMemberLookup } from '#client/groups.ts'
import { conversationId } from '#schemas/ids.ts'
import { getGroupInfo } from '#schemas/wire/calls/groups.ts'
import { failureOf } from '#streams/http/call-result.ts'
import { answers, createFakeCaller } from '#test/unit/machines/fake-caller.ts'
import { SimulatedClock, settle } from '#test/unit/machines/simulated-clock.ts'

const group = conversationId('group', 4)
const ada = {
  UserID: 1,
  Role: 10,
  UserNickName: 'Ada',
  RemarkName: 'A',
  GroupMemberName: 'Boss',
  UserHeadImg: '/a',
}

function open(members: readonly object[] | undefined) {
  const caller = createFakeCaller()
  const found = members && { GroupData: { ID: 4 }, Members: members, Self: null }
  caller.reply(getGroupInfo, answers(z.parse(getGroupInfo.data, found ?? null)))
  const clock = new SimulatedClock()
  return { caller, clock, members: createGroupMemberLookup({ caller, ports: { clock } }) }
}

it('loads members once for all subscribers and leaves missing fields empty [GROUP-14]', async () => {
  const { caller, members } = open([ada, { UserID: 2, Role: 0 }])
  expect(members(group)).toBe(members(group))
  members(group).subscribe(() => undefined)
  members(group).subscribe(() => undefined)
  await settle()
  expect(members(group).get()).toEqual({
    status: 'ready',
    value: [
      { userId: 1, role: 10, nickname: 'Ada', remark: 'A', memberName: 'Boss', avatarUrl: '/a' },
      { userId: 2, role: 0, nickname: '', remark: '', memberName: '', avatarUrl: '' },
    ],
  })
  expect(caller.callsOf(getGroupInfo).map(({ request }) => request)).toEqual([{ GroupId: 4 }])
})

it('returns no members of a group that this user is not in', async () => {
  const { members } = open(undefined)
  members(group).subscribe(() => undefined)
  await settle()
  expect(members(group).get()).toEqual({ status: 'ready', value: [] })
})

it('reports that the request failed', async () => {
  const { caller, members } = open([])
  caller.reply(getGroupInfo, failureOf('network'))
  members(group).subscribe(() => undefined)
  await settle()
  expect(members(group).get().status).toBe('failed')
})

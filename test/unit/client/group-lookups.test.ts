import { EMPTY, type Observable, Subject } from 'rxjs'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createGroupLookups } from '#client/group-lookups.ts'
import type { Notice } from '#domain/notification/toast.ts'
import type { TabMessage } from '#schemas/cross-tab/tab-message.ts'
import { conversationId, userId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { getAllSessionList } from '#schemas/wire/calls/conversations.ts'
import { getGroupInfo, getGroupJoinApplications } from '#schemas/wire/calls/groups.ts'
import { createGroupChanges } from '#streams/cross-tab/account-changes.ts'
import { failureOf } from '#streams/http/call-result.ts'
import { folded, openAccount } from '../machines/account-fixture.ts'
import { answers } from '../machines/fake-caller.ts'
import { settleImports } from '../settle-imports.ts'
import { ben, group, listedGroup } from './group-fixture.ts'

const ada = {
  ...{ UserID: 1, Role: 10, UserNickName: 'Ada', RemarkName: 'A', GroupMemberName: 'Boss' },
  ...{ UserHeadImg: '/a', Status: 0, OnLine: 1 },
}

async function open(
  members?: readonly object[],
  events: readonly NewEvent[] = [],
  messages$: Observable<TabMessage> = EMPTY,
) {
  const account = await openAccount(events)
  const { caller, clock, log } = account
  const GroupData = { ID: 4, JoinType: 0, AddFriend: 1, MaxUserCount: 500, GroupName: 'Walks', UserCount: 2 }
  const found = members && { GroupData, Members: members, Self: ada }
  caller.reply(getGroupInfo, answers(z.parse(getGroupInfo.data, found ?? null)))
  caller.reply(getAllSessionList, answers({ ChatSessions: [], Groups: [] }))
  const notices: Notice[] = []
  const groupChanges = createGroupChanges({ messages$, post: () => {} }, userId(1))
  const lookups = createGroupLookups({
    ...account,
    ...{ groupChanges, ports: { clock } },
    notify: (notice) => void notices.push(notice),
  })
  return {
    ...{ caller, clock, groupChanges, log, lookups, notices },
    look: lookups.lookUpGroup(group),
  }
}

it('loads a group once for all subscribers and leaves missing fields empty [GROUP-12 GROUP-14]', async () => {
  const { caller, look, lookups } = await open([ada, { UserID: 2, Role: 0 }])
  expect(lookups.lookUpGroup(group)).toBe(look)
  look.subscribe(() => undefined)
  look.subscribe(() => undefined)
  await settleImports()
  const named = { nickname: 'Ada', remark: 'A', memberName: 'Boss', avatarUrl: '/a' }
  const unnamed = { nickname: '', remark: '', memberName: '', avatarUrl: '' }
  expect(look.get()).toEqual({
    status: 'ready',
    value: {
      description: { name: 'Walks', avatarUrl: '', isChannel: false, memberCount: 2, announcement: '' },
      ...{ isMember: true, isPublic: true, mayAddFriends: true, memberLimit: 500 },
      members: [
        { userId: 1, role: 10, ...named, isBanned: true, isOnline: true },
        { userId: 2, role: 0, ...unnamed, isBanned: false, isOnline: false },
      ],
    },
  })
  expect(caller.callsOf(getGroupInfo).map(({ request }) => request)).toEqual([{ GroupId: 4 }])
})

it('returns no members of a group that this user is not in', async () => {
  const { look } = await open()
  expect(await look.fresh()).toMatchObject({ status: 'ready', value: { isMember: false, members: [] } })
})

it('describes no group that is gone or private, and removes nothing, because it was never listed', async () => {
  const { caller, log, look, notices } = await open()
  const answer = await look.fresh()
  expect(answer).toMatchObject({ status: 'ready', value: { description: undefined } })
  expect([notices, log.knownConversations(), caller.callsOf(getAllSessionList)]).toEqual([[], [], []])
})

it('removes a listed group that is no longer available, with one notice, and fetches the list [GROUP-17]', async () => {
  const { caller, clock, log, look, notices } = await open(undefined, [listedGroup])
  expect(log.conversations.get()).toHaveLength(1)
  look.subscribe(() => undefined)
  for (let turn = 0; turn < 10; turn += 1) await folded(clock)
  expect(log.conversations.get()).toEqual([])
  expect(notices).toEqual([{ kind: 'error', key: 'conversation.session-not-available' }])
  expect(caller.callsOf(getAllSessionList)).toHaveLength(1)
})

it('keeps a group that was listed only after a response without it was on its way', async () => {
  const { clock, log, look, notices } = await open()
  look.subscribe(() => undefined)
  void log.append([listedGroup])
  for (let turn = 0; turn < 10; turn += 1) await folded(clock)
  expect(log.conversations.get()).toHaveLength(1)
  expect(notices).toEqual([])
})

it('reports that the request failed', async () => {
  const { caller, look } = await open([])
  caller.reply(getGroupInfo, failureOf('network'))
  expect((await look.fresh()).status).toBe('failed')
})

it('requests a shown group again when it or any group has changed, and a hidden one when it is next shown', async () => {
  const { caller, clock, groupChanges, look } = await open([ada])
  const count = () => caller.callsOf(getGroupInfo).length
  const hide = look.subscribe(() => undefined)
  await settleImports()
  groupChanges.announce(conversationId('group', 5))
  await clock.advance(1000)
  expect(count()).toBe(1)
  groupChanges.announce(group)
  await clock.advance(1000)
  expect(count()).toBe(2)
  groupChanges.announce()
  await clock.advance(1000)
  expect(count()).toBe(3)
  groupChanges.announce(group)
  hide()
  groupChanges.announce(group)
  await clock.advance(60_000)
  expect(count()).toBe(3)
  look.subscribe(() => undefined)
  await settleImports()
  expect(count()).toBe(4)
})

it('requests a burst of changes once, and once more for those that came during the request', async () => {
  const { caller, clock, groupChanges, look } = await open([ada])
  const count = () => caller.callsOf(getGroupInfo).length
  look.subscribe(() => undefined)
  groupChanges.announce(group)
  await clock.advance(1000)
  expect(count()).toBe(2)
  for (let member = 0; member < 50; member++) {
    groupChanges.announce(group)
    await clock.advance(5)
  }
  await clock.advance(1000)
  expect(count()).toBe(3)
})

it('requests no change for a reader that tolerates an outdated group, until another reader comes', async () => {
  const { caller, clock, groupChanges, look } = await open([ada])
  const count = () => caller.callsOf(getGroupInfo).length
  look.withoutRefresh.subscribe(() => undefined)
  await settleImports()
  groupChanges.announce(group)
  await clock.advance(60_000)
  expect(count()).toBe(1)
  look.withoutRefresh.subscribe(() => undefined)
  look.withoutRefresh.subscribe(() => undefined)
  await settleImports()
  expect(count()).toBe(2)
})

it('repeats a failed request for a change until a response includes it', async () => {
  const { caller, clock, groupChanges, look } = await open([ada])
  const hide = look.subscribe(() => undefined)
  await settleImports()
  caller.reply(getGroupInfo, failureOf('network'))
  groupChanges.announce(group)
  await clock.advance(2000)
  expect(look.get()).toMatchObject({ value: { members: [{ userId: 1 }] } })
  caller.reply(getGroupInfo, answers(z.parse(getGroupInfo.data, null)))
  await clock.advance(2000)
  expect(look.get()).toMatchObject({ value: { members: [] } })
  const answered = caller.callsOf(getGroupInfo).length
  await clock.advance(60_000)
  expect(caller.callsOf(getGroupInfo)).toHaveLength(answered)
  hide()
})

it('requests a changed group when it is next shown, although a request for the change was cancelled or failed', async () => {
  const { caller, clock, groupChanges, look } = await open([ada])
  const show = async () => {
    const hide = look.subscribe(() => undefined)
    await settleImports()
    return hide
  }
  const count = () => caller.callsOf(getGroupInfo).length
  const hide = await show()
  groupChanges.announce(group)
  look.reload()
  hide()
  const hideAgain = await show()
  expect(count()).toBe(3)
  caller.reply(getGroupInfo, failureOf('network'))
  groupChanges.announce(group)
  await clock.advance(250)
  hideAgain()
  await show()
  expect(count()).toBe(5)
})

it('has the names that members changed to, in this tab or another', async () => {
  const messages$ = new Subject<TabMessage>()
  const { caller, groupChanges, lookups } = await open([ada], [], messages$)
  const names = () => Object.fromEntries(lookups.memberNames(group).get())
  expect(names()).toEqual({})
  groupChanges.announce(group, { userId: ben, name: 'Captain' })
  const renamed = { userId: userId(9), name: 'Cook' }
  messages$.next({ type: 'update-group', tab: 'other', account: userId(1), group, renamed })
  groupChanges.announce(conversationId('group', 5), { userId: ben, name: 'Owl' })
  groupChanges.announce(group)
  expect(names()).toEqual({ 8: 'Captain', 9: 'Cook' })
  // No names are worth a request for all members.
  expect(caller.callsOf(getGroupInfo)).toEqual([])
})

it('maps join requests to own types, unknown values included [ADMIN-24 ADMIN-25 ADMIN-26] (DEC-24)', async () => {
  const { caller, lookups } = await open()
  const wire = { UserNickName: 'Ben', UserHeadImg: 'b.png', CreateTime: 1_700_000_000_000 }
  caller.reply(
    getGroupJoinApplications,
    answers([
      { ID: 1, UserID: 8, Status: 0, JoinMethod: 1, Source: 'Please', ...wire },
      { ID: 2, UserID: 8, Status: 1, JoinMethod: 2, ...wire },
      { ID: 3, UserID: 8, Status: 7, JoinMethod: 9, ...wire },
    ]),
  )
  const common = { userId: 8, nickname: 'Ben', avatarUrl: 'b.png', createdAt: 1_700_000_000_000 }
  const requests = lookups.lookUpGroupApplications(group)
  expect(await requests.fresh()).toEqual({
    status: 'ready',
    value: [
      { ...common, applicationId: 1, status: 'pending', joinMethod: 'qr-code', remark: 'Please' },
      { ...common, applicationId: 2, status: 'accepted', joinMethod: 'invitation', remark: '' },
      { ...common, applicationId: 3, status: 'rejected', joinMethod: 'not-available', remark: '' },
    ],
  })
})

it('requests join requests every 15 s while they are shown, and not afterwards [ADMIN-28]', async () => {
  const { caller, clock, lookups } = await open()
  const count = () => caller.callsOf(getGroupJoinApplications).length
  caller.reply(getGroupJoinApplications, failureOf('network'))
  const requests = lookups.lookUpGroupApplications(group)
  const seen: string[] = []
  const hide = requests.subscribe(() => void seen.push(requests.get().status))
  await settleImports()
  await clock.advance(14_999)
  expect(count()).toBe(1)
  await clock.advance(1)
  expect(count()).toBe(2)
  expect(seen).toEqual(['failed', 'failed'])
  caller.reply(getGroupJoinApplications, answers([]))
  await clock.advance(15_000)
  expect([count(), seen.at(-1)]).toEqual([3, 'ready'])
  hide()
  await clock.advance(60_000)
  expect(count()).toBe(3)
})

it('returns no join requests for code 1 [ADMIN-27]', async () => {
  const { caller, lookups } = await open()
  caller.reply(getGroupJoinApplications, { isOk: true, code: 1, message: '', data: null })
  expect(await lookups.lookUpGroupApplications(group).fresh()).toEqual({ status: 'ready', value: [] })
})

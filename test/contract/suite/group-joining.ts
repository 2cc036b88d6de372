import { describe, expect, it } from 'vitest'
import type { WireGroupApplication } from '#schemas/wire/calls/groups.ts'
import type { WireMessage } from '#schemas/wire/message.ts'
import type { ContractHost, ContractSocket } from '../contract-host.ts'
import { createGroup, groupPage, groupRow } from '../group-people.ts'
import {
  befriend,
  befriendInConversation,
  callAs,
  connect,
  dataOrThrow,
  type Person,
  refreshed,
  sendText,
  settle,
  signUp,
} from '../people.ts'

const none = 99_999_999

export function describeGroupJoining(host: () => ContractHost): void {
  const apply = (person: Person, GroupID: number, fields: object = { Remark: 'Please' }) =>
    callAs(host(), person, '/ApplyJoinGroup', { GroupID, ...fields })
  const join = (person: Person, GroupID: number, fields: object = { Remark: '' }) =>
    callAs(host(), person, '/JoinGroup', { GroupID, ...fields })
  const list = async (person: Person, GroupId: number) =>
    dataOrThrow<WireGroupApplication[]>(
      await callAs(host(), person, '/GetGroupJoinApplications', { GroupId }),
    )
  const decide = (person: Person, GroupID: number, ApplicationID: number | undefined, Status: '1' | '2') =>
    callAs(host(), person, '/ProcessGroupJoinApplication', { GroupID, ApplicationID, Status })
  const choose = (person: Person, GroupID: number, ...people: readonly Person[]) =>
    callAs(host(), person, '/CheckGroupManualVerified', {
      GroupID,
      UserIDs: people.map(({ userId }) => userId).join('|'),
    })
  const memberCount = async (person: Person, group: number) =>
    (await groupRow(host(), person, group))?.UserCount
  const counts = (socket: ContractSocket) =>
    socket.frames.flatMap((frame) => (frame.Cmd === 'GroupJoinApply' ? [frame.GroupJoinApplyCount] : []))

  /** A private group with an owner, a manager and an outsider. */
  const closedGroup = async () => {
    const people = await createGroup(host(), { JoinType: '1' })
    const { ann, ben, group } = people
    await callAs(host(), ann, '/ChangeGroupUserRole', { GroupID: group, UserID: ben.userId, Role: 9 })
    return { ...people, dan: await signUp(host()) }
  }

  /** A member chooses a person who wants to be asked; returns the resulting invite message. */
  const invite = async (by: Person, group: number, guest: Person) => {
    const conversation = await befriendInConversation(host(), by, guest)
    const asked = { Type: 2, IsManualVerified: 1 }
    dataOrThrow(await callAs(host(), guest, '/UpdateVerifiedFriendSetting', asked))
    dataOrThrow(await choose(by, group, guest))
    const page = { ChatSessionID: conversation, Status: 2 }
    const messages = dataOrThrow<WireMessage[]>(await callAs(host(), guest, '/GetChatData', page))
    const message = messages.findLast(({ MsgType }) => MsgType === 'invite')
    return { conversation, message, form: { ChatID: message?.ID, InviterUserId: by.userId } }
  }

  describe('an application to join a group', () => {
    it('reaches its managers only, with the number of pending ones [GROUP-19 GROUP-20 SOCK-55 ADMIN-24 ADMIN-27]', async () => {
      const { ann, ben, cleo, dan, group } = await closedGroup()
      const managers = [await connect(host(), ann), await connect(host(), ben)]
      const others = [await connect(host(), cleo), await connect(host(), dan)] as const
      expect(await apply(dan, group)).toMatchObject({
        Code: 0,
        Msg: 'Your request was sent to the managers.',
      })
      for (const socket of managers)
        expect(await socket.next('GroupJoinApply')).toEqual({
          Cmd: 'GroupJoinApply',
          GroupID: group,
          GroupName: 'Sunday walks',
          GroupImg: '',
          GroupJoinApplyCount: 1,
          ApplyUserID: dan.userId,
        })
      await settle(others[0], cleo)
      await settle(others[1], dan)
      expect(others.map(counts)).toEqual([[], []])
      for (const [person, count] of [
        [ann, 1],
        [ben, 1],
        [cleo, 0],
      ] as const)
        expect(await groupRow(host(), person, group)).toMatchObject({ GroupJoinApplyCount: count })
      expect(await list(ben, group)).toMatchObject([
        { UserID: dan.userId, Status: 0, JoinMethod: 1, Source: 'Please', CreateTime: host().now() },
      ])
      expect(await callAs(host(), cleo, '/GetGroupJoinApplications', { GroupId: group })).toMatchObject({
        Code: 6,
      })
    })

    it('made again replaces the text of the first one', async () => {
      const { ann, dan, group } = await closedGroup()
      await apply(dan, group)
      await apply(dan, group, { Remark: 'It is me' })
      expect(await list(ann, group)).toMatchObject([{ UserID: dan.userId, Source: 'It is me' }])
      expect(await list(ann, group)).toHaveLength(1)
    })

    it('is accepted by a manager once, adds the person and notifies everybody [ADMIN-09 ADMIN-23 ADMIN-25 ADMIN-29 SOCK-74]', async () => {
      const { ann, ben, cleo, dan, group } = await closedGroup()
      await apply(dan, group)
      const [application] = await list(ann, group)
      const [annSocket, danSocket] = [await connect(host(), ann), await connect(host(), dan)]
      expect(await decide(cleo, group, application?.ID, '1')).toMatchObject({ Code: 6 })
      expect(await decide(dan, group, application?.ID, '1')).toMatchObject({ Code: 11 })
      expect(await memberCount(ann, group)).toBe(3)
      expect(await decide(ben, group, application?.ID, '1')).toMatchObject({ Code: 0 })
      expect(await decide(ann, group, application?.ID, '1')).toMatchObject({ Code: 0 })
      expect(await danSocket.next('GroupEvent')).toMatchObject({ Type: 'Join', UserID: dan.userId })
      expect((await danSocket.next('GroupChat')).groupchat).toMatchObject({ MsgType: 'GroupJoin' })
      expect(await annSocket.next('GroupJoinApply')).toMatchObject({ GroupJoinApplyCount: 0 })
      expect(await memberCount(dan, group)).toBe(4)
      expect(await list(ann, group)).toMatchObject([{ Status: 1 }])
      expect(await decide(ann, group, application?.ID, '2')).toMatchObject({ Code: 7 })
      expect((await groupPage(host(), dan, group)).map(({ MsgType }) => MsgType)).toEqual(['GroupJoin'])
      const [notice] = await groupPage(host(), dan, group)
      // The id leads from the name to the person.
      expect(JSON.parse(notice?.Message ?? '')).toMatchObject({
        ...{ Kind: 'joined', Count: 1, UserIDs: [dan.userId] },
        Names: [expect.any(String)],
      })
    })

    it('is rejected, after which the person’s next ones are not delivered for a day [ADMIN-23 ADMIN-25 ADMIN-29]', async () => {
      const { ann, ben, dan, group } = await closedGroup()
      await apply(dan, group)
      const [application] = await list(ann, group)
      const socket = await connect(host(), ann)
      expect(await decide(ann, group, application?.ID, '2')).toMatchObject({ Code: 0 })
      expect(await socket.next('GroupJoinApply')).toMatchObject({ GroupJoinApplyCount: 0 })
      expect(await groupRow(host(), dan, group)).toBeUndefined()
      const [first, again] = [await apply(ben, none), await apply(dan, group)]
      expect(again).toEqual(first)
      await settle(socket, ann)
      expect(counts(socket)).toEqual([0])
      expect((await list(ann, group)).map(({ Status }) => Status)).toEqual([2])
      host().advance(24 * 60 * 60_000)
      const [later, manager] = [await refreshed(host(), dan), await refreshed(host(), ann)]
      await apply(later, group)
      expect((await list(manager, group)).map(({ Status }) => Status)).toEqual([0, 2])
    })

    it('is decided only by managers of its group', async () => {
      const { ann, dan, group } = await closedGroup()
      await apply(dan, group)
      const [application] = await list(ann, group)
      const other = await createGroup(host())
      expect(await decide(other.ann, other.group, application?.ID, '1')).toMatchObject({ Code: 7 })
      expect(await decide(other.ann, group, application?.ID, '1')).toMatchObject({ Code: 11 })
      expect(await groupRow(host(), dan, group)).toBeUndefined()
    })

    it('to an unknown group gets the usual response, and to a public group joins immediately (DEC-132)', async () => {
      const { dan, group } = await closedGroup()
      expect(await apply(dan, none)).toEqual(await apply(dan, group))
      const open = await createGroup(host())
      expect(await apply(dan, open.group)).toMatchObject({ Code: 0, Msg: 'You joined the group.' })
      expect(await memberCount(dan, open.group)).toBe(4)
    })

    it('is resolved when the person is added, and deleted with the account', async () => {
      const { ann, dan, group } = await closedGroup()
      const eve = await signUp(host())
      for (const person of [dan, eve]) await apply(person, group)
      await befriend(host(), ann, dan)
      const socket = await connect(host(), ann)
      await choose(ann, group, dan)
      expect(await socket.next('GroupJoinApply')).toMatchObject({ GroupJoinApplyCount: 1 })
      await callAs(host(), eve, '/CancelAccount')
      expect(await socket.next('GroupJoinApply')).toMatchObject({ GroupJoinApplyCount: 0 })
      expect(await list(ann, group)).toMatchObject([{ UserID: dan.userId, Status: 1 }])
    })
  })

  describe('people chosen for a group', () => {
    it('by a manager are added or, if they want to be asked, sent an invitation [GROUP-34 GROUP-35 MSG-13 SET-15 SET-16] (DEC-62)', async () => {
      const { ann, group, dan } = await closedGroup()
      const settings = { IsManualVerifiedFriend: 1, IsManualVerifiedGroup: 0 }
      const credentials = { uid: String(dan.userId), token: dan.token }
      const read = async () => dataOrThrow(await host().get('/GetVerifiedFriendSetting', {}, credentials))
      expect(await read()).toEqual(settings)
      const { message } = await invite(ann, group, dan)
      expect(await read()).toEqual({ ...settings, IsManualVerifiedGroup: 1 })
      expect(message).toMatchObject({ UserID: ann.userId })
      expect(JSON.parse(message?.Message ?? '')).toMatchObject({
        GroupID: group,
        GroupName: 'Sunday walks',
        GroupImg: '',
        JoinType: 1,
        Info: '',
        UserCount: 3,
        MaxUserCount: 500,
      })
      const eve = await signUp(host())
      await befriend(host(), ann, eve)
      expect(await choose(ann, group, dan, eve)).toMatchObject({ Code: 0 })
      expect(await memberCount(eve, group)).toBe(4)
      expect(await groupRow(host(), dan, group)).toBeUndefined()
    })

    it('by a plain member of a group that is not public become applications with an invitation [GROUP-35 ADMIN-26] (DEC-62)', async () => {
      const { ann, cleo, dan, group } = await closedGroup()
      await befriend(host(), cleo, dan)
      const socket = await connect(host(), ann)
      expect(await choose(cleo, group, dan)).toMatchObject({ Code: 0 })
      expect(await socket.next('GroupJoinApply')).toMatchObject({ ApplyUserID: dan.userId })
      expect(await list(ann, group)).toMatchObject([{ UserID: dan.userId, JoinMethod: 2 }])
      expect(await groupRow(host(), dan, group)).toBeUndefined()
    })

    it('must all be friends of the member, or none is added', async () => {
      const { ann, dan, group } = await closedGroup()
      const eve = await signUp(host())
      await befriend(host(), ann, eve)
      expect(await choose(ann, group, eve, dan)).toMatchObject({ Code: 6 })
      expect(await choose(dan, group, eve)).toMatchObject({ Code: 11 })
      expect(await memberCount(ann, group)).toBe(3)
    })
  })

  describe('an invitation', () => {
    it('of a manager adds the person by either call; a plain member’s becomes an application [GROUP-18 GROUP-19] (DEC-14)', async () => {
      const { ann, ben, cleo, dan, group } = await closedGroup()
      const { form } = await invite(ben, group, dan)
      expect(await join(dan, group, form)).toMatchObject({ Code: 0, Msg: 'You joined the group.' })
      expect(await memberCount(dan, group)).toBe(4)
      const open = { GroupID: group, JoinType: '0' }
      await callAs(host(), ann, '/UpdateGroup', open)
      const eve = await signUp(host())
      const ofCleo = await invite(cleo, group, eve)
      await callAs(host(), ann, '/UpdateGroup', { ...open, JoinType: '1' })
      expect(await join(eve, group, ofCleo.form)).toMatchObject({ Code: 6 })
      expect(await apply(eve, group, ofCleo.form)).toMatchObject({ Code: 0 })
      expect((await list(ann, group))[0]).toMatchObject({ UserID: eve.userId, JoinMethod: 2, Status: 0 })
    })

    it('is valid only for its recipient, inviter and group, while its message exists (DEC-14)', async () => {
      const { ann, ben, dan, group } = await closedGroup()
      const { conversation, form } = await invite(ben, group, dan)
      const eve = await signUp(host())
      const other = await createGroup(host(), { JoinType: '1' })
      const text = dataOrThrow<{ ID: number }>(
        await sendText(host(), ben, conversation, `{"GroupID":${group}}`),
      )
      const forged: readonly (readonly [Person, number, object])[] = [
        [eve, group, form],
        [dan, other.group, form],
        [dan, group, { ...form, InviterUserId: ann.userId }],
        [dan, group, { ...form, ChatID: text.ID }],
        [dan, group, { ChatID: form.ChatID }],
        [dan, group, { InviterUserId: ben.userId }],
      ]
      for (const [person, id, fields] of forged) {
        expect(await join(person, id, fields)).toMatchObject({ Code: 7 })
        expect(await apply(person, id, fields)).toMatchObject({ Code: 7 })
      }
      await callAs(host(), ben, '/QuitGroup', { GroupID: group })
      expect(await apply(dan, group, form)).toMatchObject({ Code: 7 })
      expect(await list(ann, group)).toEqual([])
    })

    it('is created only by the server', async () => {
      const { ann, group, dan } = await closedGroup()
      const conversation = await befriendInConversation(host(), ann, dan)
      const fields = { ChatSessionID: conversation, MsgType: 'invite', TimeStamp: 1 }
      const body = { Message: `{"GroupID":${group}}`, ClientMsgId: 'x'.repeat(20) }
      expect((await callAs(host(), ann, '/SendChat', { ...fields, ...body })).Code).not.toBe(0)
    })
  })

  describe('the calls about applications', () => {
    it.each([
      ['/GetGroupJoinApplications', (id: number) => ({ GroupId: id })],
      ['/ProcessGroupJoinApplication', (id: number) => ({ GroupID: id, ApplicationID: 1, Status: '1' })],
    ])('answer %s of a stranger as if the group did not exist', async (path, fields) => {
      const { dan, group } = await closedGroup()
      const foreign = await callAs(host(), dan, path, fields(group))
      expect(foreign).toMatchObject({ Code: 11, Data: null })
      expect(await callAs(host(), dan, path, fields(none))).toEqual(foreign)
    })
  })

  it('a person who requires no approval becomes a friend immediately [SET-15]', async () => {
    const [ann, ben] = [await signUp(host()), await signUp(host())]
    await callAs(host(), ben, '/UpdateVerifiedFriendSetting', { Type: 1, IsManualVerified: 0 })
    await callAs(host(), ann, '/ApplyFriend', { UserID: ben.userId, Remark: '', Source: 'Search' })
    expect(dataOrThrow(await callAs(host(), ann, '/GetFriends'))).toMatchObject([{ FriendID: ben.userId }])
    expect(dataOrThrow(await callAs(host(), ben, '/GetFriendApplications'))).toEqual([])
  })
}

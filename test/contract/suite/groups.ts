import { describe, expect, it } from 'vitest'
import type { ContractHost, ContractSocket } from '../contract-host.ts'
import { createGroup, groupPage, groupRow, sayInGroup, textsOf } from '../group-people.ts'
import { befriend, callAs, connect, dataOrThrow, type Person, settle, signUp } from '../people.ts'

const eventsOf = (socket: ContractSocket) =>
  socket.frames.flatMap((frame) => (frame.Cmd === 'GroupEvent' ? [[frame.Type, frame.UserID]] : []))

export function describeGroups(host: () => ContractHost): void {
  const info = (person: Person, GroupId: number) =>
    callAs(host(), person, '/GetGroupInfoByGroupID', { GroupId })

  describe('groups', () => {
    it('are created with friends, and each of them is notified [GROUP-05 GROUP-11 GROUP-13 GROUP-14 SOCK-47 SOCK-74]', async () => {
      const [ann, ben, cleo] = [await signUp(host()), await signUp(host()), await signUp(host())]
      await befriend(host(), ann, ben)
      const socket = await connect(host(), ben)
      const found = (UserIDs: string, GroupName = ' Walks ') =>
        callAs(host(), ann, '/CreateGroup', { GroupName, GroupImg: '', UserIDs, Info: '', JoinType: '0' })
      const created = await found(`${ann.userId}|${ben.userId}`)
      const data = dataOrThrow<{ ID: number }>(created)
      expect(data).toMatchObject({
        GroupName: 'Walks',
        UserCount: 2,
        MaxUserCount: 500,
        JoinType: 0,
        AllBan: 0,
      })
      expect(await socket.next('GroupEvent')).toMatchObject({
        Type: 'Join',
        UserID: ben.userId,
        GroupID: data.ID,
        GroupName: 'Walks',
      })
      expect((await socket.next('GroupChat')).groupchat).toMatchObject({ MsgType: 'GroupJoin', SeqID: 1 })
      expect(await info(ben, data.ID)).toMatchObject({
        Data: {
          GroupData: { ID: data.ID },
          Members: [
            { UserID: ann.userId, Role: 10 },
            { UserID: ben.userId, Role: 0 },
          ],
          Self: {
            UserID: ben.userId,
            UserNickName: expect.any(String),
            GroupMemberName: '',
            Role: 0,
            Status: 1,
          },
        },
      })
      expect(await found(`${ann.userId}|${cleo.userId}`)).toMatchObject({ Code: 6 })
      expect(await found(`${ann.userId}`)).toMatchObject({ Code: 4, Data: { Field: 'UserIDs' } })
      const unnamed = { Code: 4, Data: { Field: 'GroupName' } }
      expect(await found(`${ben.userId}`, '  ')).toMatchObject(unnamed)
      expect(await found(`${ben.userId}`, 'x'.repeat(51))).toMatchObject(unnamed)
      const image = { GroupID: data.ID, GroupImg: 'https://elsewhere.example/pixel.png' }
      const refused = { Code: 4, Data: { Field: 'GroupImg' } }
      expect(await callAs(host(), ann, '/UpdateGroup', image)).toMatchObject(refused)
    })

    it('list each member with all fields of the specification [GROUP-15]', async () => {
      const { ann, ben, group } = await createGroup(host())
      await callAs(host(), ben, '/GroupUserSetName', { GroupID: group, MemberName: 'Captain' })
      await callAs(host(), ann, '/BanGroupUser', { GroupID: group, UserID: ben.userId, Status: 0 })
      const { Members } = dataOrThrow<{ Members: object[] }>(await info(ann, group))
      expect(Members[1]).toEqual({
        ...{ ID: ben.userId, GroupID: group, UserID: ben.userId, UserNickName: expect.any(String) },
        ...{ RemarkName: '', Role: 0, GroupMemberName: 'Captain', UserHeadImg: expect.any(String) },
        ...{ Gender: expect.any(Number), JoinTime: expect.any(Number), ReadStatus: 0, Status: 0 },
        ...{ OnLine: 0, OnlineDesc: '' },
      })
    })

    it('are joined immediately if public, with the messages from then on [GROUP-16 GROUP-18 GROUP-20]', async () => {
      const { ann, group } = await createGroup(host())
      await sayInGroup(host(), ann, group, 'before')
      const dan = await signUp(host())
      const annSocket = await connect(host(), ann)
      expect(await info(dan, group)).toMatchObject({ Code: 0, Data: { Members: [], Self: null } })
      expect(await callAs(host(), dan, '/JoinGroup', { GroupID: group, Remark: '' })).toMatchObject({
        Code: 0,
      })
      expect(await annSocket.next('GroupEvent')).toMatchObject({ Type: 'Join', UserID: dan.userId })
      await sayInGroup(host(), ann, group, 'after')
      expect(textsOf(await groupPage(host(), dan, group))).toEqual(['after'])
      expect(await groupRow(host(), dan, group)).toMatchObject({
        ...{ UserCount: 4, UnReadCount: 1, SelfReadSeqID: 2 },
      })
      expect(await callAs(host(), dan, '/JoinGroup', { GroupID: group, Remark: '' })).toMatchObject({
        Code: 0,
      })
      expect(await groupRow(host(), dan, group)).toMatchObject({ UserCount: 4 })
    })

    it('that are not public reject joining and reading without an invitation [GROUP-20]', async () => {
      const { ann, ben, group } = await createGroup(host(), { JoinType: '1' })
      const dan = await signUp(host())
      await befriend(host(), ben, dan)
      expect(await info(dan, group)).toEqual(await info(dan, 99_999_999))
      expect(await info(dan, group)).toMatchObject({ Code: 1, Data: null })
      const join = (GroupID: number) => callAs(host(), dan, '/JoinGroup', { GroupID, Remark: '' })
      expect(await join(group)).toEqual(await join(99_999_999))
      expect(await join(group)).toMatchObject({ Code: 7 })
      const add = (by: Person) =>
        callAs(host(), by, '/CheckGroupManualVerified', { GroupID: group, UserIDs: String(dan.userId) })
      expect(await add(ben)).toMatchObject({ Code: 0 })
      expect(await groupRow(host(), dan, group)).toBeUndefined()
      await befriend(host(), ann, dan)
      expect(await add(ann)).toMatchObject({ Code: 0 })
      expect(await groupRow(host(), dan, group)).toMatchObject({ UserCount: 4 })
    })

    it('are left by members and disbanded by the owner, who all lose access [GROUP-28 GROUP-29 GROUP-30 SOCK-69]', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      await sayInGroup(host(), ann, group, 'hello')
      const [benSocket, cleoSocket] = [await connect(host(), ben), await connect(host(), cleo)]
      expect(await callAs(host(), ann, '/QuitGroup', { GroupID: group })).toMatchObject({ Code: 6 })
      expect(await callAs(host(), ben, '/DeleteGroup', { GroupID: group })).toMatchObject({ Code: 6 })
      const quit = () => callAs(host(), ben, '/QuitGroup', { GroupID: group })
      // The second one is a retry of a request whose response was lost.
      expect([await quit(), await quit()]).toMatchObject([{ Code: 0 }, { Code: 0 }])
      expect(await callAs(host(), ben, '/DeleteGroup', { GroupID: group })).toMatchObject({ Code: 11 })
      expect(await cleoSocket.next('GroupEvent')).toMatchObject({ Type: 'Leave', UserID: ben.userId })
      expect(await benSocket.next('GroupEvent')).toMatchObject({ Type: 'Leave', UserID: ben.userId })
      expect(await groupRow(host(), cleo, group)).toMatchObject({ UserCount: 2 })
      expect(await groupRow(host(), ben, group)).toBeUndefined()
      expect(await sayInGroup(host(), ben, group, 'still here?')).toMatchObject({ Code: 3 })
      const disband = (by: Person) => callAs(host(), by, '/DeleteGroup', { GroupID: group })
      expect([await disband(ann), await disband(ann)]).toMatchObject([{ Code: 0 }, { Code: 0 }])
      expect([await disband(ben), await disband(cleo)]).toMatchObject([{ Code: 11 }, { Code: 11 }])
      expect(await cleoSocket.next('GroupEvent')).toMatchObject({ Type: 'Remove', UserID: cleo.userId })
      await settle(cleoSocket, cleo)
      expect(eventsOf(cleoSocket)).toEqual([
        ['Leave', ben.userId],
        ['Remove', cleo.userId],
      ])
      for (const person of [ann, ben, cleo]) {
        const page = await callAs(host(), person, '/GetGroupChatData', { GroupID: group, Status: 2 })
        expect(page).toMatchObject({ Code: 11, Data: null })
        expect(await info(person, group)).toMatchObject({ Code: 1 })
      }
    })

    it('lose a member whom a manager removes, with the member’s messages if requested [ADMIN-12 ADMIN-35 SOCK-73]', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      await sayInGroup(host(), cleo, group, 'of Cleo')
      const kick = (by: Person, of: Person) =>
        callAs(host(), by, '/KickOutGroup', { GroupID: group, UserID: of.userId, DeleteAllChat: 1 })
      expect(await kick(ben, cleo)).toMatchObject({ Code: 6 })
      expect(await kick(ann, ann)).toMatchObject({ Code: 6 })
      const [benSocket, cleoSocket] = [await connect(host(), ben), await connect(host(), cleo)]
      expect(await kick(ann, cleo)).toMatchObject({ Code: 0 })
      expect(await cleoSocket.next('GroupEvent')).toMatchObject({ Type: 'Remove', UserID: cleo.userId })
      await settle(benSocket, ben)
      expect(eventsOf(benSocket)).toEqual([
        ['Remove', cleo.userId],
        ['DeleteUserAllChat', cleo.userId],
      ])
      expect(textsOf(await groupPage(host(), ben, group))).toEqual([null])
      // A retry of a request whose response was lost.
      expect(await kick(ann, cleo)).toMatchObject({ Code: 0 })
      expect(await kick(ben, cleo)).toMatchObject({ Code: 6 })
      expect(await kick(ann, await signUp(host()))).toMatchObject({ Code: 7 })
      await settle(benSocket, ben)
      expect(eventsOf(benSocket)).toHaveLength(2)
    })

    it('accept messages only from members whom the mute settings allow [GROUP-43 MSG-48 MSG-49 ADMIN-33 ADMIN-36 SOCK-48]', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const codes = async () => {
        const answers = []
        for (const person of [ann, ben, cleo]) answers.push(await sayInGroup(host(), person, group, 'word'))
        return answers.map(({ Code }) => Code)
      }
      const ban = (by: Person, of: Person, Status: 0 | 1) =>
        callAs(host(), by, '/BanGroupUser', { GroupID: group, UserID: of.userId, Status })
      const banAll = (by: Person, AllBan: 0 | 1) =>
        callAs(host(), by, '/UpdateGroupAllBan', { GroupID: group, AllBan })
      expect(await codes()).toEqual([0, 0, 0])
      expect([(await ban(cleo, ben, 0)).Code, (await ban(ben, ann, 0)).Code]).toEqual([6, 6])
      const socket = await connect(host(), ben)
      await ban(ann, ben, 0)
      expect(await socket.next('GroupUserMute')).toMatchObject({ UserID: ben.userId, Status: 0 })
      expect(await codes()).toEqual([0, 6, 0])
      await ban(ann, ben, 1)
      expect((await banAll(ben, 1)).Code).toBe(6)
      await banAll(ann, 1)
      await socket.next('GroupChat', ({ groupchat }) => groupchat.MsgType === 'noticeallban')
      expect(await codes()).toEqual([0, 6, 6])
      await banAll(ann, 0)
      expect(await codes()).toEqual([0, 0, 0])
    })

    it('let their managers mute and unmute members who do not manage [ADMIN-11]', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      await callAs(host(), ann, '/ChangeGroupUserRole', { GroupID: group, UserID: ben.userId, Role: 9 })
      const mute = async (by: Person, of: Person, Status: 0 | 1) =>
        (await callAs(host(), by, '/BanGroupUser', { GroupID: group, UserID: of.userId, Status })).Code
      for (const manager of [ann, ben])
        for (const Status of [0, 1] as const) {
          expect(await mute(manager, cleo, Status)).toBe(0)
          const { Code } = await sayInGroup(host(), cleo, group, 'word')
          expect(Code).toBe(Status === 0 ? 6 : 0)
        }
      expect(await mute(ben, ann, 0)).toBe(6)
      expect(await mute(cleo, ben, 0)).toBe(6)
    })

    it('of the channel type accept messages from managers only [GROUP-12 VIEW-14]', async () => {
      const { ann, ben, group } = await createGroup(host(), { GroupType: 1 })
      expect(await groupRow(host(), ben, group)).toMatchObject({
        SessionType: 'group',
        GroupType: 1,
        Self: { Role: 0, Status: 1 },
      })
      expect(await sayInGroup(host(), ben, group, 'no')).toMatchObject({ Code: 6 })
      expect(await sayInGroup(host(), ann, group, 'yes')).toMatchObject({ Code: 0 })
    })

    it('have managers whom the owner appoints and dismisses, and an owner who hands them over [ADMIN-17 ADMIN-31 ADMIN-32]', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const setRole = async (by: Person, of: Person, Role: number) => {
        const fields = { GroupID: group, UserID: of.userId, Role }
        return (await callAs(host(), by, '/ChangeGroupUserRole', fields)).Code
      }
      const roleOf = async (person: Person) => (await groupRow(host(), person, group))?.Self?.Role
      expect(await setRole(ben, ben, 9)).toBe(6)
      expect([await setRole(ann, ben, 9), await roleOf(ben)]).toEqual([0, 9])
      expect(await setRole(ben, ann, 0)).toBe(6)
      expect([await setRole(ann, ben, 0), await roleOf(ben)]).toEqual([0, 0])
      const handOver = (by: Person, to: Person) =>
        callAs(host(), by, '/TransGroup', { GroupID: group, UserID: to.userId })
      expect(await handOver(ben, cleo)).toMatchObject({ Code: 6 })
      expect(await handOver(ann, cleo)).toMatchObject({ Code: 0 })
      expect([await roleOf(ann), await roleOf(cleo)]).toEqual([9, 10])
      expect(await handOver(ann, cleo)).toMatchObject({ Code: 0 })
      expect(await handOver(ann, ben)).toMatchObject({ Code: 6 })
      expect([await roleOf(ann), await roleOf(cleo)]).toEqual([9, 10])
      expect(await groupRow(host(), ann, group)).toMatchObject({ UserID: cleo.userId })
      expect(await callAs(host(), ann, '/QuitGroup', { GroupID: group })).toMatchObject({ Code: 0 })
    })

    it('are changed by managers, and every member receives a notice [ADMIN-37 GROUP-38 GROUP-42 SOCK-70]', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const socket = await connect(host(), cleo)
      const rename = (by: Person) =>
        callAs(host(), by, '/UpdateGroup', { GroupID: group, GroupName: 'Hikes' })
      expect(await rename(ben)).toMatchObject({ Code: 6 })
      await callAs(host(), ann, '/ChangeGroupUserRole', { GroupID: group, UserID: ben.userId, Role: 9 })
      expect(await rename(ben)).toMatchObject({ Code: 0 })
      expect(await socket.next('GroupChat')).toMatchObject({
        GroupName: 'Hikes',
        groupchat: { MsgType: 'notice' },
      })
      await callAs(host(), ben, '/UpdateGroupInfo', { GroupID: group, Info: 'Bring water' })
      expect(await socket.next('GroupChat')).toMatchObject({ GroupInfo: 'Bring water' })
      await callAs(host(), cleo, '/GroupUserSetName', { GroupID: group, MemberName: ' Captain ' })
      await sayInGroup(host(), cleo, group, 'aye')
      expect((await groupPage(host(), ben, group)).at(-1)).toMatchObject({ UserDisplayName: 'Captain' })
    })

    it('let a member change the own name 60 times in an hour, which leaves friend requests possible', async () => {
      const { ben, cleo, group } = await createGroup(host())
      const rename = (count: number) =>
        callAs(host(), cleo, '/GroupUserSetName', { GroupID: group, MemberName: `Cleo ${count}` })
      for (let count = 0; count < 60; count++) expect(await rename(count)).toMatchObject({ Code: 0 })
      expect(await rename(60)).toMatchObject({ Code: 5, Data: { RetryAfter: 60_000 } })
      const application = { UserID: ben.userId, Remark: '', Source: 'Group', GroupID: group, VChatID: '' }
      expect(await callAs(host(), cleo, '/ApplyFriend', application)).toMatchObject({ Code: 0 })
    })

    it.each([
      ['/QuitGroup', {}],
      ['/DeleteGroup', {}],
      ['/KickOutGroup', { UserID: 1, DeleteAllChat: 0 }],
      ['/BanGroupUser', { UserID: 1, Status: 0 }],
      ['/ChangeGroupUserRole', { UserID: 1, Role: 9 }],
      ['/TransGroup', { UserID: 1 }],
      ['/UpdateGroup', { GroupName: 'x' }],
      ['/UpdateGroupInfo', { Info: 'x' }],
      ['/UpdateGroupAllBan', { AllBan: 1 }],
      ['/GroupUserSetName', { MemberName: 'x' }],
      ['/CheckGroupManualVerified', { UserIDs: '1' }],
      ['/ReadAllGroupChat', { GroupChatId: 0 }],
      ['/GetDeleteGroupChat', { UpdateTime: 0 }],
    ])('answer %s of a stranger as if the group did not exist', async (path, fields) => {
      const { group } = await createGroup(host())
      const stranger = await signUp(host())
      const foreign = await callAs(host(), stranger, path, { GroupID: group, ...fields })
      expect(foreign).toMatchObject({ Code: 11, Data: null })
      expect(await callAs(host(), stranger, path, { GroupID: 99_999_999, ...fields })).toEqual(foreign)
    })
  })
}

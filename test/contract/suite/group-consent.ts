import { describe, expect, it } from 'vitest'
import type { ContractHost } from '../contract-host.ts'
import { createGroup, groupRow, sayInGroup } from '../group-people.ts'
import {
  befriend,
  befriendInConversation,
  callAs,
  dataOrThrow,
  meet,
  type Person,
  sendText,
  signUp,
} from '../people.ts'

export function describeGroupConsent(host: () => ContractHost): void {
  const requireConsent = async (person: Person) =>
    dataOrThrow(
      await callAs(host(), person, '/UpdateVerifiedFriendSetting', { Type: 2, IsManualVerified: 1 }),
    )
  const invitesOf = async (person: Person, ChatSessionID: number) =>
    dataOrThrow<{ MsgType: string }[]>(
      await callAs(host(), person, '/GetChatData', { ChatSessionID, Status: 2 }),
    ).filter(({ MsgType }) => MsgType === 'invite')
  const choose = (person: Person, GroupID: number, guest: Person) =>
    callAs(host(), person, '/CheckGroupManualVerified', { GroupID, UserIDs: `${guest.userId}` })
  const join = (person: Person, GroupID: number) =>
    callAs(host(), person, '/JoinGroup', { GroupID, Remark: '' })
  const isIn = async (person: Person, group: number) => (await groupRow(host(), person, group)) !== undefined

  describe('consent to groups', () => {
    it('is requested when a group is created: people who want to be asked get an invitation [SET-15]', async () => {
      const { ann, ben, conversation } = await meet(host())
      const cleo = await signUp(host())
      await befriend(host(), ann, cleo)
      await requireConsent(ben)
      const created = await callAs(host(), ann, '/CreateGroup', {
        ...{ GroupName: 'Walks', GroupImg: '', Info: '', JoinType: '0' },
        UserIDs: [ann, ben, cleo].map(({ userId }) => userId).join('|'),
      })
      const { ID } = dataOrThrow<{ ID: number }>(created)
      expect([await isIn(cleo, ID), await isIn(ben, ID)]).toEqual([true, false])
      expect(await invitesOf(ben, conversation)).toHaveLength(1)
    })

    it('is requested when a plain member of a private group chooses somebody [SET-15]', async () => {
      const { ben, group } = await createGroup(host(), { JoinType: '1' })
      const guest = await signUp(host())
      const conversation = await befriendInConversation(host(), ben, guest)
      await requireConsent(guest)
      dataOrThrow(await choose(ben, group, guest))
      expect(await invitesOf(guest, conversation)).toHaveLength(1)
    })

    it('still bans a banned member who leaves and joins again', async () => {
      const { ann, ben, group } = await createGroup(host())
      dataOrThrow(
        await callAs(host(), ann, '/BanGroupUser', { GroupID: group, UserID: ben.userId, Status: 0 }),
      )
      dataOrThrow(await callAs(host(), ben, '/QuitGroup', { GroupID: group }))
      dataOrThrow(await join(ben, group))
      expect(await sayInGroup(host(), ben, group, 'hello')).toMatchObject({ Code: 6 })
    })

    it('readmits a removed person only by an invitation, and immediately by that of a manager', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      dataOrThrow(await callAs(host(), ann, '/KickOutGroup', { GroupID: group, UserID: ben.userId }))
      expect(await join(ben, group)).toMatchObject({ Code: 6 })
      await befriend(host(), cleo, ben)
      dataOrThrow(await choose(cleo, group, ben))
      expect(await isIn(ben, group)).toBe(false)
      dataOrThrow(await choose(ann, group, ben))
      expect(await isIn(ben, group)).toBe(true)
    })

    it('takes contact cards with stored pictures only [MSG-12]', async () => {
      const { ann, ben, conversation } = await meet(host())
      const card = JSON.stringify({
        HeadImg: 'https://elsewhere.example/a.png',
        UserID: ben.userId,
        NickName: 'Ben',
      })
      const fields = { ChatSessionID: conversation, Message: card, MsgType: 'card', TimeStamp: 1 }
      expect(
        await callAs(host(), ann, '/SendChat', { ...fields, ClientMsgId: 'card0000000000000001' }),
      ).toMatchObject({
        Code: 4,
      })
      dataOrThrow(await sendText(host(), ann, conversation, 'no card'))
    })
  })

  describe('a group that forbids its members to add friends', () => {
    it('rejects requests between members, whatever source they name [GROUP-45 FRIEND-59]', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const add = (from: Person, to: Person, Source: string) =>
        callAs(host(), from, '/ApplyFriend', { UserID: to.userId, Remark: '', Source, VChatID: to.chatId })
      const search = async (Keyword: string) =>
        dataOrThrow<{ VChatID: string }[]>(
          await callAs(host(), ben, '/SearchUserByPhoneAndID', { Keyword }),
        )[0]?.VChatID
      const forbid = async (AddFriend: 0 | 1) =>
        dataOrThrow(await callAs(host(), ann, '/UpdateGroup', { GroupID: group, AddFriend }))
      await forbid(0)
      for (const source of [
        `Group:${group}:Head`,
        `Group:${group}:Card`,
        'Session:1:Card',
        'Search',
        'QRCode',
      ])
        expect(await add(ben, cleo, source), source).toMatchObject({ Code: 6 })
      // The list of members shows the number, so a search by it proves nothing and does not reveal the chat id.
      for (const keyword of [`${cleo.userId}`, `+${cleo.userId}`, `0${cleo.userId}`])
        expect(await search(keyword)).toBe('')
      expect(await add(ben, cleo, 'Search')).toMatchObject({ Code: 6 })
      // A caller that has the chat id or the phone knows the person from elsewhere.
      expect(await search(cleo.chatId)).toBe(cleo.chatId)
      expect(await add(ben, cleo, 'Search')).toMatchObject({ Code: 0 })
    })

    it('lets managers add members, and members answer requests [GROUP-45]', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const add = (from: Person, to: Person) =>
        callAs(host(), from, '/ApplyFriend', { UserID: to.userId, Remark: '', Source: `Group:${group}:Head` })
      dataOrThrow(await callAs(host(), ann, '/UpdateGroup', { GroupID: group, AddFriend: 0 }))
      expect(await add(cleo, ben)).toMatchObject({ Code: 6 })
      dataOrThrow(
        await callAs(host(), ann, '/ChangeGroupUserRole', { GroupID: group, UserID: ben.userId, Role: 9 }),
      )
      expect(await add(ben, cleo)).toMatchObject({ Code: 0 })
      // The response to a request needs no permission of the group.
      expect(await add(cleo, ben)).toMatchObject({ Code: 0, Msg: 'You are friends now.' })
    })
  })
}

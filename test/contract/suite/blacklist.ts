import { describe, expect, it } from 'vitest'
import type { WireBlacklistEntry } from '#schemas/wire/calls/contact-changes.ts'
import type { WireFriend } from '#schemas/wire/calls/contacts.ts'
import type { WireGroupMember } from '#schemas/wire/calls/groups.ts'
import type { WirePerson } from '#schemas/wire/calls/search.ts'
import type { ContractHost } from '../contract-host.ts'
import { forward, written } from '../forwarding-people.ts'
import { createGroup } from '../group-people.ts'
import {
  befriend,
  callAs,
  connect,
  dataOrThrow,
  meet,
  newClientId,
  type Person,
  sendText,
  settle,
  signUp,
} from '../people.ts'

export function describeBlacklist(host: () => ContractHost): void {
  const block = (from: Person, to: Pick<Person, 'userId'>) =>
    callAs(host(), from, '/AddBlackList', { UserID: to.userId })
  const entries = async (person: Person) =>
    dataOrThrow<WireBlacklistEntry[]>(await callAs(host(), person, '/GetBlackList'))
  const unblockAll = async (person: Person) => {
    for (const { ID } of await entries(person))
      dataOrThrow(await callAs(host(), person, '/DeleteBlackList', { BlackListID: ID }))
  }
  const texts = async (person: Person, ChatSessionID: number) => {
    const fields = { ChatSessionID, Status: 2 }
    const page = dataOrThrow<{ Message: string }[]>(await callAs(host(), person, '/GetChatData', fields))
    return page.map(({ Message }) => Message)
  }
  const friendOf = async (person: Person, other: Person) => {
    const list = dataOrThrow<WireFriend[]>(await callAs(host(), person, '/GetFriends'))
    return list.find(({ FriendID }) => FriendID === other.userId)
  }
  const apply = (from: Person, to: Person) =>
    callAs(host(), from, '/ApplyFriend', { UserID: to.userId, Remark: 'Hi', Source: 'Search' })
  const applications = async (person: Person) =>
    dataOrThrow<{ ID: number; UserID: number }[]>(await callAs(host(), person, '/GetFriendApplications'))

  describe('the blacklist', () => {
    it('lists a blocked person with all fields, once, until they are unblocked [BLOCK-03 BLOCK-06 BLOCK-07 BLOCK-08 BLOCK-09 BLOCK-10]', async () => {
      const { ann, ben } = await meet(host())
      expect(await entries(ann)).toEqual([])
      const added = { Code: 0, Data: null, Msg: 'Blocked.' }
      expect([await block(ann, ben), await block(ann, ben)]).toEqual([added, added])
      const [entry, ...others] = await entries(ann)
      expect(entry).toEqual({
        ID: expect.any(Number),
        UserID: ann.userId,
        BlackUserID: ben.userId,
        BlackUserHeadImg: '',
        BlackUserNickName: `User${ben.phone.slice(-4)}`,
        CreateTime: host().now(),
      })
      expect([others, await entries(ben)]).toEqual([[], []])
      const foreign = await callAs(host(), ben, '/DeleteBlackList', { BlackListID: entry?.ID })
      expect([foreign.Code, (await entries(ann)).length]).toEqual([0, 1])
      await unblockAll(ann)
      expect(await entries(ann)).toEqual([])
    })

    it('rejects oneself, and strangers like people who do not exist [BLOCK-05]', async () => {
      const [ann, stranger] = [await signUp(host()), await signUp(host())]
      expect(await block(ann, ann)).toMatchObject({ Code: 4, Data: { Field: 'UserID' } })
      const [unknown, missing] = [await block(ann, stranger), await block(ann, { userId: 987_654_321 })]
      expect(unknown).toMatchObject({ Code: 7 })
      expect(missing).toEqual(unknown)
      expect(await callAs(host(), ann, '/AddBlackList', { UserID: 'x' })).toMatchObject({ Code: 4 })
      await apply(stranger, ann)
      expect(await block(ann, stranger)).toMatchObject({ Code: 0 })
    })

    it('rejects messages in both directions with code 3, and keeps the earlier ones [BLOCK-03 LIFE-15]', async () => {
      const { ann, ben, conversation } = await meet(host())
      dataOrThrow(await sendText(host(), ben, conversation, 'before'))
      dataOrThrow(await block(ann, ben))
      const socket = await connect(host(), ann)
      expect(await sendText(host(), ben, conversation, 'blocked')).toMatchObject({
        Code: 3,
        Msg: 'This person does not accept your messages.',
      })
      expect(await sendText(host(), ann, conversation, 'blocking')).toMatchObject({ Code: 3 })
      const timer = { ChatSessionID: conversation, ReadDelete: 1, AutoDeleteTime: 60 }
      expect(await callAs(host(), ben, '/UpdateChatSession', timer)).toMatchObject({ Code: 3 })
      await settle(socket, ann)
      expect(socket.frames.filter(({ Cmd }) => Cmd === 'Chat')).toEqual([])
      for (const person of [ann, ben]) expect(await texts(person, conversation)).toEqual(['before'])
      await unblockAll(ann)
      expect(await sendText(host(), ben, conversation, 'after')).toMatchObject({ Code: 0 })
    })

    it('delivers a message that is on its way during a block to both people, or rejects it with code 3', async () => {
      const { ann, ben, conversation } = await meet(host())
      const socket = await connect(host(), ann)
      const sent = Array.from({ length: 12 }, (_, index) => `message ${index}`)
      const sends = sent.map((text) => sendText(host(), ben, conversation, text))
      const [blocked, ...answers] = await Promise.all([block(ann, ben), ...sends])
      expect(blocked).toMatchObject({ Code: 0 })
      const isSent = (_text: string, index: number) => answers[index]?.Code === 0
      const isRejected = (_text: string, index: number) => answers[index]?.Code === 3
      expect(sent.filter((text, index) => isSent(text, index) || isRejected(text, index))).toEqual(sent)
      await settle(socket, ann)
      const arrived = socket.frames.flatMap((frame) => (frame.Cmd === 'Chat' ? frame.chat.Message : []))
      for (const seen of [arrived, await texts(ann, conversation), await texts(ben, conversation)])
        expect(seen.sort()).toEqual(sent.filter(isSent).sort())
    })

    it('rejects a message on the socket and a forwarded one too', async () => {
      const { ann, ben, conversation } = await meet(host())
      const message = await written(host(), ben, conversation, 'before')
      dataOrThrow(await block(ann, ben))
      const socket = await connect(host(), ben)
      const ClientMsgId = newClientId()
      socket.send({
        ...{ Cmd: 'Chat', UserID: ben.userId, ChatSessionID: conversation, Message: 'blocked' },
        ...{ MsgType: 'txt', TimeStamp: 1, ID: 1, ClientMsgId },
      })
      expect(await socket.next('ChatResponse')).toMatchObject({ Code: 3, ClientMsgId })
      const forwarded = await forward(host(), ben, { Messages: [message], UserIDs: [ann.userId] })
      const failed = { UserID: ann.userId, Success: 0, Msg: 'This person does not accept your messages.' }
      expect(forwarded).toMatchObject({ Code: 1, Data: [{ UserResults: [failed] }] })
      expect(await texts(ann, conversation)).toEqual(['before'])
    })

    it('delivers no friend request of a blocked person, who gets the usual response', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      await apply(ben, ann)
      dataOrThrow(await block(ann, ben))
      expect(await applications(ann)).toEqual([])
      expect(await apply(ben, ann)).toMatchObject({ Code: 0, Msg: 'Request sent.' })
      expect(await applications(ann)).toEqual([])
      expect(await apply(ann, ben)).toMatchObject({ Code: 4, Data: { Field: 'UserID' } })
      const found = async (from: Person, to: Person) =>
        dataOrThrow<WirePerson[]>(
          await callAs(host(), from, '/SearchUserByPhoneAndID', { Keyword: to.chatId }),
        )
      expect(await found(ben, ann)).toMatchObject([{ IsBlackByFriend: 1, LastLoginTime: null }])
      expect(await found(ann, ben)).toMatchObject([{ IsBlackByFriend: 0 }])
    })

    it('shows the blocking person as offline to the blocked one, in groups too, until they are unblocked', async () => {
      const { ann, ben, group } = await createGroup(host())
      const seesOnline = async (person: Person, other: Person) => {
        const info = await callAs(host(), person, '/GetGroupInfoByGroupID', { GroupId: group })
        const { Members } = dataOrThrow<{ Members: WireGroupMember[] }>(info)
        return Members.find(({ UserID }) => UserID === other.userId)?.OnLine
      }
      const watching = await connect(host(), ben)
      const first = await connect(host(), ann)
      await watching.next('Online')
      dataOrThrow(await block(ann, ben))
      expect(await watching.next('Offline')).toMatchObject({ FriendID: ann.userId })
      expect(await friendOf(ben, ann)).toMatchObject({ OnLine: 0, LastLoginTime: null })
      expect(await friendOf(ann, ben)).toMatchObject({ OnLine: 1 })
      expect([await seesOnline(ben, ann), await seesOnline(ann, ben)]).toEqual([0, 1])
      first.close()
      const second = await connect(host(), ann)
      await settle(second, ann)
      await settle(watching, ben)
      const presence = () =>
        watching.frames.flatMap(({ Cmd }) => (Cmd === 'Online' || Cmd === 'Offline' ? [Cmd] : []))
      expect(presence()).toEqual(['Online', 'Offline'])
      await unblockAll(ann)
      await watching.next('Online')
      expect(await friendOf(ben, ann)).toMatchObject({ OnLine: 1 })
      expect(await seesOnline(ben, ann)).toBe(1)
    })

    it('makes all devices of the blocking person fetch the list again, and none of the blocked one', async () => {
      const { ann, ben, conversation } = await meet(host())
      const devices = [await connect(host(), ann), await connect(host(), ann)]
      const other = await connect(host(), ben)
      dataOrThrow(await block(ann, ben))
      const hint = { FriendID: ben.userId, ChatSessionID: conversation }
      for (const device of devices) expect(await device.next('NewChatSession')).toMatchObject(hint)
      await unblockAll(ann)
      for (const device of devices) expect(await device.next('NewChatSession')).toMatchObject(hint)
      await settle(other, ben)
      expect(other.frames.filter(({ Cmd }) => Cmd === 'NewChatSession')).toEqual([])
    })

    it('makes all devices of the blocking person fetch the lists again without a conversation, too', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      await apply(ben, ann)
      const [device, other] = [await connect(host(), ann), await connect(host(), ben)]
      dataOrThrow(await block(ann, ben))
      expect(await device.next('ContactsChanged')).toEqual({ Cmd: 'ContactsChanged' })
      await unblockAll(ann)
      expect(await device.next('ContactsChanged')).toEqual({ Cmd: 'ContactsChanged' })
      await settle(other, ben)
      expect(other.frames.map(({ Cmd }) => Cmd)).not.toContain('ContactsChanged')
    })

    it('makes the devices of the blocked person fetch the lists again if a request to them ends', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      await apply(ben, ann)
      dataOrThrow(await callAs(host(), ann, '/RejectFriendApply', { ID: (await applications(ann))[0]?.ID }))
      await apply(ann, ben)
      const device = await connect(host(), ben)
      dataOrThrow(await block(ann, ben))
      expect(await device.next('ContactsChanged')).toEqual({ Cmd: 'ContactsChanged' })
      expect(await applications(ben)).toEqual([])
    })

    it('keeps a blocked person from adding the other one to a group', async () => {
      const { ann, ben } = await meet(host())
      const cid = await signUp(host())
      await befriend(host(), ben, cid)
      const create = (...people: readonly Person[]) =>
        callAs(host(), ben, '/CreateGroup', {
          ...{ GroupName: 'Walks', GroupImg: '', Info: '', JoinType: '0' },
          UserIDs: people.map(({ userId }) => userId).join('|'),
        })
      const group = dataOrThrow<{ ID: number }>(await create(cid))
      dataOrThrow(await block(ann, ben))
      const invited = { GroupID: group.ID, UserIDs: `${ann.userId}` }
      expect(await callAs(host(), ben, '/CheckGroupManualVerified', invited)).toMatchObject({ Code: 6 })
      const [friend] = dataOrThrow<WireFriend[]>(await callAs(host(), ben, '/GetFriends'))
      expect(await create(ann, cid)).toMatchObject({
        Code: 6,
        Msg: `${friend?.FriendNickName} cannot be added. Choose other people.`,
      })
    })
  })
}

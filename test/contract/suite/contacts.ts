import { describe, expect, it } from 'vitest'
import { applicationLife } from '#domain/contacts/contacts.ts'
import type { WireApplication, WireFriend } from '#schemas/wire/calls/contacts.ts'
import type { WirePerson } from '#schemas/wire/calls/search.ts'
import type { ContractHost } from '../contract-host.ts'
import { createGroup } from '../group-people.ts'
import {
  befriend,
  callAs,
  connect,
  dataOrThrow,
  meet,
  type Person,
  refreshed,
  settle,
  signUp,
  telCode,
} from '../people.ts'

export function describeContacts(host: () => ContractHost): void {
  const search = (person: Person, Keyword: string) =>
    callAs(host(), person, '/SearchUserByPhoneAndID', { Keyword })
  const apply = (from: Person, to: Person, Remark = 'Hello') =>
    callAs(host(), from, '/ApplyFriend', {
      UserID: to.userId,
      Remark,
      Source: 'Search',
      GroupID: null,
      VChatID: to.chatId,
    })
  const open = async (person: Person) =>
    dataOrThrow<WireApplication[]>(await callAs(host(), person, '/GetFriendApplications'))
  const history = async (person: Person) =>
    dataOrThrow<WireApplication[]>(await callAs(host(), person, '/GetHistoryApplications'))
  const friends = async (person: Person) =>
    dataOrThrow<WireFriend[]>(await callAs(host(), person, '/GetFriends'))

  describe('contacts', () => {
    it('finds a person by the exact phone number with or without country code, by chat id and by user id [FRIEND-48 FRIEND-57 USER-06]', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      const keywords = [
        ben.phone,
        `+${telCode}${ben.phone}`,
        `+${telCode} ${ben.phone.slice(0, 4)}-${ben.phone.slice(4)}`,
        ben.chatId,
        ben.chatId.toUpperCase(),
        String(ben.userId),
      ]
      for (const keyword of keywords) {
        const [found, ...others] = dataOrThrow<WirePerson[]>(await search(ann, keyword))
        expect(found, keyword).toEqual({
          UID: ben.userId,
          NickName: `User${ben.phone.slice(-4)}`,
          HeadImg: '',
          LastLoginTime: null,
          VChatID: ben.chatId,
          Gender: 0,
          Sign: '',
          IsFriend: 0,
          IsBlackByFriend: 0,
        })
        expect(others).toEqual([])
      }
    })

    it.each([
      '4915',
      'nobody-has-this',
      'a\0b',
      '😀😀',
      "' or 1=1 --",
      '%%',
      '9'.repeat(60),
      '((((',
      '\ud800\ud800',
    ])('has no result for %j', async (keyword) => {
      const before = host().faults.length
      expect(await search(await signUp(host()), keyword)).toMatchObject({ Code: 1, Data: null })
      expect(host().faults.slice(before)).toEqual([])
    })

    it('lists an application with all its fields until it is accepted, then in the history [FRIEND-45 FRIEND-52 FRIEND-53 FRIEND-55 FRIEND-58 SOCK-51]', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      const benSocket = await connect(host(), ben)
      expect(await apply(ann, ben, 'Hi, I am Ann')).toMatchObject({ Code: 0 })
      const [application] = await open(ben)
      expect(application).toEqual({
        ID: expect.any(Number),
        UserID: ann.userId,
        UserHeadImg: '',
        TargetUserNickName: `User${ben.phone.slice(-4)}`,
        UserNickName: `User${ann.phone.slice(-4)}`,
        Status: 0,
        Remark: 'Hi, I am Ann',
        TargetUserID: ben.userId,
        TargetUserHeadImg: '',
        Replies: [],
        CreateTime: host().now(),
        Source: 'Search',
      })
      expect(await benSocket.next('FriendApply')).toMatchObject({
        ApplicationID: application?.ID,
        UserID: ann.userId,
        Remark: 'Hi, I am Ann',
        Source: 'Search',
      })
      await callAs(host(), ben, '/AcceptFriendApply', { ID: application?.ID })
      expect(await open(ben)).toEqual([])
      expect(await history(ben)).toMatchObject([{ ID: application?.ID, Status: 1 }])
    })

    it('makes both friends when one accepts, and notifies both [FRIEND-49 SOCK-46 SOCK-50]', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      const [annSocket, benSocket] = [await connect(host(), ann), await connect(host(), ben)]
      await apply(ann, ben)
      await callAs(host(), ben, '/AcceptFriendApply', { ID: (await open(ben))[0]?.ID })
      const [friend] = await friends(ann)
      expect(friend).toMatchObject({ FriendID: ben.userId, VChatID: ben.chatId, OnLine: 1 })
      const opened = { ChatSessionID: friend?.ChatSessionID }
      expect(await annSocket.next('NewChatSession')).toMatchObject({ FriendID: ben.userId, ...opened })
      expect(await benSocket.next('NewChatSession')).toMatchObject({ FriendID: ann.userId, ...opened })
      expect(await annSocket.next('Online')).toMatchObject({ FriendID: ben.userId })
      expect(await benSocket.next('Online')).toMatchObject({ FriendID: ann.userId })
      expect(await friends(ben)).toMatchObject([{ FriendID: ann.userId, ...opened }])
      for (const person of [ann, ben]) {
        const list = await callAs(host(), person, '/GetAllSessionList')
        expect(list).toMatchObject({ Data: { ChatSessions: [{ IsNewSession: 1, UnReadCount: 0 }] } })
      }
    })

    it('renews a pending application instead of adding another one', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      await apply(ann, ben, 'first')
      await Promise.all([apply(ann, ben, 'second'), apply(ann, ben, 'second')])
      expect(await open(ben)).toMatchObject([{ Remark: 'second', Status: 0 }])
    })

    it('makes friends of two people who apply to each other, even concurrently', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      await Promise.all([apply(ann, ben), apply(ben, ann)])
      expect(await friends(ann)).toMatchObject([{ FriendID: ben.userId }])
      expect(await friends(ben)).toMatchObject([{ FriendID: ann.userId }])
      expect([...(await open(ann)), ...(await open(ben))]).toEqual([])
    })

    it('rejects an application, after which the applicant’s next ones are not delivered for a day [FRIEND-56]', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      await apply(ann, ben)
      const ID = (await open(ben))[0]?.ID
      const reject = () => callAs(host(), ben, '/RejectFriendApply', { ID })
      const [annSocket, benSocket] = [await connect(host(), ann), await connect(host(), ben)]
      expect([await reject(), await reject()]).toMatchObject([{ Code: 0 }, { Code: 0 }])
      await settle(benSocket, ben)
      await settle(annSocket, ann)
      // Devices of the receiver learn of the rejection, those of the applicant do not.
      expect(benSocket.frames.filter(({ Cmd }) => Cmd === 'ContactsChanged')).toHaveLength(1)
      expect(annSocket.frames.filter(({ Cmd }) => Cmd === 'ContactsChanged')).toEqual([])
      expect(await history(ben)).toMatchObject([{ ID, Status: 2 }])
      expect(await callAs(host(), ben, '/AcceptFriendApply', { ID })).toMatchObject({ Code: 7 })
      expect(await friends(ann)).toEqual([])
      await apply(ann, ben)
      expect(await open(ben)).toEqual([])
      host().advance(24 * 60 * 60_000)
      const [later, receiver] = [await refreshed(host(), ann), await refreshed(host(), ben)]
      await apply(later, receiver)
      const [newest] = await open(receiver)
      expect(newest?.ID).toBeGreaterThan(Number(ID))
      const accept = (applicationId = newest?.ID) =>
        callAs(host(), receiver, '/AcceptFriendApply', { ID: applicationId })
      expect(await accept(ID)).toMatchObject({ Code: 7 })
      expect(await friends(later)).toEqual([])
      expect(await accept()).toMatchObject({ Code: 0 })
      expect(await accept(ID)).toMatchObject({ Code: 7 })
      expect(await friends(later)).toHaveLength(1)
    })

    it('accepts the same application again without an effect', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      await apply(ann, ben)
      const ID = (await open(ben))[0]?.ID
      const accept = () => callAs(host(), ben, '/AcceptFriendApply', { ID })
      const answers = [...(await Promise.all([accept(), accept()])), await accept()]
      expect(answers).toMatchObject([{ Code: 0 }, { Code: 0 }, { Code: 0 }])
      expect(await callAs(host(), ben, '/RejectFriendApply', { ID })).toMatchObject({ Code: 7 })
      expect(await friends(ann)).toHaveLength(1)
    })

    it('lets an application expire after 30 days, until it is sent again', async () => {
      let [ann, ben] = [await signUp(host()), await signUp(host())]
      await apply(ann, ben)
      const ID = (await open(ben))[0]?.ID
      for (const _half of [1, 2]) {
        host().advance(applicationLife / 2)
        ;[ann, ben] = [await refreshed(host(), ann), await refreshed(host(), ben)]
      }
      expect(await callAs(host(), ben, '/AcceptFriendApply', { ID })).toMatchObject({ Code: 7 })
      // A request in the other direction is no answer to it.
      await apply(ben, ann)
      expect(await friends(ann)).toEqual([])
      await apply(ann, ben)
      expect(await friends(ann)).toHaveLength(1)
    })

    it('rejects an application to oneself [FRIEND-51] , to unknown people and to friends', async () => {
      const { ann, ben } = await meet(host())
      expect(await apply(ann, ann)).toMatchObject({ Code: 4, Data: { Field: 'UserID' } })
      expect(await apply(ann, { ...ben, userId: 999_999_999 })).toMatchObject({ Code: 7 })
      expect(await apply(ann, ben)).toMatchObject({ Code: 0, Msg: 'You are friends already.' })
      expect(await open(ben)).toEqual([])
    })

    it('rejects a remark of more than 30 characters', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      expect(await apply(ann, ben, 'x'.repeat(31))).toMatchObject({
        Code: 4,
        Data: { Field: 'Remark', Key: 'errors.string.max-length', Count: 30 },
      })
    })

    it('opens the one conversation with a friend, and none with others [SESS-30]', async () => {
      const { ann, ben, conversation } = await meet(host())
      const create = (UserID: number) => callAs(host(), ann, '/CreateChatSession', { UserID })
      expect(await create(ben.userId)).toMatchObject({
        Code: 0,
        Data: { ID: conversation, UserID: ben.userId },
      })
      const stranger = await signUp(host())
      const refused = await create(stranger.userId)
      expect(refused).toMatchObject({ Code: 6 })
      expect(await create(999_999_999)).toEqual(refused)
      expect(await create(ann.userId)).toEqual(refused)
    })

    it('lists each friend with the groups of both, until one leaves [FRIEND-47 USER-07]', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const benOf = async (person: Person) =>
        (await friends(person)).find(({ FriendID }) => FriendID === ben.userId)
      expect(await benOf(ann)).toEqual({
        FriendID: ben.userId,
        FriendNickName: `User${ben.phone.slice(-4)}`,
        FriendHeadImg: '',
        RemarkName: '',
        ChatSessionID: expect.any(Number),
        FriendGender: 0,
        FriendSign: '',
        VChatID: ben.chatId,
        OnLine: 0,
        LastLoginTime: expect.any(Number),
        IsFriend: 1,
        FriendInfo: { Type: 1, City: '', Province: '' },
        CommonGroup: [group],
      })
      expect((await friends(cleo)).map(({ FriendID }) => FriendID)).toEqual([ann.userId])
      dataOrThrow(await callAs(host(), ben, '/QuitGroup', { GroupID: group }))
      expect(await benOf(ann)).toMatchObject({ CommonGroup: [] })
    })

    it('reports to friends the first and the last connection of a person [SOCK-50]', async () => {
      const { ann, ben } = await meet(host())
      const cid = await signUp(host())
      await befriend(host(), ben, cid)
      const watching = await connect(host(), ben)
      const first = await connect(host(), ann)
      expect(await watching.next('Online')).toMatchObject({ FriendID: ann.userId })
      const second = await connect(host(), ann)
      first.close()
      await settle(second, ann)
      expect((await friends(ben)).find((friend) => friend.FriendID === ann.userId)).toMatchObject({
        OnLine: 1,
      })
      second.close()
      expect(await watching.next('Offline')).toMatchObject({ FriendID: ann.userId })
      const told = watching.frames.filter((frame) => frame.Cmd === 'Online' || frame.Cmd === 'Offline')
      expect(told).toHaveLength(2)
      expect((await friends(ben)).find((friend) => friend.FriendID === ann.userId)).toMatchObject({
        OnLine: 0,
      })
    })

    it('limits applications of one account to 60 in an hour', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      for (let count = 0; count < 60; count++) expect(await apply(ann, ben)).toMatchObject({ Code: 0 })
      expect(await apply(ann, ben)).toMatchObject({ Code: 5, Data: { RetryAfter: 60_000 } })
      host().advance(60_000)
      expect(await apply(ann, ben)).toMatchObject({ Code: 0 })
    })
  })
}

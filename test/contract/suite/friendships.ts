import { describe, expect, it } from 'vitest'
import type { WireFriend } from '#schemas/wire/calls/contacts.ts'
import type { WireChatSession } from '#schemas/wire/calls/conversations.ts'
import type { WireMessage } from '#schemas/wire/message.ts'
import type { ContractHost } from '../contract-host.ts'
import {
  befriend,
  befriendInConversation,
  callAs,
  connect,
  dataOrThrow,
  meet,
  type Person,
  sendText,
  signUp,
} from '../people.ts'

export function describeFriendships(host: () => ContractHost): void {
  const friends = async (person: Person) =>
    dataOrThrow<WireFriend[]>(await callAs(host(), person, '/GetFriends'))

  describe('friendships', () => {
    it('ends a friendship for both: one loses the conversation and the tags, the other keeps the messages [FRIEND-50 FRIEND-62]', async () => {
      const { ann, ben, conversation } = await meet(host())
      dataOrThrow(await sendText(host(), ann, conversation, 'before'))
      const tag = dataOrThrow<{ Id: number }>(await callAs(host(), ann, '/CreateTag', { TagName: 'Work' }))
      const member = { TagId: tag.Id, MemberIds: [ben.userId] }
      dataOrThrow(await callAs(host(), ann, '/AddTagMembers', member))
      const [device, other] = [await connect(host(), ann), await connect(host(), ben)]
      host().advance(1000)
      const end = () => callAs(host(), ann, '/DeleteFriend', { UserID: ben.userId })
      expect([await end(), await end()]).toMatchObject([{ Code: 0 }, { Code: 0 }])
      expect([await friends(ann), await friends(ben)]).toEqual([[], []])
      const fetchAgain = { ChatSessionID: conversation }
      expect(await device.next('NewChatSession')).toMatchObject({ FriendID: ben.userId, ...fetchAgain })
      expect(await other.next('NewChatSession')).toMatchObject({ FriendID: ann.userId, ...fetchAgain })
      const seenBy = async (person: Person) => {
        const list = await callAs(host(), person, '/GetAllSessionList')
        const { ChatSessions } = dataOrThrow<{ ChatSessions: { ID: number }[] }>(list)
        const one = await callAs(host(), person, '/GetChatSessionByID', { ChatSessionID: conversation })
        const fields = { ChatSessionID: conversation, Status: 2 }
        const page = dataOrThrow<unknown[]>(await callAs(host(), person, '/GetChatData', fields))
        return [ChatSessions.length, one.Code, page.length]
      }
      const beganFor = async (person: Person) =>
        dataOrThrow<{ CreateTime: number }>(
          await callAs(host(), person, '/GetChatSessionByID', { ChatSessionID: conversation }),
        ).CreateTime
      const began = await beganFor(ben)
      expect(await seenBy(ann)).toEqual([0, 1, 0])
      expect(await seenBy(ben)).toEqual([1, 0, 1])
      const tags = await callAs(host(), ann, '/GetTags')
      expect(tags).toMatchObject({ Data: [{ TagCount: 0 }] })
      expect(await sendText(host(), ben, conversation, 'after')).toMatchObject({ Code: 3 })
      expect(await befriendInConversation(host(), ben, ann)).toBe(conversation)
      dataOrThrow(await sendText(host(), ben, conversation, 'again'))
      expect([await seenBy(ann), await seenBy(ben)]).toEqual([
        [1, 0, 1],
        [1, 0, 2],
      ])
      // A device of hers that was away drops what it has from before.
      expect(await beganFor(ann)).toBeGreaterThan(began)
      expect(await beganFor(ben)).toBe(began)
    })

    it('takes the conversation from both people when both end the friendship at the same time [FRIEND-50]', async () => {
      const { ann, ben } = await meet(host())
      const end = (from: Person, to: Person) => callAs(host(), from, '/DeleteFriend', { UserID: to.userId })
      expect(await Promise.all([end(ann, ben), end(ben, ann)])).toMatchObject([{ Code: 0 }, { Code: 0 }])
      for (const person of [ann, ben])
        expect(await callAs(host(), person, '/GetAllSessionList')).toMatchObject({
          Data: { ChatSessions: [] },
        })
    })

    it('takes a conversation without messages from both people when one ends the friendship [FRIEND-50]', async () => {
      const { ann, ben, conversation } = await meet(host())
      dataOrThrow(await callAs(host(), ann, '/DeleteFriend', { UserID: ben.userId }))
      for (const person of [ann, ben])
        expect(await callAs(host(), person, '/GetAllSessionList')).toMatchObject({
          Data: { ChatSessions: [] },
        })
      // The outbox of a device that was offline is rejected for good, if the list did not remove it before [LIFE-15].
      expect(await sendText(host(), ben, conversation, 'too late')).toMatchObject({ Code: 3 })
    })

    it('does not read the messages of a conversation that ends, so their timer does not start [BURN-09 FRIEND-50]', async () => {
      const { ann, ben, conversation } = await meet(host())
      const timer = { ChatSessionID: conversation, ReadDelete: 1, AutoDeleteTime: 30 }
      dataOrThrow(await callAs(host(), ann, '/UpdateChatSession', timer))
      const { ID } = dataOrThrow<{ ID: number }>(await sendText(host(), ben, conversation, 'unread'))
      dataOrThrow(await callAs(host(), ann, '/DeleteFriend', { UserID: ben.userId }))
      const read = (ChatID: number) =>
        callAs(host(), ann, '/ReadChat', { ChatSessionID: conversation, ChatID })
      const rowOf = async (person: Person) =>
        dataOrThrow<WireChatSession>(
          await callAs(host(), person, '/GetChatSessionByID', { ChatSessionID: conversation }),
        )
      // A device of hers that does not know of the end yet.
      dataOrThrow(await read(ID))
      expect(await rowOf(ben)).toMatchObject({ ReadChatID: 0, LastMsgID: ID, LastReadStamp: null })
      await befriend(host(), ben, ann)
      expect(await rowOf(ann)).toMatchObject({ UnReadCount: 0, SelfReadChatID: ID, SelfReadSeqID: 2 })
      const next = dataOrThrow<{ ID: number }>(await sendText(host(), ben, conversation, 'again'))
      expect(await rowOf(ann)).toMatchObject({ UnReadCount: 1 })
      // A read marker has no gaps: reading the new message starts the timers of both.
      dataOrThrow(await read(next.ID))
      expect(await rowOf(ben)).toMatchObject({ ReadChatID: next.ID })
      host().advance(31_000)
      const page = await callAs(host(), ben, '/GetChatData', { ChatSessionID: conversation, Status: 2 })
      expect(dataOrThrow<WireMessage[]>(page).slice(-2)).toMatchObject([{ Message: null }, { Message: null }])
    })

    it('stores a trimmed remark of at most 50 characters for a friend, for oneself only [FRIEND-35 FRIEND-63]', async () => {
      const { ann, ben } = await meet(host())
      const device = await connect(host(), ann)
      const remark = (from: Person, to: Pick<Person, 'userId'>, RemarkName: unknown) =>
        callAs(host(), from, '/RemarkFriend', { FriendUserID: to.userId, RemarkName })
      expect(await remark(ann, ben, ` ${'b'.repeat(50)} `)).toMatchObject({ Code: 0 })
      expect(await device.next('NewChatSession')).toMatchObject({ FriendID: ben.userId })
      expect(await friends(ann)).toMatchObject([{ RemarkName: 'b'.repeat(50) }])
      expect(await friends(ben)).toMatchObject([{ RemarkName: '' }])
      const tooLong = { Code: 4, Data: { Field: 'RemarkName', Count: 50 } }
      expect(await remark(ann, ben, 'b'.repeat(51))).toMatchObject(tooLong)
      expect(await remark(ann, ben, '')).toMatchObject({ Code: 0 })
      expect(await friends(ann)).toMatchObject([{ RemarkName: '' }])
      const stranger = await signUp(host())
      const refused = await remark(ann, stranger, 'x')
      expect(refused).toMatchObject({ Code: 6 })
      expect(await remark(ann, { userId: 987_654_321 }, 'x')).toEqual(refused)
      for (const { userId } of [stranger, ann, { userId: 987_654_321 }])
        expect(await callAs(host(), ann, '/DeleteFriend', { UserID: userId })).toEqual(refused)
    })
  })
}

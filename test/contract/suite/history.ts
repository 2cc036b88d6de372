import { describe, expect, it } from 'vitest'
import { getChatSession } from '#schemas/wire/calls/conversations.ts'
import type { WireMessage } from '#schemas/wire/message.ts'
import type { ContractHost, ContractSocket } from '../contract-host.ts'
import {
  callAs,
  connect,
  dataOrThrow,
  meet,
  newClientId,
  type Person,
  refreshed,
  sendText,
  settle,
} from '../people.ts'

const day = 24 * 60 * 60_000

export function describeHistory(host: () => ContractHost): void {
  const page = async (person: Person, ChatSessionID: number, fields: object) =>
    dataOrThrow<WireMessage[]>(await callAs(host(), person, '/GetChatData', { ChatSessionID, ...fields }))
  const sendMany = async (person: Person, conversation: number, count: number) => {
    const ids: number[] = []
    for (let index = 1; index <= count; index++) {
      const sent = await sendText(host(), person, conversation, `text ${index}`)
      ids.push(dataOrThrow<{ ID: number }>(sent).ID)
    }
    return ids
  }
  const deletedIds = async (person: Person, ChatSessionID: number, UpdateTime: number) =>
    dataOrThrow<number[]>(await callAs(host(), person, '/GetDeleteChat', { ChatSessionID, UpdateTime }))
  const remove = async (socket: ContractSocket, person: Person, ChatSessionID: number, ChatID: number) => {
    socket.send({ Cmd: 'DeleteChat', ChatID, UserID: person.userId, ChatSessionID })
    await settle(socket, person)
  }
  const idsOf = (messages: readonly WireMessage[]) => messages.map(({ ID }) => ID)

  describe('history', () => {
    it('pages to older and to newer messages by 50, ascending [MSG-53]', async () => {
      const { ann, ben, conversation } = await meet(host())
      const ids = await sendMany(ann, conversation, 120)
      const newest = idsOf(await page(ben, conversation, { Status: 2 }))
      expect(newest).toEqual(ids.slice(70))
      expect(idsOf(await page(ben, conversation, { Status: 2, UnReadMaxID: 0 }))).toEqual(newest)
      expect(idsOf(await page(ben, conversation, { Status: 2, UnReadMaxID: ids[70] }))).toEqual(
        ids.slice(20, 70),
      )
      expect(idsOf(await page(ben, conversation, { Status: 2, UnReadMaxID: ids[20] }))).toEqual(
        ids.slice(0, 20),
      )
      expect(idsOf(await page(ben, conversation, { Status: 2, UnReadMaxID: ids[0] }))).toEqual([])
      expect(idsOf(await page(ben, conversation, { Status: 1, FromID: 0 }))).toEqual(ids.slice(0, 50))
      expect(idsOf(await page(ben, conversation, { Status: 1, FromID: ids[99] }))).toEqual(ids.slice(100))
    })

    it('ends a page before its texts exceed 256 KB, quotes included, and continues there [MSG-53]', async () => {
      const { ann, ben, conversation } = await meet(host())
      const long = 'x'.repeat(20_000)
      const ids: number[] = []
      for (let index = 0; index < 20; index++)
        ids.push(dataOrThrow<{ ID: number }>(await sendText(host(), ann, conversation, long)).ID)
      expect(idsOf(await page(ben, conversation, { Status: 2 }))).toEqual(ids.slice(7))
      expect(idsOf(await page(ben, conversation, { Status: 2, UnReadMaxID: ids[7] }))).toEqual(
        ids.slice(0, 7),
      )
      expect(idsOf(await page(ben, conversation, { Status: 1, FromID: 0 }))).toEqual(ids.slice(0, 13))
      const SessionInfos = [{ SessionType: '1', ID: conversation, FromID: 0 }]
      const pages = await callAs(host(), ben, '/GetAllSessionData', { SessionInfos })
      expect(dataOrThrow<{ Chats: WireMessage[] }[]>(pages).map(({ Chats }) => idsOf(Chats))).toEqual([
        ids.slice(7),
      ])
      const quoting = { ChatSessionID: conversation, Message: long, MsgType: 'txt', TimeStamp: 1 }
      for (let index = 0; index < 8; index++)
        dataOrThrow(
          await callAs(host(), ann, '/SendChat', {
            ...quoting,
            QuoteChatID: ids[0],
            ClientMsgId: newClientId(),
          }),
        )
      expect(await page(ben, conversation, { Status: 2 })).toHaveLength(6)
    })

    it('returns the newest 50 of several conversations, each after its own message id [SESS-28]', async () => {
      const { ann, ben, conversation } = await meet(host())
      const other = await meet(host())
      const ids = await sendMany(ben, conversation, 60)
      const read = async (FromID: number) => {
        const SessionInfos = [
          { SessionType: '1', ID: conversation, FromID },
          { SessionType: '1', ID: other.conversation, FromID: 0 },
          { SessionType: '2', ID: conversation, FromID: 0 },
        ]
        type Pages = { SessionType: string; ID: number; Chats: WireMessage[] }[]
        const pages = dataOrThrow<Pages>(await callAs(host(), ann, '/GetAllSessionData', { SessionInfos }))
        expect(pages).toMatchObject([{ SessionType: '1', ID: conversation }])
        return idsOf(pages[0]?.Chats ?? [])
      }
      expect(await read(0)).toEqual(ids.slice(10))
      expect(await read(ids[57] ?? 0)).toEqual(ids.slice(58))
      expect(await read(ids[59] ?? 0)).toEqual([])
    })

    it('keeps a tombstone of a deleted message, lists it and notifies both sides [MSG-55 SOCK-34 SOCK-52]', async () => {
      const { ann, ben, conversation } = await meet(host())
      const [first = 0, second = 0, third = 0] = await sendMany(ann, conversation, 3)
      const [annSocket, benSocket] = [await connect(host(), ann), await connect(host(), ben)]
      host().advance(1000)
      const deletedAt = host().now()
      await remove(annSocket, ann, conversation, third)
      const echo = { ChatSessionID: conversation, ChatID: third }
      expect(await annSocket.next('DeleteChat')).toMatchObject(echo)
      expect(await benSocket.next('DeleteChat')).toMatchObject(echo)
      const messages = await page(ben, conversation, { Status: 2 })
      expect(idsOf(messages)).toEqual([first, second, third])
      expect(messages[2]).toMatchObject({ Message: null, IsDeleted: 1, SeqID: 3 })
      expect(JSON.stringify(messages)).not.toContain('text 3')
      expect(await deletedIds(ben, conversation, 0)).toEqual([third])
      expect(await deletedIds(ben, conversation, deletedAt)).toEqual([third])
      expect(await deletedIds(ben, conversation, deletedAt + 1)).toEqual([])
      const list = await callAs(host(), ben, '/GetAllSessionList')
      expect(list).toMatchObject({
        Data: {
          ChatSessions: [
            {
              ...{ UnReadCount: 2, UnReadMaxID: third, LastMsgID: second, LastMsg: 'text 2' },
              LastDeleteTimeStamp: deletedAt,
            },
          ],
        },
      })
    })

    it('lists a conversation with all fields of the specification [SESS-21 SESS-22 SESS-26]', async () => {
      const { ann, ben, conversation } = await meet(host())
      const [ID = 0] = await sendMany(ann, conversation, 1)
      const list = await callAs(host(), ben, '/GetAllSessionList')
      const { ChatSessions, ...others } = dataOrThrow<{ ChatSessions: { DraftTimeStamp?: number }[] }>(list)
      // Only a server with the extension has the time of a draft.
      const rows = ChatSessions.map(({ DraftTimeStamp: _, ...row }) => row)
      expect({ ...others, ChatSessions: rows }).toEqual({
        Groups: [],
        ChatSessions: [
          {
            ID: conversation,
            SessionType: 'session',
            LastDeleteTimeStamp: null,
            UserID: ann.userId,
            HeadImg: '',
            NickName: `User${ann.phone.slice(-4)}`,
            Status: 1,
            UnReadCount: 1,
            UnReadMaxID: ID,
            IsTop: 0,
            IsNotDisturb: 0,
            IsNewSession: 1,
            ReadChatID: 0,
            SelfReadChatID: 0,
            SelfReadSeqID: 0,
            CreateTime: host().now(),
            ReadDelete: 0,
            AutoDeleteTime: 0,
            LastMsgID: ID,
            LastMsgUserID: ann.userId,
            LastMsgSeqID: 1,
            LastMsg: 'text 1',
            LastMsgType: 'txt',
            LastMsgTimeStamp: host().now(),
            LastAutoDeleteTime: null,
            LastReadDelete: 0,
            LastReadStamp: null,
          },
        ],
      })
    })

    it('returns the whole record of a conversation that is requested, opened or changed [SESS-25]', async () => {
      const { ann, ben, conversation } = await meet(host())
      await callAs(host(), ben, '/UpdateSessionTop', { ChatSessionID: conversation, IsTop: 1 })
      await callAs(host(), ben, '/UpdateSessionDoNotDisturb', {
        ChatSessionID: conversation,
        IsNotDisturb: 1,
      })
      const createdAt = host().now()
      host().advance(60_000)
      await sendMany(ann, conversation, 1)
      const nickname = (person: Person) => `User${person.phone.slice(-4)}`
      const [first, second] = [ann, ben].toSorted((one, other) => one.userId - other.userId)
      const record = {
        ID: conversation,
        ...{ UserAID: first?.userId, UserANickName: first && nickname(first), UserAHeadImg: '' },
        ...{ UserBID: second?.userId, UserBNickName: second && nickname(second), UserBHeadImg: '' },
        ...{ CreateTime: createdAt, UpdateTime: host().now() },
        ...{ LastMsgTimeStamp: host().now(), LastMsg: 'text 1', Status: 1 },
        ...{ ReadDelete: 0, AutoDeleteTime: 0, IsNotDisturb: 1, IsTop: 1 },
      }
      const fields = { ChatSessionID: conversation }
      const asked = await callAs(host(), ben, '/GetChatSessionByID', fields)
      expect(asked.Data).toMatchObject(record)
      expect(getChatSession.data.safeParse(asked.Data).data).toMatchObject(record)
      const opened = await callAs(host(), ben, '/CreateChatSession', { UserID: ann.userId })
      expect(opened.Data).toEqual(asked.Data)
      const disappearing = { ReadDelete: 1, AutoDeleteTime: 30 }
      const changed = await callAs(host(), ben, '/UpdateChatSession', { ...fields, ...disappearing })
      expect(changed.Data).toMatchObject({ UserAID: first?.userId, UserBID: second?.userId, ...disappearing })
    })

    it('removes a deleted message from quotes', async () => {
      const { ann, ben, conversation } = await meet(host())
      const [quoted = 0] = await sendMany(ann, conversation, 1)
      const fields = { ChatSessionID: conversation, Message: 'answer', MsgType: 'txt', TimeStamp: 1 }
      const ClientMsgId = `q${String(quoted).padStart(19, '0')}`
      await callAs(host(), ben, '/SendChat', { ...fields, ClientMsgId, QuoteChatID: quoted })
      await remove(await connect(host(), ann), ann, conversation, quoted)
      const messages = await page(ben, conversation, { Status: 2 })
      expect(JSON.stringify(messages)).not.toContain('text 1')
      expect(messages[1]).toMatchObject({ Message: 'answer', Quote: null })
    })

    it('deletes only own messages, for seven days [MSG-41 MSG-42]', async () => {
      const { ann, ben, conversation } = await meet(host())
      const other = await meet(host())
      const [id = 0] = await sendMany(ann, conversation, 1)
      const socket = await connect(host(), ben)
      await remove(socket, ben, conversation, id)
      await remove(await connect(host(), other.ann), other.ann, conversation, id)
      await remove(await connect(host(), ann), ann, other.conversation, id)
      host().advance(7 * day + 1)
      const later = await refreshed(host(), ann)
      await remove(await connect(host(), later), later, conversation, id)
      expect(await deletedIds(later, conversation, 0)).toEqual([])
      expect(socket.frames.map((frame) => frame.Cmd)).not.toContain('DeleteChat')
    })
  })
}

import { describe, expect, it } from 'vitest'
import type { WireChatSession } from '#schemas/wire/calls/conversations.ts'
import type { WireMessage } from '#schemas/wire/message.ts'
import type { ContractHost } from '../contract-host.ts'
import {
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

interface Sent {
  readonly ID: number
  readonly SeqID: number
  readonly TimeStamp: number
  readonly IsDuplicated: boolean
}

/** Texts that must arrive exactly as sent; none has white space at its ends. */
const texts = [
  ['emoji and their joiners', '👩‍👩‍👧‍👦🏳️‍🌈👍🏽'],
  ['right-to-left text and its marks', 'שלום \u202Eעולם\u202C مرحبا'],
  ['markup', '<script>alert("1")</script><img src=x onerror=alert(1)>&amp;'],
  ['zero-width characters', '\u200Ba\u200D\u200Cb\u2060'],
  ['NUL and control characters', 'a\0b\u0001\u0010\u00100000\u001f\u007fc'],
  ['surrogates without their partner', '\udc00x\ud800'],
  ['line breaks and inner spaces', 'one\r\n\n  two\t\u00a0three'],
  ['quotes and backslashes', `'"\\\\u0000 \\0 $1 \${x} %s`],
  ['20,000 characters', '汉'.repeat(20_000)],
  ['20,000 control characters', '\u0001'.repeat(20_000)],
] as const

export function describeMessages(host: () => ContractHost): void {
  const page = async (person: Person, ChatSessionID: number, fields: object = { Status: 2 }) =>
    dataOrThrow<WireMessage[]>(await callAs(host(), person, '/GetChatData', { ChatSessionID, ...fields }))
  const row = async (person: Person) => {
    const list = await callAs(host(), person, '/GetAllSessionList')
    return dataOrThrow<{ ChatSessions: WireChatSession[] }>(list).ChatSessions[0]
  }

  describe('messages', () => {
    it('stores a message with the server’s time, and shows it to both [MSG-51 SESS-26]', async () => {
      const { ann, ben, conversation } = await meet(host())
      const sent = dataOrThrow<Sent>(await sendText(host(), ann, conversation, '  hello \n there\t'))
      expect(sent).toMatchObject({ SeqID: 1, TimeStamp: host().now(), IsDuplicated: false })
      const stored = { ID: sent.ID, SeqID: 1, UserID: ann.userId, Message: 'hello \n there', MsgType: 'txt' }
      expect(await page(ben, conversation)).toMatchObject([stored])
      expect(await page(ann, conversation)).toEqual(await page(ben, conversation))
      const last = {
        LastMsgID: sent.ID,
        LastMsg: 'hello \n there',
        LastMsgUserID: ann.userId,
        LastMsgSeqID: 1,
      }
      expect(await row(ben)).toMatchObject({
        ...last,
        UnReadCount: 1,
        UnReadMaxID: sent.ID,
        UserID: ann.userId,
      })
      expect(await row(ann)).toMatchObject({ ...last, UnReadCount: 0, UserID: ben.userId })
    })

    it.each(texts)('keeps %s exactly, by call and by socket', async (_, text) => {
      const { ann, ben, conversation } = await meet(host())
      const [annSocket, benSocket] = [await connect(host(), ann), await connect(host(), ben)]
      await sendText(host(), ann, conversation, text)
      annSocket.send({
        Cmd: 'Chat',
        UserID: ann.userId,
        ChatSessionID: conversation,
        Message: text,
        MsgType: 'txt',
        TimeStamp: 1,
        ID: 1,
        ClientMsgId: newClientId(),
      })
      expect(await annSocket.next('ChatResponse')).toMatchObject({ Code: 0 })
      const received = [(await benSocket.next('Chat')).chat, (await benSocket.next('Chat')).chat]
      const stored = await page(ben, conversation)
      for (const message of [...received, ...stored]) expect(message.Message === text).toBe(true)
      expect(stored).toHaveLength(2)
      expect((await row(ben))?.LastMsg === text.slice(0, 500)).toBe(true)
    })

    it.each([
      ['', { Key: 'errors.string.length', Count: 1 }],
      [' \n\t\u3000', { Key: 'errors.string.length', Count: 1 }],
      ['x'.repeat(20_001), { Key: 'errors.string.max-length', Count: 20_000 }],
    ])('rejects a text that is blank or too long (%#)', async (text, data) => {
      const { ann, conversation } = await meet(host())
      const refused = { Code: 4, Data: { Field: 'Message', ...data } }
      expect(await sendText(host(), ann, conversation, text)).toMatchObject(refused)
      expect(await page(ann, conversation)).toEqual([])
    })

    it('returns the same message for the same client id, by call and by socket [LIFE-23]', async () => {
      const { ann, ben, conversation } = await meet(host())
      const ClientMsgId = newClientId()
      const send = () => sendText(host(), ann, conversation, 'once', ClientMsgId)
      const answers = [...(await Promise.all([send(), send(), send()])), await send()].map(dataOrThrow<Sent>)
      expect(answers.filter((answer) => !answer.IsDuplicated)).toHaveLength(1)
      const [{ ID, SeqID, TimeStamp } = { ID: 0, SeqID: 0, TimeStamp: 0 }] = answers
      for (const answer of answers) expect(answer).toMatchObject({ ID, SeqID, TimeStamp })
      host().advance(1000)
      const socket = await connect(host(), ann)
      socket.send({
        Cmd: 'Chat',
        UserID: ann.userId,
        ChatSessionID: conversation,
        Message: 'once',
        MsgType: 'txt',
        TimeStamp: 1,
        ID: 1,
        ClientMsgId,
      })
      expect(await socket.next('ChatResponse')).toMatchObject({
        Code: 0,
        ChatID: ID,
        SeqID,
        TimeStamp,
        IsDuplicated: true,
        ClientMsgId,
      })
      expect(await page(ben, conversation)).toHaveLength(1)
      // Client ids are separate for each sender.
      expect(dataOrThrow<Sent>(await sendText(host(), ben, conversation, 'mine', ClientMsgId))).toMatchObject(
        {
          SeqID: 2,
          IsDuplicated: false,
        },
      )
    })

    it('numbers 200 concurrent messages of both without a gap, and sends frames in that order', async () => {
      const { ann, ben, conversation } = await meet(host())
      const socket = await connect(host(), ben)
      const sends = Array.from({ length: 200 }, (_, index) =>
        sendText(host(), index % 2 ? ann : ben, conversation, `message ${index}`),
      )
      const sent = (await Promise.all(sends)).map(dataOrThrow<Sent>)
      const inOrder = sent.toSorted((left, right) => left.SeqID - right.SeqID)
      expect(inOrder.map(({ SeqID }) => SeqID)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1))
      expect(inOrder.map(({ ID }) => ID)).toEqual(
        sent.map(({ ID }) => ID).toSorted((left, right) => left - right),
      )
      await socket.next('Chat', (frame) => frame.chat.SeqID === 200)
      const told = socket.frames.flatMap((frame) => (frame.Cmd === 'Chat' ? [frame.chat.SeqID] : []))
      expect(told).toEqual(Array.from({ length: 200 }, (_, index) => index + 1))
    })

    it('rejects undeliverable messages permanently, alike for foreign and unknown conversations', async () => {
      const { conversation } = await meet(host())
      const stranger = await signUp(host())
      const refused = await sendText(host(), stranger, conversation, 'hello')
      expect(refused).toMatchObject({ Code: 3, Data: null })
      expect(await sendText(host(), stranger, 999_999_999, 'hello')).toEqual(refused)
    })

    it.each(['notice', 'GroupJoin', 'invite', 'noticeallban', 'nonsense'])(
      'refuses the kind %s, which is not a person’s to send',
      async (MsgType) => {
        const { ann, conversation } = await meet(host())
        const fields = {
          ChatSessionID: conversation,
          Message: 'x',
          MsgType,
          TimeStamp: 1,
          ClientMsgId: newClientId(),
        }
        const refused = { Code: 4, Data: { Field: 'MsgType' } }
        expect(await callAs(host(), ann, '/SendChat', fields)).toMatchObject(refused)
      },
    )

    it('builds a quote from its stored message, in the same conversation only', async () => {
      const [one, other] = [await meet(host()), await meet(host())]
      const { ID } = dataOrThrow<Sent>(await sendText(host(), one.ann, one.conversation, 'quoted text'))
      const quoteIn = ({ ann, conversation }: typeof one) =>
        callAs(host(), ann, '/SendChat', {
          ChatSessionID: conversation,
          Message: 'see above',
          MsgType: 'txt',
          TimeStamp: 1,
          ClientMsgId: newClientId(),
          QuoteChatID: ID,
          Quote: 'forged',
        })
      await quoteIn(one)
      await quoteIn(other)
      expect((await page(one.ben, one.conversation)).at(-1)).toMatchObject({
        QuoteChatID: ID,
        Quote: { ID, UserID: one.ann.userId, Message: 'quoted text', MsgType: 'txt' },
      })
      expect((await page(other.ben, other.conversation)).at(-1)).toMatchObject({
        QuoteChatID: null,
        Quote: null,
      })
    })

    it('moves read markers forward only, and notifies both sides [SESS-34 SESS-35 SOCK-43 SOCK-44]', async () => {
      const { ann, ben, conversation } = await meet(host())
      const ids: number[] = []
      for (const text of ['one', 'two', 'three']) {
        ids.push(dataOrThrow<Sent>(await sendText(host(), ann, conversation, text)).ID)
      }
      const [annSocket, benSocket] = [await connect(host(), ann), await connect(host(), ben)]
      const read = (ChatID: number) =>
        callAs(host(), ben, '/ReadChat', { ChatSessionID: conversation, ChatID })
      const [first = 0, second = 0, third = 0] = ids
      expect(await read(second)).toMatchObject({ Code: 0 })
      const told = { ChatSessionID: conversation, ChatID: second, TimeStamp: host().now() }
      expect(await annSocket.next('ReadChat')).toMatchObject({ Code: 0, ...told })
      expect(await benSocket.next('ReadChatSelf')).toMatchObject(told)
      expect(await row(ben)).toMatchObject({ UnReadCount: 1, SelfReadChatID: second, IsNewSession: 0 })
      expect(await row(ann)).toMatchObject({ ReadChatID: second, IsNewSession: 1 })
      expect((await page(ann, conversation)).map(({ IsRead }) => IsRead)).toEqual([1, 1, 0])
      await read(first)
      expect(await row(ben)).toMatchObject({ UnReadCount: 1, SelfReadChatID: second })
      host().advance(1000)
      const everything = { ChatSessionID: conversation, ChatID: 0 }
      expect(await callAs(host(), ben, '/ReadAllChat', everything)).toMatchObject({ Code: 0 })
      expect(await annSocket.next('ReadChat')).toMatchObject({ ChatID: third })
      expect(await row(ben)).toMatchObject({ UnReadCount: 0, SelfReadChatID: third })
      const stamps = (await page(ann, conversation)).map(({ ReadStamp }) => ReadStamp)
      expect(stamps).toEqual([host().now() - 1000, host().now() - 1000, host().now()])
      await settle(annSocket, ann)
      expect(annSocket.frames.filter((frame) => frame.Cmd === 'ReadChat')).toHaveLength(2)
    })

    it('clears the mark of a new conversation on all devices of this person, even without messages', async () => {
      const { ann, ben, conversation } = await meet(host())
      const [annSocket, benSocket] = [await connect(host(), ann), await connect(host(), ben)]
      await callAs(host(), ben, '/ReadAllChat', { ChatSessionID: conversation, ChatID: 0 })
      expect(await benSocket.next('ReadChatSelf')).toMatchObject({ ChatSessionID: conversation, ChatID: 0 })
      expect([(await row(ben))?.IsNewSession, (await row(ann))?.IsNewSession]).toEqual([0, 1])
      await settle(annSocket, ann)
      expect(annSocket.frames.map((frame) => frame.Cmd)).not.toContain('ReadChat')
    })

    it('limits a read marker to the newest message, so that later messages are unread', async () => {
      const { ann, ben, conversation } = await meet(host())
      const { ID } = dataOrThrow<Sent>(await sendText(host(), ann, conversation, 'one'))
      await callAs(host(), ben, '/ReadChat', { ChatSessionID: conversation, ChatID: ID + 1_000_000 })
      await sendText(host(), ann, conversation, 'two')
      expect(await row(ben)).toMatchObject({ SelfReadChatID: ID, UnReadCount: 1 })
    })
  })
}

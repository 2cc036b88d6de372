import { beforeEach, describe, expect, it } from 'vitest'
import { timerPresets } from '#domain/disappearing/timer-presets.ts'
import type { WireChatSession } from '#schemas/wire/calls/conversations.ts'
import type { WireMessage } from '#schemas/wire/message.ts'
import type { ContractHost } from '../contract-host.ts'
import { callAs, connect, dataOrThrow, meet, newClientId, type Person, sendText, signUp } from '../people.ts'

const secret = 'burn me after reading'
const seconds = 30

export function describeDisappearingMessages(host: () => ContractHost): void {
  const set = (person: Person, ChatSessionID: number, AutoDeleteTime: number, ReadDelete = 1) =>
    callAs(host(), person, '/UpdateChatSession', { ChatSessionID, ReadDelete, AutoDeleteTime })
  const read = async (person: Person, ChatSessionID: number, ChatID: number) =>
    dataOrThrow(await callAs(host(), person, '/ReadChat', { ChatSessionID, ChatID }))
  const row = async (person: Person, ChatSessionID: number) =>
    dataOrThrow<WireChatSession>(await callAs(host(), person, '/GetChatSessionByID', { ChatSessionID }))
  const page = async (person: Person, ChatSessionID: number, fields: object = { Status: 2 }) =>
    dataOrThrow<WireMessage[]>(await callAs(host(), person, '/GetChatData', { ChatSessionID, ...fields }))
  const send = async (person: Person, conversation: number, text: string, QuoteChatID?: number) => {
    const message = { ChatSessionID: conversation, Message: text, MsgType: 'txt', TimeStamp: 1 }
    const fields = { ...message, QuoteChatID, ClientMsgId: newClientId() }
    return dataOrThrow<WireMessage>(await callAs(host(), person, '/SendChat', fields))
  }

  /** All responses about a conversation for a person, as text. */
  const everything = async (person: Person, ChatSessionID: number): Promise<string> => {
    const SessionInfos = [{ SessionType: '1', ID: ChatSessionID, FromID: 0 }]
    return JSON.stringify(
      await Promise.all([
        page(person, ChatSessionID),
        page(person, ChatSessionID, { Status: 1, FromID: 0 }),
        callAs(host(), person, '/GetAllSessionList'),
        callAs(host(), person, '/GetAllSessionData', { SessionInfos }),
        row(person, ChatSessionID),
        callAs(host(), person, '/GetDeleteChat', { ChatSessionID, UpdateTime: 0 }),
      ]),
    )
  }

  describe('disappearing messages', () => {
    it.each([
      [1, 0, 0, 0],
      [1, 1, 30, 1],
      [1, 45, 30, 1],
      [1, 46, 60, 1],
      [1, 9_999_999, 604_800, 1],
      [0, 300, 0, 0],
    ])(
      'set with ReadDelete %d to %d s apply %d s for both [BURN-03 BURN-04 SESS-33]',
      async (on, asked, held, is) => {
        const { ann, ben, conversation } = await meet(host())
        const setting = { ReadDelete: is, AutoDeleteTime: held }
        expect(await set(ann, conversation, asked, on)).toMatchObject({ Code: 0, Data: setting })
        expect(await row(ben, conversation)).toMatchObject(setting)
      },
    )

    it('accepts each of the presets [BURN-05]', async () => {
      const { ann, conversation } = await meet(host())
      for (const preset of timerPresets)
        expect(dataOrThrow(await set(ann, conversation, preset))).toMatchObject({ AutoDeleteTime: preset })
    })

    it('returns a text in the caller’s language after a change [SESS-33]', async () => {
      const { ann, conversation } = await meet(host())
      const [on, off] = [await set(ann, conversation, seconds), await set(ann, conversation, 0)]
      expect([on.Msg, off.Msg]).toEqual(['Messages vanish after being read.', 'Messages no longer vanish.'])
    })

    it('adds a notice to the conversation at each change, which never disappears [BURN-07 BURN-08]', async () => {
      const { ann, ben, conversation } = await meet(host())
      const sockets = [await connect(host(), ann), await connect(host(), ben)]
      await set(ann, conversation, seconds)
      await set(ann, conversation, seconds)
      await set(ben, conversation, 0)
      const notices = (await page(ben, conversation)).map(
        ({ UserID, MsgType, Message, ReadDelete, AutoDeleteTime }) => ({
          UserID,
          MsgType,
          ...JSON.parse(Message ?? ''),
          ReadDelete,
          AutoDeleteTime,
        }),
      )
      const notice = { MsgType: 'notice', Kind: 'vanish', ReadDelete: 0, AutoDeleteTime: null }
      expect(notices).toEqual([
        { ...notice, UserID: ann.userId, Seconds: seconds },
        { ...notice, UserID: ben.userId, Seconds: 0 },
      ])
      for (const socket of sockets)
        expect((await socket.next('Chat')).chat).toMatchObject({ MsgType: 'notice', UserID: ann.userId })
    })

    it('is changed only by the two members of the conversation, if they are friends', async () => {
      const { ann, ben, conversation } = await meet(host())
      const stranger = await signUp(host())
      expect((await set(stranger, conversation, seconds)).Code).not.toBe(0)
      expect((await set(ann, conversation + 10_000, seconds)).Code).not.toBe(0)
      expect(await row(ben, conversation)).toMatchObject({ AutoDeleteTime: 0 })
    })

    it('applies to messages sent while it is on, permanently [BURN-08]', async () => {
      const { ann, conversation } = await meet(host())
      const before = await send(ann, conversation, 'before')
      await set(ann, conversation, seconds)
      const during = await send(ann, conversation, 'during')
      await set(ann, conversation, 0)
      const after = await send(ann, conversation, 'after')
      const timerOf = (message: WireMessage) => [message.ReadDelete, message.AutoDeleteTime]
      expect([before, during, after].map(timerOf)).toEqual([
        [0, null],
        [1, seconds],
        [0, null],
      ])
      const stored = (await page(ann, conversation)).filter(({ MsgType }) => MsgType === 'txt')
      expect(stored.map(timerOf)).toEqual([
        [0, null],
        [1, seconds],
        [0, null],
      ])
    })
  })

  describe('a disappearing message', () => {
    let people: Awaited<ReturnType<typeof meet>>
    let message: WireMessage
    let quoting: WireMessage

    beforeEach(async () => {
      people = await meet(host())
      const { ann, ben, conversation } = people
      await set(ann, conversation, seconds)
      message = await send(ann, conversation, secret)
      await set(ann, conversation, 0)
      quoting = await send(ben, conversation, 'what do you mean?', message.ID)
    })

    it('stays while it is unread, for any time [BURN-13]', async () => {
      const { ann, ben, conversation } = people
      await read(ann, conversation, quoting.ID)
      host().advance(20 * seconds * 1000)
      await host().sweep()
      for (const person of [ann, ben]) expect(await everything(person, conversation)).toContain(secret)
    })

    it('stays until its time is over, also in quotes [BURN-10]', async () => {
      const { ann, ben, conversation } = people
      await read(ben, conversation, message.ID)
      const readAt = host().now()
      host().advance(seconds * 1000 - 1)
      await host().sweep()
      for (const person of [ann, ben]) {
        const found = (await page(person, conversation)).find(({ ID }) => ID === message.ID)
        expect(found).toMatchObject({ Message: secret, ReadStamp: readAt })
        expect(await everything(person, conversation)).toContain(`"Message":"${secret}","MsgType":"txt"}`)
      }
    })

    it.each([false, true])(
      'is returned by no call after its time is over, swept: %s [BURN-10]',
      async (isSwept) => {
        const { ann, ben, conversation } = people
        await read(ben, conversation, message.ID)
        expect(await everything(ben, conversation)).toContain(secret)
        host().advance(seconds * 1000)
        if (isSwept) await host().sweep()
        for (const person of [ann, ben]) {
          expect(await everything(person, conversation)).not.toContain(secret)
          const stored = await page(person, conversation)
          const tombstone = { ID: message.ID, SeqID: message.SeqID, Message: null, IsDeleted: 1, Quote: null }
          expect(stored.find(({ ID }) => ID === message.ID)).toMatchObject(tombstone)
          const fields = { ChatSessionID: conversation, UpdateTime: 0 }
          expect(dataOrThrow(await callAs(host(), person, '/GetDeleteChat', fields))).toEqual([message.ID])
        }
      },
    )

    it('is no last message of a list and cannot be quoted after its time is over', async () => {
      const { ann, ben, conversation } = people
      await set(ann, conversation, seconds)
      const last = await send(ann, conversation, `${secret} again`)
      await read(ben, conversation, last.ID)
      expect(await row(ann, conversation)).toMatchObject({
        LastMsg: `${secret} again`,
        LastReadDelete: 1,
        LastAutoDeleteTime: seconds,
        LastReadStamp: host().now(),
      })
      host().advance(seconds * 1000)
      expect(await row(ann, conversation)).toMatchObject({ LastMsgType: 'notice', LastReadDelete: 0 })
      await send(ben, conversation, 'too late', last.ID)
      expect((await page(ben, conversation)).at(-1)).toMatchObject({ Message: 'too late', Quote: null })
    })

    it('is reported to both as deleted by the sweep, once (DEC-106)', async () => {
      const { ann, ben, conversation } = people
      await read(ben, conversation, message.ID)
      host().advance(seconds * 1000)
      const sockets = [await connect(host(), ann), await connect(host(), ben)]
      await host().sweep()
      await host().sweep()
      for (const socket of sockets) {
        const told = { Cmd: 'DeleteChat', ChatSessionID: conversation, ChatID: message.ID }
        expect(await socket.next('DeleteChat')).toEqual(told)
        expect(socket.frames.filter(({ Cmd }) => Cmd === 'DeleteChat')).toHaveLength(1)
      }
    })

    it('does not restart its timer when another device reads it', async () => {
      const { ben, conversation } = people
      await read(ben, conversation, message.ID)
      host().advance(seconds * 500)
      await read(ben, conversation, message.ID)
      host().advance(seconds * 500)
      expect(await everything(ben, conversation)).not.toContain(secret)
    })

    it('is returned for a repeated send as the same message, with its duration [LIFE-23]', async () => {
      const { ann, ben, conversation } = people
      await set(ann, conversation, seconds)
      const ClientMsgId = newClientId()
      const first = dataOrThrow<WireMessage>(await sendText(host(), ann, conversation, 'once', ClientMsgId))
      await read(ben, conversation, first.ID)
      host().advance(seconds * 1000)
      await host().sweep()
      const again = await sendText(host(), ann, conversation, 'once', ClientMsgId)
      expect(dataOrThrow(again)).toMatchObject({
        ID: first.ID,
        IsDuplicated: true,
        ReadDelete: 1,
        AutoDeleteTime: seconds,
      })
      expect(await everything(ben, conversation)).not.toContain('once')
    })
  })
}

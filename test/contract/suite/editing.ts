import { describe, expect, it } from 'vitest'
import type { WireSearchResult } from '#schemas/wire/calls/search.ts'
import type { WireMessage } from '#schemas/wire/message.ts'
import type { ContractHost } from '../contract-host.ts'
import { createGroup, groupPage, groupRow, sayInGroup } from '../group-people.ts'
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

interface Changes {
  readonly Version: number
  readonly Changes: readonly object[]
}

const hour = 60 * 60_000

export function describeEditing(host: () => ContractHost): void {
  const edit = (person: Person, place: object, ChatID: number, Message: unknown, fields: object = {}) =>
    callAs(host(), person, '/EditMessage', { ...place, ChatID, Message, TimeStamp: host().now(), ...fields })
  const changes = async (person: Person, place: object, Version = 0) =>
    dataOrThrow<Changes>(await callAs(host(), person, '/GetMessageChanges', { ...place, Version }))
  const pageOf = async (person: Person, ChatSessionID: number) =>
    dataOrThrow<WireMessage[]>(
      await callAs(host(), person, '/GetChatData', { ChatSessionID, Status: 2, UnReadMaxID: 0 }),
    )
  const found = async (person: Person, Keyword: string) => {
    const answer = await callAs(host(), person, '/GetChatSearchResult', { Keyword })
    if (answer.Code === 20) return []
    return dataOrThrow<WireSearchResult[]>(answer).flatMap(({ SearchResultDetails }) =>
      SearchResultDetails.map(({ Id }) => Id),
    )
  }

  /** Ann has written to Ben. */
  async function written(text = 'helo') {
    const { ann, ben, conversation } = await meet(host())
    const { ID, SeqID } = dataOrThrow<{ ID: number; SeqID: number }>(
      await sendText(host(), ann, conversation, text),
    )
    return { ann, ben, place: { ChatSessionID: conversation }, conversation, ID, SeqID }
  }

  describe('an edited message', () => {
    it('has its new text for every device of both people, in history, list and changes', async () => {
      const { ann, ben, place, conversation, ID, SeqID } = await written()
      const sockets = [await connect(host(), ann), await connect(host(), ben), await connect(host(), ben)]
      host().advance(1000)
      const at = host().now()
      const Edit = { Version: 1, TimeStamp: at }
      const whole = { ...Edit, Message: 'hello', AtIDs: '' }
      expect(dataOrThrow(await edit(ann, place, ID, ' hello '))).toEqual({ SeqID, ...whole })
      for (const socket of sockets)
        expect(await socket.next('MessageEdited')).toMatchObject({ ...place, ChatID: ID, SeqID, ...whole })
      // A repeated call changes nothing and sends nothing.
      expect(dataOrThrow(await edit(ann, place, ID, 'hello'))).toEqual({ SeqID, ...whole })
      expect((await pageOf(ben, conversation)).at(-1)).toMatchObject({
        ...{ ID, Message: 'hello', TimeStamp: at - 1000 },
        Changes: { Version: 1, Reactions: [], OwnReaction: '', Edit },
      })
      const row = await callAs(host(), ben, '/GetChatSessionByID', place)
      expect(dataOrThrow(row)).toMatchObject({ LastMsg: 'hello', ChangeVersion: 1, UnReadCount: 1 })
      expect(await changes(ben, place)).toEqual({
        Version: 1,
        Changes: [{ ChatID: ID, SeqID, Version: 1, Reactions: [], OwnReaction: '', Edit: whole }],
      })
      const [socket] = sockets
      await (socket ? settle(socket, ann) : undefined)
      expect(socket?.frames.filter(({ Cmd }) => Cmd === 'MessageEdited')).toHaveLength(1)
    })

    it('keeps every character of its new text', async () => {
      const { ann, ben, place, conversation, ID } = await written()
      for (const Message of ['nul\u0000inside \u0010escape', 'lone \ud83d surrogate', '\u0010 漢字 👍🏽']) {
        host().advance(1)
        expect(dataOrThrow(await edit(ann, place, ID, Message))).toMatchObject({ Message })
        expect((await pageOf(ben, conversation)).at(-1)).toMatchObject({ Message })
        expect(await changes(ben, place)).toMatchObject({ Changes: [{ Edit: { Message } }] })
      }
    })

    it('keeps a later text when an earlier edit arrives late, and keeps its reactions', async () => {
      const { ann, ben, place, conversation, ID } = await written()
      host().advance(5000)
      const late = host().now()
      host().advance(5000)
      dataOrThrow(await edit(ann, place, ID, 'second'))
      dataOrThrow(await callAs(host(), ben, '/ReactToMessage', { ...place, ChatID: ID, Emoji: '👍' }))
      const kept = { Version: 1, Message: 'second', TimeStamp: late + 5000 }
      expect(dataOrThrow(await edit(ann, place, ID, 'first', { TimeStamp: late }))).toMatchObject(kept)
      const page = await pageOf(ann, conversation)
      expect(page.at(-1)).toMatchObject({
        Message: 'second',
        Changes: { Version: 2, Reactions: [{ Emoji: '👍', Count: 1 }], Edit: { Version: 1 } },
      })
      // A clock that is ahead has no advantage over later edits.
      dataOrThrow(await edit(ann, place, ID, 'third', { TimeStamp: late + 100 * hour }))
      host().advance(1)
      expect(dataOrThrow(await edit(ann, place, ID, 'fourth'))).toMatchObject({ Message: 'fourth' })
    })

    it('is quoted and found with its new text only', async () => {
      const { ann, ben, place, conversation, ID } = await written('the zebra sleeps')
      const quote = { ClientMsgId: newClientId(), MsgType: 'txt', TimeStamp: 1, QuoteChatID: ID }
      dataOrThrow(await callAs(host(), ben, '/SendChat', { ...place, ...quote, Message: 'does it?' }))
      expect(await found(ben, 'zebra')).toEqual([ID])
      dataOrThrow(await edit(ann, place, ID, 'the walrus sleeps'))
      expect((await pageOf(ben, conversation)).at(-1)?.Quote).toMatchObject({
        ...{ ID, Message: 'the walrus sleeps' },
      })
      expect(await found(ben, 'zebra')).toEqual([])
      expect(await found(ben, 'walrus')).toEqual([ID])
      expect(JSON.stringify(await pageOf(ann, conversation))).not.toContain('zebra')
    })

    it('reaches members who joined later only if they can read a quote of it', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const place = { GroupID: group }
      const { ID } = dataOrThrow<{ ID: number }>(await sayInGroup(host(), ann, group, 'before'))
      dataOrThrow(await callAs(host(), cleo, '/QuitGroup', place))
      const people = { ...place, UserIDs: `${cleo.userId}` }
      dataOrThrow(await callAs(host(), ann, '/CheckGroupManualVerified', people))
      const [older, newer] = [await connect(host(), ben), await connect(host(), cleo)]
      dataOrThrow(await edit(ann, place, ID, 'edited'))
      expect(await older.next('MessageEdited')).toMatchObject({ ChatID: ID, Message: 'edited' })
      await settle(newer, cleo)
      expect(newer.frames.filter(({ Cmd }) => Cmd === 'MessageEdited')).toEqual([])
      expect(await changes(cleo, place)).toEqual({ Version: 1, Changes: [] })

      const quoting = { ...place, ClientMsgId: newClientId(), MsgType: 'txt', TimeStamp: 1, Message: 'this' }
      dataOrThrow(await callAs(host(), ben, '/SendGroupChat', { ...quoting, QuoteGroupChatID: ID }))
      dataOrThrow(await callAs(host(), ben, '/ReactToMessage', { ...place, ChatID: ID, Emoji: '👍' }))
      host().advance(1)
      dataOrThrow(await edit(ann, place, ID, 'edited again'))
      expect(await newer.next('MessageEdited')).toMatchObject({ ChatID: ID, Message: 'edited again' })
      const { Changes } = await changes(cleo, place)
      expect(Changes).toMatchObject([{ ChatID: ID, Reactions: [], Edit: { Message: 'edited again' } }])
    })

    it('mentions the people of its new text, members only', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const place = { GroupID: group }
      const { ID } = dataOrThrow<{ ID: number }>(await sayInGroup(host(), ann, group, 'hello all'))
      const AtIDs = `${ben.userId}|999999|${cleo.userId}|x|`
      const kept = `${ben.userId}|${cleo.userId}`
      expect(dataOrThrow(await edit(ann, place, ID, '@Ben @Cleo', { AtIDs }))).toMatchObject({ AtIDs: kept })
      expect((await groupPage(host(), ben, group)).at(-1)).toMatchObject({ AtIDs: kept })
      expect(await groupRow(host(), ben, group)).toMatchObject({
        ...{ ChangeVersion: 1, GotAt: expect.any(Number) },
      })
      dataOrThrow(await edit(ann, place, ID, 'nobody'))
      expect((await groupPage(host(), ben, group)).at(-1)).toMatchObject({ AtIDs: '' })
      expect(await groupRow(host(), ben, group)).toMatchObject({ GotAt: null })
    })

    it('disappears when it would have disappeared, and cannot be edited any more then', async () => {
      const { ann, ben, place, conversation } = await written()
      await callAs(host(), ann, '/UpdateChatSession', { ...place, ReadDelete: 1, AutoDeleteTime: 30 })
      const { ID } = dataOrThrow<{ ID: number }>(await sendText(host(), ann, conversation, 'soon'))
      dataOrThrow(await callAs(host(), ben, '/ReadAllChat', { ...place, ChatID: 0 }))
      host().advance(20_000)
      dataOrThrow(await edit(ann, place, ID, 'soon gone'))
      expect(await found(ben, 'soon gone')).toEqual([])
      host().advance(11_000)
      expect((await pageOf(ben, conversation)).at(-1)).toMatchObject({ ID, Message: null })
      expect((await pageOf(ben, conversation)).at(-1)).not.toHaveProperty('Changes')
      expect(await edit(ann, place, ID, 'still here')).toMatchObject({
        Code: 7,
        Data: { Key: 'message-gone' },
      })
      expect(await changes(ben, place)).toMatchObject({ Changes: [] })
    })

    it('has at most 256 KB of texts in one response of changes', async () => {
      const { ann, ben, place, conversation } = await written()
      const ids: number[] = []
      for (let count = 0; count < 6; count += 1) {
        const { ID } = dataOrThrow<{ ID: number }>(await sendText(host(), ann, conversation, `${count}`))
        dataOrThrow(await edit(ann, place, ID, '漢'.repeat(19_990) + count))
        ids.push(ID)
      }
      const first = await changes(ben, place)
      expect(first.Changes.length).toBeLessThan(6)
      const second = await changes(ben, place, first.Version)
      expect([...first.Changes, ...second.Changes]).toMatchObject(ids.map((ChatID) => ({ ChatID })))
      expect(second.Version).toBe(6)
    })
  })

  describe('editing', () => {
    it('is for own texts of at most 48 hours, with a valid text', async () => {
      const { ann, ben, place, conversation, ID } = await written()
      for (const wrong of ['', '  ', 'x'.repeat(20_001), 7, null, undefined])
        expect(await edit(ann, place, ID, wrong), String(wrong)).toMatchObject({ Code: 4 })
      for (const TimeStamp of ['soon', null, undefined])
        expect(await edit(ann, place, ID, 'hello', { TimeStamp })).toMatchObject({ Code: 4 })
      expect(await edit(ben, place, ID, 'mine')).toMatchObject({ Code: 6 })
      expect(await edit(ann, place, ID + 1_000_000, 'what')).toMatchObject({ Code: 7 })
      const sticker = {
        ClientMsgId: newClientId(),
        MsgType: 'emo',
        Message: '/stickers/dog.webp',
        TimeStamp: 1,
      }
      const sent = dataOrThrow<{ ID: number }>(
        await callAs(host(), ann, '/SendChat', { ...place, ...sticker }),
      )
      expect(await edit(ann, place, sent.ID, 'text')).toMatchObject({ Code: 6 })
      host().advance(48 * hour)
      const later = await refreshed(host(), ann)
      expect(await edit(later, place, ID, 'in time')).toMatchObject({ Code: 0 })
      host().advance(1)
      expect(await edit(later, place, ID, 'late', { TimeStamp: host().now() - 40 * hour })).toMatchObject({
        Code: 6,
      })
      expect((await pageOf(later, conversation)).find((one) => one.ID === ID)?.Message).toBe('in time')
    })

    it('answers the repetition of a stored edit after the 48 hours and during a ban', async () => {
      const { ann, ben, group } = await createGroup(host())
      const place = { GroupID: group }
      const { ID } = dataOrThrow<{ ID: number }>(await sayInGroup(host(), ben, group, 'helo'))
      const at = { TimeStamp: host().now() }
      const stored = dataOrThrow(await edit(ben, place, ID, 'hello', at))
      dataOrThrow(await callAs(host(), ann, '/BanGroupUser', { ...place, UserID: ben.userId, Status: 0 }))
      expect(dataOrThrow(await edit(ben, place, ID, 'hello', at))).toEqual(stored)
      host().advance(48 * hour + 1)
      const later = await refreshed(host(), ben)
      expect(dataOrThrow(await edit(later, place, ID, 'hello', at))).toEqual(stored)
      expect(await edit(later, place, ID, 'hello again', at)).toMatchObject({ Code: 6 })
    })

    it('is not for notices, deleted messages, strangers, former members, or people who may not write', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const place = { GroupID: group }
      const notice = (await groupPage(host(), ann, group)).find(({ MsgType }) => MsgType !== 'txt')
      expect(await edit(ann, place, notice?.ID ?? 0, 'mine')).toMatchObject({ Code: 6 })
      const { ID } = dataOrThrow<{ ID: number }>(await sayInGroup(host(), ben, group, 'hello'))
      const other = dataOrThrow<{ ID: number }>(await sayInGroup(host(), cleo, group, 'hi')).ID
      expect(await edit(ann, place, ID, 'owner')).toMatchObject({ Code: 6 })
      expect(await edit(ben, { ChatSessionID: group }, ID, 'kind')).toMatchObject({ Code: 11 })
      dataOrThrow(await callAs(host(), ann, '/BanGroupUser', { ...place, UserID: ben.userId, Status: 0 }))
      expect(await edit(ben, place, ID, 'banned')).toMatchObject({ Code: 6 })
      dataOrThrow(await callAs(host(), cleo, '/QuitGroup', place))
      expect(await edit(cleo, place, other, 'gone')).toMatchObject({ Code: 11 })
      const { ben: stranger } = await meet(host())
      expect(await edit(stranger, place, ID, 'who')).toMatchObject({ Code: 11 })

      const { ann: eve, place: direct, conversation, ID: last } = await written()
      const socket = await connect(host(), eve)
      socket.send({ Cmd: 'DeleteChat', ChatID: last, UserID: eve.userId, ChatSessionID: conversation })
      await socket.next('DeleteChat')
      expect(await edit(eve, direct, last, 'back')).toMatchObject({ Code: 7 })
    })
  })
}

import { describe, expect, it } from 'vitest'
import type { ContractHost } from '../contract-host.ts'
import { createGroup, groupRow } from '../group-people.ts'
import {
  callAs,
  connect,
  dataOrThrow,
  meet,
  type Person,
  sendText,
  settle,
  signUp,
  telCode,
  toPerson,
} from '../people.ts'

const minute = 60_000

export function describeDrafts(host: () => ContractHost): void {
  const save = (person: Person, place: object, Message: unknown, fields: object = {}) =>
    callAs(host(), person, '/SaveDraft', {
      ...{ ...place, Message, Mentions: [], TimeStamp: host().now() },
      ...fields,
    })
  const saved = async (person: Person, place: object, Message: string, fields: object = {}) => {
    host().advance(1)
    return dataOrThrow<{ TimeStamp: number }>(await save(person, place, Message, fields))
  }
  const draftOf = async (person: Person, place: object) =>
    dataOrThrow<object>(await callAs(host(), person, '/GetDraft', place))
  const rowOf = async (person: Person, place: object) =>
    dataOrThrow<object>(await callAs(host(), person, '/GetChatSessionByID', place))

  /** Two friends, and a second sign-in of Ann. */
  async function pair() {
    const { ann, ben, conversation } = await meet(host())
    dataOrThrow(await callAs(host(), ann, '/UpdatePassword', { Password: 'secret' }))
    const credentials = { Phone: ann.phone, TelCode: telCode, Password: 'secret' }
    const again = toPerson(ann.phone, await host().call('/PhoneLogin', credentials))
    return { ann, again, ben, conversation, place: { ChatSessionID: conversation } }
  }
  const none = { TimeStamp: 0, Message: '' }

  describe('a draft', () => {
    it('reaches the other sign-ins of its account, and no other person', async () => {
      const { ann, again, ben, place } = await pair()
      const [own, other, friend] = [
        await connect(host(), ann),
        await connect(host(), again),
        await connect(host(), ben),
      ]
      expect(await draftOf(ann, place)).toEqual(none)
      expect(await rowOf(again, place)).toMatchObject({ DraftTimeStamp: 0 })
      const { TimeStamp } = await saved(ann, place, 'hello nul\u0000 lone \ud83d')
      expect(TimeStamp).toBe(host().now())
      const draft = { TimeStamp, Message: 'hello nul\u0000 lone \ud83d', Mentions: [], Quote: null }
      expect(await other.next('DraftSaved')).toEqual({
        ...{ Cmd: 'DraftSaved', ...place },
        ...{ DraftTimeStamp: TimeStamp, HasDraft: true },
      })
      expect(await draftOf(again, place)).toEqual(draft)
      expect(await rowOf(again, place)).toMatchObject({ DraftTimeStamp: TimeStamp, HasDraft: true })
      await settle(own, ann)
      await settle(friend, ben)
      for (const socket of [own, friend])
        expect(socket.frames.map(({ Cmd }) => Cmd)).not.toContain('DraftSaved')
      expect(await draftOf(ben, place)).toEqual(none)
    })

    it('leaves an empty one with its time when it is sent or removed', async () => {
      const { ann, again, place } = await pair()
      await saved(ann, place, 'hello')
      const { TimeStamp } = await saved(again, place, '')
      expect(await draftOf(ann, place)).toMatchObject({ TimeStamp, Message: '' })
      const row = await rowOf(ann, place)
      expect(row).toMatchObject({ DraftTimeStamp: TimeStamp })
      expect(row).not.toHaveProperty('HasDraft')
    })

    it('that was written later stays, whichever arrives first, and a repetition sends nothing', async () => {
      const { ann, again, place } = await pair()
      const other = await connect(host(), again)
      const early = host().now()
      const { TimeStamp } = await saved(ann, place, 'later')
      const later = { TimeStamp, Message: 'later' }
      expect(dataOrThrow(await save(again, place, 'earlier', { TimeStamp: early }))).toMatchObject(later)
      expect(dataOrThrow(await save(ann, place, 'later', { TimeStamp }))).toMatchObject(later)
      expect(await draftOf(again, place)).toMatchObject(later)
      await settle(other, again)
      expect(other.frames.filter(({ Cmd }) => Cmd === 'DraftSaved')).toHaveLength(1)
      // A clock that is a day ahead wins for seconds only.
      await saved(ann, place, 'from tomorrow', { TimeStamp: host().now() + 86_400_000 })
      host().advance(minute)
      await saved(again, place, 'last')
      expect(await draftOf(ann, place)).toMatchObject({ Message: 'last' })
    })

    it('keeps its mentions, and its quote as long as that message has a text', async () => {
      const { ann, again, ben, conversation, place } = await pair()
      const { ID } = dataOrThrow<{ ID: number }>(await sendText(host(), ben, conversation, 'question'))
      const Mentions = [{ UserID: 0, At: 3, Length: 9 }]
      await saved(ann, place, 'to @everyone', { Mentions, QuoteChatID: ID })
      const Quote = { ID, UserID: ben.userId, Message: 'question', MsgType: 'txt' }
      expect(await draftOf(again, place)).toMatchObject({ Mentions, Quote })
      const socket = await connect(host(), ben)
      socket.send({ Cmd: 'DeleteChat', ...place, ChatID: ID, UserID: ben.userId })
      await settle(socket, ben)
      expect(await draftOf(again, place)).toMatchObject({ Message: 'to @everyone', Mentions, Quote: null })
      // Nothing else is stored, and nothing at all for an empty text.
      const more = Mentions.map((mention) => ({ ...mention, Note: 'x'.repeat(1_000) }))
      await saved(ann, place, 'to @everyone', { Mentions: more })
      expect(await draftOf(again, place)).toHaveProperty('Mentions', Mentions)
      await saved(ann, place, '', { Mentions: more })
      expect(await draftOf(again, place)).toHaveProperty('Mentions', [])
    })

    it('shows no message of another conversation as its quote', async () => {
      const { ann, ben, place } = await pair()
      const foreign = await meet(host())
      const { ID } = dataOrThrow<{ ID: number }>(
        await sendText(host(), foreign.ann, foreign.conversation, 'secret'),
      )
      await saved(ann, place, 'hm', { QuoteChatID: ID })
      expect(await draftOf(ann, place)).toMatchObject({ Quote: null })
      expect(await callAs(host(), ben, '/GetDraft', { ChatSessionID: foreign.conversation })).toMatchObject({
        Code: 11,
      })
    })

    it('goes with the membership of its group', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const place = { GroupID: group }
      for (const person of [ann, ben, cleo]) await saved(person, place, 'hello')
      dataOrThrow(await callAs(host(), cleo, '/QuitGroup', place))
      expect(await save(cleo, place, 'again')).toMatchObject({ Code: 11 })
      const people = { ...place, UserIDs: `${cleo.userId}` }
      dataOrThrow(await callAs(host(), ann, '/CheckGroupManualVerified', people))
      expect(await groupRow(host(), cleo, group)).toMatchObject({ DraftTimeStamp: 0 })
      expect(await draftOf(cleo, place)).toEqual(none)
      expect(await draftOf(ben, place)).toMatchObject({ Message: 'hello' })
    })

    it('goes with the friendship, on both sides, and with the account', async () => {
      const { ann, ben, place } = await pair()
      for (const person of [ann, ben]) await saved(person, place, 'hello')
      dataOrThrow(await callAs(host(), ann, '/DeleteFriend', { UserID: ben.userId }))
      expect(await save(ben, place, 'again')).toMatchObject({ Code: 11 })
      expect(await draftOf(ben, place)).toEqual(none)
      const second = await meet(host())
      const there = { ChatSessionID: second.conversation }
      for (const person of [second.ann, second.ben]) await saved(person, there, 'hello')
      expect(await callAs(host(), second.ann, '/CancelAccount')).toMatchObject({ Code: 0 })
      expect(await draftOf(second.ben, there)).toEqual(none)
    })

    it('is rejected if it is too long, malformed or of strangers', async () => {
      const { ann, place, conversation } = await pair()
      const stranger = await signUp(host())
      expect(await save(stranger, place, 'x')).toMatchObject({ Code: 11 })
      expect(await save(ann, { GroupID: conversation }, 'x')).toMatchObject({ Code: 11 })
      for (const [Message, fields] of [
        ['x'.repeat(20_000 + 1), {}],
        [7, {}],
        ['x', { TimeStamp: 'now' }],
        ['x', { TimeStamp: -1 }],
        ['x', { QuoteChatID: -1 }],
        ['x', { Mentions: [{ UserID: 1, At: -1, Length: 1 }] }],
        ['x', { Mentions: Array.from({ length: 501 }, () => ({ UserID: 1, At: 0, Length: 1 })) }],
      ] as const)
        expect((await save(ann, place, Message, fields)).Code).toBe(4)
      expect(await save(ann, place, 'x'.repeat(20_000))).toMatchObject({ Code: 0 })
    })

    it('is limited in its rate', async () => {
      const { ann, place } = await pair()
      const codes = new Set<number>()
      for (let count = 0; count < 102; count += 1) codes.add((await save(ann, place, `${count}`)).Code)
      expect([...codes]).toEqual([0, 5])
    })
  })
}

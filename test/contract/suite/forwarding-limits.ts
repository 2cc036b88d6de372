import { describe, expect, it } from 'vitest'
import type { ContractHost } from '../contract-host.ts'
import { type ForwardResult, forward, pageOf, written } from '../forwarding-people.ts'
import {
  befriendInConversation,
  callAs,
  connect,
  dataOrThrow,
  meet,
  newClientId,
  type Person,
  settle,
  signUp,
} from '../people.ts'

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

export function describeForwardingLimits(host: () => ContractHost): void {
  const forwardAs = (person: Person, fields: object) => forward(host(), person, fields)
  const textsIn = async (person: Person, conversation: number) =>
    (await pageOf(host(), person, conversation)).map(({ Message }) => Message)

  /** Ben has sent three messages to Ann, who can forward them to Cem and Dan. */
  const setting = async () => {
    const { ann, ben, conversation } = await meet(host())
    const [cem, dan] = [await signUp(host()), await signUp(host())]
    const [toCem, toDan] = [
      await befriendInConversation(host(), ann, cem),
      await befriendInConversation(host(), ann, dan),
    ]
    const Messages: Awaited<ReturnType<typeof written>>[] = []
    for (const text of ['one', 'two', 'three']) Messages.push(await written(host(), ben, conversation, text))
    return { ann, ben, cem, dan, conversation, toCem, toDan, Messages }
  }
  const savedBy = async (person: Person, Content: string) =>
    dataOrThrow<{ ID: number }>(
      await callAs(host(), person, '/AddCollect', {
        ...{ Type: 'text', Content, FromType: 'friend', FromID: person.userId, FromName: 'Ann' },
      }),
    ).ID

  describe('a repeated forward', () => {
    it('sends no message twice, returns the same response and notifies nobody again (DEC-185)', async () => {
      const { ann, cem, toCem, Messages } = await setting()
      const fields = { Messages, UserIDs: [cem.userId], RequestID: newClientId() }
      const first = await forwardAs(ann, fields)
      const socket = await connect(host(), cem)
      expect(await forwardAs(ann, fields)).toEqual(first)
      await settle(socket, cem)
      expect(await textsIn(cem, toCem)).toEqual(['one', 'two', 'three'])
      expect(socket.frames.filter(({ Cmd }) => Cmd === 'Chat')).toEqual([])
      socket.close()
    })

    it('sends the missing messages: to other targets, and more to the same ones (DEC-185)', async () => {
      const { ann, cem, dan, toCem, toDan, Messages } = await setting()
      const RequestID = newClientId()
      const [one = { ChatID: 0 }] = Messages
      const saved = await savedBy(ann, 'kept')
      dataOrThrow(await forwardAs(ann, { Messages: [one], UserIDs: [cem.userId], RequestID }))
      const CollectIDs = [saved]
      const all = { Messages, CollectIDs, UserIDs: [cem.userId, dan.userId], RequestID }
      dataOrThrow(await forwardAs(ann, all))
      dataOrThrow(await forwardAs(ann, all))
      for (const [person, conversation] of [[cem, toCem] as const, [dan, toDan] as const])
        expect(await textsIn(person, conversation)).toEqual(['one', 'two', 'three', 'kept'])
    })

    it('during the first one sends each message once, in order (DEC-185)', async () => {
      const { ann, cem, dan, toCem, toDan, Messages } = await setting()
      const fields = { Messages, UserIDs: [cem.userId, dan.userId], RequestID: newClientId() }
      const answers = await Promise.all([forwardAs(ann, fields), forwardAs(ann, fields)])
      expect(answers).toMatchObject([{ Code: 0 }, { Code: 0 }])
      expect(await textsIn(cem, toCem)).toEqual(['one', 'two', 'three'])
      expect(await textsIn(dan, toDan)).toEqual(['one', 'two', 'three'])
    })

    it('reports delivered messages as delivered after their source was deleted (DEC-185)', async () => {
      const { ann, ben, cem, dan, toDan, conversation, Messages } = await setting()
      const fields = { Messages, UserIDs: [cem.userId], RequestID: newClientId() }
      dataOrThrow(await forwardAs(ann, fields))
      const [gone = { ChatID: 0 }] = Messages
      const socket = await connect(host(), ben)
      socket.send({ Cmd: 'DeleteChat', UserID: ben.userId, ChatSessionID: conversation, ChatID: gone.ChatID })
      await socket.next('DeleteChat')
      socket.close()
      expect(await forwardAs(ann, fields)).toMatchObject({ Code: 0 })
      const answer = await forwardAs(ann, { ...fields, UserIDs: [cem.userId, dan.userId] })
      expect(answer).toMatchObject({ Code: 1 })
      const [first] = dataOrThrow<ForwardResult[]>({ ...answer, Code: 0 })
      expect(first?.UserResults).toMatchObject([{ Success: 1 }, { Success: 0 }])
      expect(await textsIn(dan, toDan)).toEqual(['two', 'three'])
    })

    it('with another id, without an id or from another account is a new forward (DEC-185)', async () => {
      const { ann, ben, cem, toCem, Messages } = await setting()
      const RequestID = newClientId()
      const [one] = Messages
      const fields = { Messages: [one], UserIDs: [cem.userId] }
      const benToCem = await befriendInConversation(host(), ben, cem)
      for (const named of [{ RequestID }, { RequestID: newClientId() }, {}, {}])
        dataOrThrow(await forwardAs(ann, { ...fields, ...named }))
      dataOrThrow(await forwardAs(ben, { ...fields, RequestID }))
      expect(await textsIn(cem, toCem)).toEqual(['one', 'one', 'one', 'one'])
      expect(await textsIn(cem, benToCem)).toEqual(['one'])
      expect(await forwardAs(ann, { ...fields, RequestID: 'short' })).toMatchObject({ Code: 4 })
    })

    it('gives no access to messages of others (DEC-185)', async () => {
      const { ann, cem, Messages } = await setting()
      const RequestID = newClientId()
      dataOrThrow(await forwardAs(ann, { Messages, UserIDs: [cem.userId], RequestID }))
      const eve = await signUp(host())
      const toCem = await befriendInConversation(host(), eve, cem)
      const answer = await forwardAs(eve, { Messages, UserIDs: [cem.userId], RequestID })
      expect(answer).toMatchObject({ Code: 1, Data: Messages.map(() => ({ UserResults: [{ Success: 0 }] })) })
      expect(await textsIn(cem, toCem)).toEqual([])
    })
  })

  describe('the size of a forward', () => {
    it.each([
      ['101 targets', 1, 101, 'You can forward to at most 100 conversations at once.'],
      ['501 messages', 501, 1, 'You can forward at most 500 messages at once.'],
      ['1,001 copies', 77, 13, 'So many messages can go to at most 12 conversations at once.'],
    ])('of %s is rejected with a text [FWD-06] (DEC-185)', async (_, items, targets, Msg) => {
      const { ann } = await meet(host())
      const answer = await forwardAs(ann, { CollectIDs: ids(items), GroupIDs: ids(targets) })
      expect(answer).toMatchObject({ Code: 4, Msg })
    })

    it('up to the limit fits into the rate limit of an account; a larger one sends nothing (DEC-185)', async () => {
      const { ann, cem, toCem, Messages } = await setting()
      const saved = await savedBy(ann, 'kept')
      // The largest request: the rate limit rejects none of its copies, whatever else does.
      const most = { CollectIDs: Array.from({ length: 10 }, () => saved), GroupIDs: ids(100) }
      const largest = dataOrThrow<ForwardResult[]>({ ...(await forwardAs(ann, most)), Code: 0 })
      const words = new Set(largest.flatMap(({ GroupResults }) => GroupResults.map(({ Msg }) => Msg)))
      expect([...words]).toEqual(['The message cannot be delivered.'])
      const next = await forwardAs(ann, { ...most, UserIDs: [], Messages: [] })
      expect(next).toMatchObject({ Code: 5, Data: { RetryAfter: expect.any(Number) } })
      expect(next.Msg).toMatch(/^Too many attempts\. Try again in \d+ s\.$/)
      const partly = { Messages, CollectIDs: Array.from({ length: 497 }, () => saved), UserIDs: [cem.userId] }
      expect(await forwardAs(ann, partly)).toMatchObject({ Code: 5 })
      expect(await textsIn(cem, toCem)).toEqual([])
    })

    it('is part of the settings [USER-09] (DEC-185)', async () => {
      const { ann } = await meet(host())
      expect(await callAs(host(), ann, '/GetSystemSetting')).toMatchObject({
        Data: { maxForwardMessageCount: 500, maxForwardSessionCount: 100, maxForwardCopyCount: 1_000 },
      })
    })
  })
}

import { describe, expect, it } from 'vitest'
import { applicationReplyLimit } from '#domain/contacts/contacts.ts'
import type { WireApplication } from '#schemas/wire/calls/contacts.ts'
import { rejectionPause } from '#server/contacts/applications.ts'
import type { ContractHost } from '../contract-host.ts'
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
} from '../people.ts'

/** The threads of friend requests, and the lists of sent ones (DEC-222). */
export function describeApplicationReplies(host: () => ContractHost): void {
  const as = (person: Person, path: string, fields: object = {}) => callAs(host(), person, path, fields)
  const apply = async (from: Person, to: Person, Remark = 'Hello') =>
    dataOrThrow(await as(from, '/ApplyFriend', { UserID: to.userId, Remark, Source: 'Search' }))
  const reply = (person: Person, ID: number | undefined, Content: string) =>
    as(person, '/ReplyFriendApply', { ID, Content })
  const lists = async (person: Person) => {
    const all = dataOrThrow<WireApplication[]>(await as(person, '/GetFriendApplications', { IncludeSent: 1 }))
    return {
      received: all.filter(({ IsSent }) => IsSent !== 1),
      sent: all.filter(({ IsSent }) => IsSent === 1),
    }
  }
  const rejectAll = async (person: Person) => {
    for (const { ID } of (await lists(person)).received)
      dataOrThrow(await as(person, '/RejectFriendApply', { ID }))
  }
  const unblockAll = async (person: Person) => {
    for (const { ID } of dataOrThrow<{ ID: number }[]>(await as(person, '/GetBlackList')))
      dataOrThrow(await as(person, '/DeleteBlackList', { BlackListID: ID }))
  }
  const threadOf = (application: WireApplication | undefined) =>
    application?.Replies?.map(({ UserID, Content }) => [UserID, Content])
  const refetches = (socket: { readonly frames: readonly { readonly Cmd: string }[] }) =>
    socket.frames.filter(({ Cmd }) => Cmd === 'ContactsChanged').length

  describe('the thread of a friend request', () => {
    it('has the replies of both people in order, and both devices refetch after a reply', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      await apply(ann, ben)
      const ID = (await lists(ben)).received[0]?.ID
      const [annSocket, benSocket] = [await connect(host(), ann), await connect(host(), ben)]
      expect(await reply(ben, ID, ' Who are you? ')).toMatchObject({ Code: 0 })
      expect(await reply(ann, ID, 'Ann, from the choir')).toMatchObject({ Code: 0 })
      await settle(annSocket, ann)
      await settle(benSocket, ben)
      expect([refetches(annSocket), refetches(benSocket)]).toEqual([2, 2])
      const thread = [
        [ben.userId, 'Who are you?'],
        [ann.userId, 'Ann, from the choir'],
      ]
      const [asSent] = (await lists(ann)).sent
      expect(threadOf(asSent)).toEqual(thread)
      expect(asSent).toMatchObject({ ID, UserID: ann.userId, TargetUserID: ben.userId, Status: 0 })
      expect(threadOf((await lists(ben)).received[0])).toEqual(thread)
      dataOrThrow(await as(ben, '/AcceptFriendApply', { ID }))
      expect((await lists(ann)).sent).toEqual([])
      const [past] = dataOrThrow<WireApplication[]>(await as(ben, '/GetHistoryApplications'))
      expect(threadOf(past)).toEqual(thread)
      expect(await reply(ann, ID, 'Thanks')).toMatchObject({ Code: 7 })
      expect(await reply(ben, ID, 'Welcome')).toMatchObject({ Code: 7 })
    })

    it('stores the reply of a retried call once', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      await apply(ann, ben)
      const ID = (await lists(ben)).received[0]?.ID
      await Promise.all([reply(ben, ID, 'Who?'), reply(ben, ID, 'Who?')])
      await reply(ann, ID, 'Ann')
      await reply(ben, ID, 'Who?')
      expect(threadOf((await lists(ben)).received[0])).toEqual([
        [ben.userId, 'Who?'],
        [ann.userId, 'Ann'],
        [ben.userId, 'Who?'],
      ])
    })

    it('rejects an empty text, a text that is too long, and too many replies of one person', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      await apply(ann, ben)
      const ID = (await lists(ben)).received[0]?.ID
      for (const text of ['', '   ', 'x'.repeat(201)])
        expect(await reply(ben, ID, text)).toMatchObject({ Code: 4 })
      for (let index = 0; index < applicationReplyLimit; index++)
        expect(await reply(ann, ID, `reply ${index}`)).toMatchObject({ Code: 0 })
      expect(await reply(ann, ID, 'one more')).toMatchObject({ Code: 4 })
      expect(await reply(ben, ID, 'mine')).toMatchObject({ Code: 0 })
    })
  })

  describe('the list of sent friend requests', () => {
    it('is not in a list that does not ask for it', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      await apply(ann, ben)
      expect(dataOrThrow(await as(ann, '/GetFriendApplications'))).toEqual([])
    })

    it('does not reveal a rejection, after which replies no longer arrive', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      await apply(ann, ben)
      const ID = (await lists(ben)).received[0]?.ID
      await reply(ann, ID, 'Please')
      dataOrThrow(await as(ben, '/RejectFriendApply', { ID }))
      const socket = await connect(host(), ben)
      host().advance(1)
      expect(await reply(ann, ID, 'Well?')).toMatchObject({ Code: 0 })
      await settle(socket, ben)
      expect(refetches(socket)).toBe(0)
      const [sent] = (await lists(ann)).sent
      expect(sent?.Status).toBe(0)
      expect(threadOf(sent)?.map(([, text]) => text)).toEqual(['Please', 'Well?'])
      const [past] = dataOrThrow<WireApplication[]>(await as(ben, '/GetHistoryApplications'))
      expect(threadOf(past)?.map(([, text]) => text)).toEqual(['Please'])
      expect(await reply(ben, ID, 'No')).toMatchObject({ Code: 7 })
    })

    it('shows the sender one thread whether or not the receiver rejected a request in between', async () => {
      let [ann, ben, cleo] = [await signUp(host()), await signUp(host()), await signUp(host())]
      const shown = async (to: Person) => {
        const sent = (await lists(ann)).sent.filter(({ TargetUserID }) => TargetUserID === to.userId)
        return sent.map((one) => ({
          thread: threadOf(one)?.map(([author, text]) => [author === ann.userId, text]),
          ...{ Remark: one.Remark, Status: one.Status, CreateTime: one.CreateTime },
        }))
      }
      const idOf = async (to: Person) =>
        (await lists(ann)).sent.find(({ TargetUserID }) => TargetUserID === to.userId)?.ID
      for (const to of [ben, cleo]) await apply(ann, to, 'first')
      const ids = [await idOf(ben), await idOf(cleo)]
      for (const to of [ben, cleo]) {
        await reply(to, (await lists(to)).received[0]?.ID, 'Who are you?')
        await reply(ann, await idOf(to), 'Ann')
      }
      await rejectAll(ben)
      for (const [Remark, pause] of [
        ['second', 1],
        ['third', rejectionPause],
      ] as const) {
        host().advance(pause)
        ann = await refreshed(host(), ann)
        ben = await refreshed(host(), ben)
        cleo = await refreshed(host(), cleo)
        for (const to of [ben, cleo]) {
          await apply(ann, to, Remark)
          expect(await reply(ann, await idOf(to), `${Remark}, please`)).toMatchObject({ Code: 0 })
        }
        expect(await shown(ben)).toEqual(await shown(cleo))
        expect([await idOf(ben), await idOf(cleo)]).toEqual(ids)
      }
      const [received, ...others] = (await lists(ben)).received
      expect([others, received?.Remark, threadOf(received)]).toEqual([
        [],
        'third',
        [[ann.userId, 'third, please']],
      ])
      for (const to of [ben, cleo]) await reply(to, (await lists(to)).received[0]?.ID, 'From where?')
      expect(await shown(ben)).toEqual(await shown(cleo))
      const texts = ['Who are you?', 'Ann', 'second, please', 'third, please', 'From where?']
      expect((await shown(ben))[0]?.thread?.map(([, text]) => text)).toEqual(texts)
    })

    it('limits the replies of a sender over all requests of a thread', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      await apply(ann, ben)
      const ID = (await lists(ben)).received[0]?.ID
      for (let index = 0; index < applicationReplyLimit; index++) await reply(ann, ID, `reply ${index}`)
      dataOrThrow(await as(ben, '/RejectFriendApply', { ID }))
      await apply(ann, ben)
      expect(await reply(ann, ID, 'one more')).toMatchObject({ Code: 4 })
    })

    it('begins a new thread after the sender blocked the receiver, whether or not there was a rejection', async () => {
      const [ann, ben, cleo] = [await signUp(host()), await signUp(host()), await signUp(host())]
      for (const to of [ben, cleo]) {
        await befriend(host(), ann, to)
        dataOrThrow(await as(ann, '/DeleteFriend', { UserID: to.userId }))
        await apply(ann, to)
      }
      const old = (await lists(ann)).sent
      for (const { ID } of old) await reply(ann, ID, 'Please')
      await rejectAll(ben)
      for (const to of [ben, cleo]) await apply(ann, to)
      for (const to of [ben, cleo]) dataOrThrow(await as(ann, '/AddBlackList', { UserID: to.userId }))
      await unblockAll(ann)
      expect((await lists(ann)).sent).toEqual([])
      for (const { ID } of old) expect(await reply(ann, ID, 'Well?')).toMatchObject({ Code: 7 })
      for (const to of [ben, cleo]) await apply(ann, to)
      const { sent } = await lists(ann)
      expect(sent.map(threadOf)).toEqual([[], []])
      expect(sent.filter(({ ID }) => old.some((one) => one.ID === ID))).toEqual([])
    })

    it('does not list a rejected request again after its receiver applied and blocked the sender, or was a friend', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      await apply(ann, ben)
      await rejectAll(ben)
      await apply(ann, ben)
      await apply(ben, ann)
      expect((await lists(ann)).sent).toEqual([])
      dataOrThrow(await as(ben, '/AddBlackList', { UserID: ann.userId }))
      expect(await lists(ann)).toEqual({ received: [], sent: [] })
      await unblockAll(ben)
      expect((await lists(ann)).sent).toEqual([])
      await apply(ann, ben)
      const [{ ID } = {}] = (await lists(ann)).sent
      await befriend(host(), ben, ann)
      dataOrThrow(await as(ben, '/DeleteFriend', { UserID: ann.userId }))
      expect(await reply(ann, ID, 'Well?')).toMatchObject({ Code: 7 })
    })

    it('sends the devices of a former friend the same frames before and after a rejection', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      await apply(ann, ben)
      dataOrThrow(await as(ben, '/AcceptFriendApply', { ID: (await lists(ben)).received[0]?.ID }))
      dataOrThrow(await as(ben, '/DeleteFriend', { UserID: ann.userId }))
      await apply(ann, ben)
      const ID = (await lists(ben)).received[0]?.ID
      const framesOfReply = async (text: string) => {
        const socket = await connect(host(), ann)
        expect(await reply(ann, ID, text)).toMatchObject({ Code: 0 })
        await settle(socket, ann)
        return socket.frames.map(({ Cmd }) => Cmd)
      }
      const before = await framesOfReply('Please')
      dataOrThrow(await as(ben, '/RejectFriendApply', { ID }))
      expect(before).toContain('NewChatSession')
      expect(await framesOfReply('Well?')).toEqual(before)
    })

    it('loses a rejected request, like a pending one, when its receiver deletes the account', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      await apply(ann, ben)
      const ID = (await lists(ben)).received[0]?.ID
      dataOrThrow(await as(ben, '/RejectFriendApply', { ID }))
      dataOrThrow(await as(ben, '/CancelAccount'))
      expect((await lists(ann)).sent).toEqual([])
      expect(await reply(ann, ID, 'Hello?')).toMatchObject({ Code: 7 })
    })

    it('has a request to a person who has blocked the sender, which that person never sees', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      await apply(ann, ben, 'first')
      dataOrThrow(await as(ben, '/AddBlackList', { UserID: ann.userId }))
      await apply(ann, ben, 'second')
      await apply(ann, ben, 'third')
      const [sent, ...others] = (await lists(ann)).sent
      expect([sent?.Remark, sent?.Status, others]).toEqual(['third', 0, []])
      expect(await reply(ann, sent?.ID, 'Hello?')).toMatchObject({ Code: 0 })
      expect((await lists(ben)).received).toEqual([])
      const past = dataOrThrow<WireApplication[]>(await as(ben, '/GetHistoryApplications'))
      expect(past.map(({ Remark }) => Remark)).toEqual(['first'])
    })

    it('gives a person who has blocked the sender no way to answer a later request', async () => {
      const { ann, ben } = await meet(host())
      dataOrThrow(await as(ben, '/DeleteFriend', { UserID: ann.userId }))
      dataOrThrow(await as(ben, '/AddBlackList', { UserID: ann.userId }))
      await apply(ann, ben)
      const [sent] = (await lists(ann)).sent
      for (const path of ['/AcceptFriendApply', '/RejectFriendApply', '/ReplyFriendApply'])
        expect(await as(ben, path, { ID: sent?.ID, Content: 'x' })).toMatchObject({ Code: 7 })
      expect((await lists(ann)).sent).toEqual([sent])
    })

    it('has no rejected request to a person whom the sender has blocked, or who has applied since', async () => {
      const [ann, ben, cleo] = [await signUp(host()), await signUp(host()), await signUp(host())]
      await apply(ann, ben)
      await apply(ann, cleo)
      for (const person of [ben, cleo]) await rejectAll(person)
      expect((await lists(ann)).sent).toHaveLength(2)
      await apply(cleo, ann)
      expect((await lists(ann)).sent).toMatchObject([{ TargetUserID: ben.userId }])
      await apply(ben, ann)
      dataOrThrow(await as(ann, '/AddBlackList', { UserID: ben.userId }))
      expect((await lists(ann)).sent).toEqual([])
    })

    it('loses a request after 30 days', async () => {
      let [ann, ben] = [await signUp(host()), await signUp(host())]
      await apply(ann, ben)
      const ID = (await lists(ben)).received[0]?.ID
      for (const _half of [1, 2]) {
        host().advance(15 * 24 * 60 * 60_000)
        ;[ann, ben] = [await refreshed(host(), ann), await refreshed(host(), ben)]
      }
      expect((await lists(ann)).sent).toEqual([])
      expect(await reply(ann, ID, 'Still there?')).toMatchObject({ Code: 7 })
    })
  })
}

import { describe, expect, it } from 'vitest'
import type { MessageQuery } from '#client/message-search.ts'
import { createSearchOperations } from '#client/search.ts'
import type { ConnectionView } from '#domain/connection/connection-view.ts'
import { conversationId, serverId, userId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { getChatSearchResult, searchMyGroupAllUsers, searchPageSize } from '#schemas/wire/calls/search.ts'
import type { WireDataOf } from '#schemas/wire/define-call.ts'
import { failureOf } from '#streams/http/call-result.ts'
import { createWritable } from '#streams/readable.ts'
import { confirmed, first, listed, openAccount, received, second, self } from '../machines/account-fixture.ts'
import { answers, type FakeCaller } from '../machines/fake-caller.ts'

const group = conversationId('group', 5)

const wireHit = (id: number, words = `tea ${id}`) => ({
  ...{ Id: id, UserId: 8, HeadImg: '', NickName: 'Ben', Message: words, MsgType: 'txt' as const },
  ...{ HeaderImg: '', CreateTime: id * 1_000_000_000, SeqId: id },
})
const inFirst = (...ids: readonly number[]) => ({
  ...{ ChatSessionId: 1, GroupId: null, SessionName: 'Ben', DisplayImg: '', SessionNameUserId: 8 },
  SearchResultDetails: ids.map((id) => wireHit(id)),
})
const inGroup = (...ids: readonly number[]) => ({
  ...{ ChatSessionId: null, GroupId: 5, SessionName: 'Walks', DisplayImg: '/walks.png' },
  SearchResultDetails: ids.map((id) => wireHit(id)),
})

const says = (sequence: number, body: string, conversation = first) =>
  received(conversation, confirmed(sequence, { body }))

type WireResults = NonNullable<WireDataOf<typeof getChatSearchResult>>

/** Lets the server wait with its response. Returns the function that sends it. */
function answerLater(caller: FakeCaller): (results: WireResults) => void {
  const waiting: ((results: WireResults) => void)[] = []
  caller.reply(
    getChatSearchResult,
    () => new Promise((resolve) => waiting.push((results) => resolve(answers(results)))),
  )
  return (results) => {
    for (const send of waiting.splice(0)) send(results)
  }
}

async function open(events: readonly NewEvent[] = []) {
  const account = await openAccount([listed(first), listed(second), ...events])
  const connection = createWritable<ConnectionView>({ status: 'connected' })
  const { clock, report } = account
  const operations = createSearchOperations({
    ...account,
    ...{ connection, userId: self, ports: { clock, report } },
  })
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await clock.advance(16)
  }
  const search = async (query: Partial<MessageQuery>) => {
    const found = operations.messages({ keyword: 'tea', filter: {}, ...query })
    const stop = found.subscribe(() => undefined)
    await settle()
    const shown = () =>
      found
        .get()
        .groups.map(({ conversation, hits }) => [conversation, ...hits.map((hit) => Number(hit.serverId))])
    return { found, stop, shown }
  }
  return { ...account, connection, operations, settle, search }
}

describe('a search for messages', () => {
  it('asks the server and understands its response [SEARCH-08 SEARCH-10]', async () => {
    const { path, allowedCodes } = getChatSearchResult
    expect({ path, allowedCodes }).toEqual({ path: '/GetChatSearchResult', allowedCodes: [0, 1, 20] })
    const { caller, search } = await open()
    caller.reply(getChatSearchResult, answers([inGroup(30), inFirst(20)]))
    const { found } = await search({
      keyword: ' tea ',
      filter: { senderId: userId(8), kind: 'link', from: 1, to: 2 },
      conversation: group,
    })
    expect(caller.callsOf(getChatSearchResult)).toMatchObject([
      { request: { Keyword: 'tea', GroupID: 5, SenderID: 8, Kind: 'link', FromTime: 1, ToTime: 2 } },
    ])
    expect(found.get().groups[0]).toEqual({
      ...{ conversation: group, title: 'Walks', avatarUrl: '/walks.png', hasMore: false },
      hits: [
        {
          ...{ serverId: 30, senderId: 8, senderName: 'Ben', senderAvatarUrl: '', isOwn: false },
          ...{ type: 'txt', body: 'tea 30', sentAt: 30_000_000_000_000 },
        },
      ],
    })
  })

  it('names a one-to-one conversation by its session [SEARCH-10]', async () => {
    const { caller, search } = await open()
    await search({ conversation: first })
    expect(caller.callsOf(getChatSearchResult)[0]?.request).toEqual({ Keyword: 'tea', ChatSessionID: 1 })
  })

  it('shows the hits of this device immediately and merges those of the server [SEARCH-12]', async () => {
    const { caller, search, settle } = await open([says(4, 'green tea'), says(2, 'tea', second)])
    const answer = answerLater(caller)
    const { shown } = await search({})
    expect(shown()).toEqual([
      [first, 40],
      [second, 20],
    ])
    answer([inFirst(40, 30), { ...inFirst(25), ChatSessionId: 2 }, { ...inFirst(35), ChatSessionId: 9 }])
    await settle()
    expect(caller.callsOf(getChatSearchResult)).toHaveLength(1)
    expect(shown()).toEqual([
      [conversationId('direct', 9), 35],
      [second, 25, 20],
      [first, 40, 30],
    ])
  })

  it('leaves out messages that this device has deleted, cleared or hidden [SEARCH-11]', async () => {
    const deleted = { stream: first, occurredAt: 1, origin: 'local' } as const
    const { caller, search, log, settle } = await open([
      says(1, 'tea'),
      says(2, 'tea'),
      says(3, 'tea'),
      { ...deleted, type: 'MessagesDeleted', data: { serverIds: [serverId(30)] } },
    ])
    caller.reply(getChatSearchResult, answers([inFirst(40, 30, 20, 10, 5)]))
    const { shown } = await search({})
    expect(shown()).toEqual([[first, 40, 20, 10, 5]])
    void log.append([
      { ...deleted, type: 'MessagesHidden', data: { serverIds: [serverId(20)], until: 9e15 } },
    ])
    await settle()
    expect(shown()).toEqual([[first, 40, 10, 5]])
    void log.append([{ ...deleted, type: 'MessagesRestored', data: { serverIds: [serverId(20)] } }])
    await settle()
    expect(shown()).toEqual([[first, 40, 20, 10, 5]])
    const cleared = { through: serverId(10), sequence: 1, activeAt: 1 }
    void log.append([{ ...deleted, type: 'ConversationCleared', data: cleared }])
    await settle()
    expect(shown()).toEqual([[first, 40, 20]])
  })

  it('uses the response of an equal search for 10 s and keeps it for 5 min [SEARCH-13]', async () => {
    const { caller, clock, search } = await open()
    caller.reply(getChatSearchResult, answers([inFirst(10)]))
    const asked = () => caller.callsOf(getChatSearchResult).length
    ;(await search({})).stop()
    // Each search takes 0.32 s.
    await clock.advance(9_600)
    ;(await search({})).stop()
    expect(asked()).toBe(1)
    caller.reply(getChatSearchResult, failureOf('network'))
    const kept = await search({})
    expect(asked()).toBe(2)
    expect(kept.shown()).toEqual([[first, 10]])
    kept.stop()
    await clock.advance(289_000)
    const old = await search({})
    expect(old.shown()).toEqual([[first, 10]])
    old.stop()
    await clock.advance(1_000)
    expect((await search({})).shown()).toEqual([])
  })

  it('forgets its answers when a message is deleted', async () => {
    const { caller, search, log, settle } = await open([says(1, 'tea')])
    caller.reply(getChatSearchResult, answers([inFirst(10)]))
    ;(await search({})).stop()
    const data = { serverIds: [serverId(10)] }
    void log.append([{ stream: first, occurredAt: 1, origin: 'http', type: 'MessagesDeleted', data }])
    await settle()
    await search({})
    expect(caller.callsOf(getChatSearchResult)).toHaveLength(2)
  })

  it('requests older hits before the smallest id of a full page', async () => {
    const { caller, search, settle } = await open()
    const page = Array.from({ length: searchPageSize }, (_, at) => 1_000 - at)
    caller.reply(getChatSearchResult, ({ BeforeID }) =>
      answers([BeforeID === undefined ? inFirst(...page) : inFirst(7)]),
    )
    const { found } = await search({ conversation: first })
    expect(found.get()).toMatchObject({ server: 'done', hasMore: true })
    found.loadMore()
    await settle()
    expect(caller.callsOf(getChatSearchResult)[1]?.request).toMatchObject({ BeforeID: 901 })
    expect(found.get().groups[0]?.hits.at(-1)?.serverId).toBe(7)
    expect(found.get()).toMatchObject({ server: 'done', hasMore: false })
  })

  it('says that it is offline, and asks the server again once it is connected', async () => {
    const { caller, connection, search, settle } = await open([says(1, 'tea')])
    connection.set({ status: 'offline', since: 1 })
    const { found, shown } = await search({ conversation: first })
    expect(found.get()).toMatchObject({ device: 'done', server: 'offline' })
    expect(shown()).toEqual([[first, 10]])
    caller.reply(getChatSearchResult, answers([inFirst(10, 5)]))
    connection.set({ status: 'connected' })
    await settle()
    expect(found.get()).toMatchObject({ server: 'done', isPartial: false })
    expect(shown()).toEqual([[first, 10, 5]])
  })

  it('fails on the server alone, and retries', async () => {
    const { caller, search, settle } = await open([says(1, 'tea')])
    const { found } = await search({})
    expect(found.get()).toMatchObject({ device: 'done', server: 'failed' })
    caller.reply(getChatSearchResult, answers([]))
    found.retry()
    await settle()
    expect(found.get()).toMatchObject({ device: 'done', server: 'done' })
  })

  it('keeps the places of the conversations that a person is looking at', async () => {
    const { caller, search, settle } = await open([says(2, 'tea')])
    const answer = answerLater(caller)
    const { found, shown } = await search({})
    found.markSeen(1)
    answer([{ ...inFirst(90), ChatSessionId: 9 }])
    await settle()
    expect(shown()).toEqual([
      [first, 20],
      [conversationId('direct', 9), 90],
    ])
  })
})

it('groups with matching members are kept for 15 s [SEARCH-09 SEARCH-14 SEARCH-15]', async () => {
  const { caller, clock, operations, settle } = await open()
  const { path, allowedCodes } = searchMyGroupAllUsers
  expect({ path, allowedCodes }).toEqual({ path: '/SearchMyGroupAllUsers', allowedCodes: [0, 1] })
  const users = [{ UserID: 8, MatchedName: 'Benedict' }]
  caller.reply(
    searchMyGroupAllUsers,
    answers([{ GroupID: 5, GroupName: 'Walks', GroupImg: '/w.png', Users: users }]),
  )
  const show = async () => {
    const stop = operations.groups('ben').subscribe(() => undefined)
    await settle()
    stop()
  }
  await show()
  expect(operations.groups('ben').get()).toEqual({
    status: 'ready',
    value: [
      {
        ...{ conversation: group, title: 'Walks', avatarUrl: '/w.png' },
        members: [{ userId: 8, name: 'Benedict' }],
      },
    ],
  })
  // Each look takes 0.32 s.
  await clock.advance(14_300)
  await show()
  expect(caller.callsOf(searchMyGroupAllUsers)).toMatchObject([{ request: { Keyword: 'ben' } }])
  await clock.advance(400)
  await show()
  expect(caller.callsOf(searchMyGroupAllUsers)).toHaveLength(2)
})

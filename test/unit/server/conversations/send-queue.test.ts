import { asc, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { builtInStickers } from '#domain/stickers/built-in-stickers.ts'
import { openConversationBetween } from '#server/conversations/open-conversation.ts'
import { type Send, SendQueue } from '#server/conversations/send-queue.ts'
import { ConnectionRegistry } from '#server/gateway/connection-registry.ts'
import { account, conversation, friendship, message } from '#server/store/schema/index.ts'
import { type MemoryBackend, openMemoryBackend } from '#test/contract/memory-backend.ts'

interface Pair {
  readonly senderId: number
  readonly friendId: number
  readonly conversationId: number
}

let backend: MemoryBackend
let queue: SendQueue
let pairs: readonly Pair[]

beforeAll(async () => {
  backend = await openMemoryBackend()
}, 60_000)
afterAll(() => backend.close())
beforeEach(async () => {
  queue = new SendQueue({
    connections: new ConnectionRegistry(),
    database: backend.database,
    clock: { now: () => 1000 },
  })
  pairs = [await openPair(), await openPair(), await openPair()]
})

let people = 0
async function openPair(): Promise<Pair> {
  const { database } = backend
  const values = [1, 2].map(() => ({
    ...{ telCode: '86', phone: String(++people), chatId: `c${people}`, nickname: `P${people}` },
    ...{ createdAt: 1, lastSeenAt: 1 },
  }))
  const [senderId = 0, friendId = 0] = (await database.insert(account).values(values).returning()).map(
    ({ id }) => id,
  )
  await database.insert(friendship).values([
    { accountId: senderId, friendId, createdAt: 1 },
    { accountId: friendId, friendId: senderId, createdAt: 1 },
  ])
  const { conversationId } = await openConversationBetween(database, 1, senderId, friendId)
  return { senderId, friendId, conversationId }
}

let sent = 0
const sendOf = ({ senderId, conversationId }: Pair, changes: Partial<Send> = {}): Send => ({
  ...{ kind: 'direct', conversationId, senderId, quotedMessageId: null, type: 'txt', body: 'hello' },
  clientMessageId: `m${String(++sent).padStart(19, '0')}`,
  ...changes,
})

/** The stored messages of the three conversations, and the number of transactions. */
async function stored() {
  const ids = pairs.map(({ conversationId }) => conversationId)
  const rows = await backend.database
    .select({
      conversationId: message.conversationId,
      sequence: message.sequence,
      body: message.body,
      transaction: sql<string>`message.xmin::text`,
    })
    .from(message)
    .where(inArray(message.conversationId, ids))
    .orderBy(asc(message.id))
  const heads = await backend.database
    .select({ head: conversation.headSequence })
    .from(conversation)
    .where(inArray(conversation.id, ids))
    .orderBy(asc(conversation.id))
  return {
    bodies: rows.map(({ body }) => body),
    sequences: rows.map(({ sequence }) => sequence),
    heads: heads.map(({ head }) => head),
    transactions: new Set(rows.map(({ transaction }) => transaction)).size,
  }
}

const kindsOf = async (sends: readonly Send[]) =>
  (await Promise.allSettled(sends.map((send) => queue.store(send)))).map((one) =>
    one.status === 'fulfilled' ? one.value.kind : 'failed',
  )

describe('messages that arrive together', () => {
  it('are stored in one transaction, each with the next number of its conversation', async () => {
    for (const round of [1, 2]) {
      const bodies = pairs.map((_, index) => `${round} ${index}`)
      const sends = pairs.map((pair, index) => sendOf(pair, { body: bodies[index] ?? '' }))
      expect(await kindsOf(sends)).toEqual(['stored', 'stored', 'stored'])
    }
    expect(await stored()).toEqual({
      bodies: ['1 0', '1 1', '1 2', '2 0', '2 1', '2 2'],
      sequences: [1, 1, 1, 2, 2, 2],
      heads: [2, 2, 2],
      transactions: 2,
    })
  })

  it('get sequence numbers of one conversation in their order, and rejected or known ones none', async () => {
    const [pair, other] = pairs
    if (!pair || !other) throw new Error('No pairs')
    const known = sendOf(pair, { body: 'known' })
    await queue.store(known)
    const of = (body: string) => sendOf(pair, { body })
    const stranger = { ...of('stranger'), senderId: other.senderId }
    const sends = [of('a'), sendOf(other, { body: 'other' }), known, of('b'), stranger, of('c')]
    const outcomes = await Promise.all(sends.map((send) => queue.store(send)))
    const sequences = outcomes.map((one) => (one.kind === 'stored' ? one.row.message.sequence : one.kind))
    expect(sequences).toEqual([2, 1, 'known', 3, 'refused', 4])
    expect(await stored()).toEqual({
      bodies: ['known', 'a', 'other', 'b', 'c'],
      sequences: [1, 2, 1, 3, 4],
      heads: [4, 1, 0],
      transactions: 2,
    })
  })

  it('are answered separately: a rejected or known one delays no other, and leaves no gap [LIFE-15 LIFE-23]', async () => {
    const [first, second, third] = pairs.map((pair) => sendOf(pair))
    if (!first || !second || !third) throw new Error('No pairs')
    await queue.store(first)
    const stranger = { ...second, senderId: first.senderId }
    const outcomes = await Promise.all([first, stranger, third].map((send) => queue.store(send)))
    expect(outcomes).toMatchObject([
      { kind: 'known', message: { sequence: 1, sentAt: 1000 } },
      { kind: 'refused', refusal: { textKey: 'message-not-deliverable' } },
      { kind: 'stored', row: { message: { sequence: 1 } } },
    ])
    expect((await stored()).heads).toEqual([1, 0, 1])
  })

  it('reject a former friend immediately', async () => {
    const [pair] = pairs
    if (!pair) throw new Error('No pairs')
    await queue.store(sendOf(pair))
    await backend.database.delete(friendship).where(eq(friendship.accountId, pair.senderId))
    expect(await kindsOf([sendOf(pair)])).toEqual(['refused'])
  })

  it('are stored one by one if they cannot be stored together: only the invalid one fails', async () => {
    await backend.database.execute(sql`alter table message add constraint no_poison check (body <> 'poison')`)
    const bodies = ['one', 'poison', 'three']
    const kinds = await kindsOf(pairs.map((pair, index) => sendOf(pair, { body: bodies[index] ?? '' })))
    await backend.database.execute(sql`alter table message drop constraint no_poison`)
    expect(kinds).toEqual(['stored', 'failed', 'stored'])
    expect(await stored()).toMatchObject({ bodies: ['one', 'three'], heads: [1, 0, 1], transactions: 2 })
    expect(await kindsOf(pairs.map((pair) => sendOf(pair)))).toEqual(['stored', 'stored', 'stored'])
  })

  it('store one client id once, also for two conversations at one moment', async () => {
    const [pair, other] = pairs
    if (!pair || !other) throw new Error('No pairs')
    const { conversationId } = await openConversationBetween(
      backend.database,
      1,
      pair.senderId,
      other.friendId,
    )
    await backend.database.insert(friendship).values([
      { accountId: pair.senderId, friendId: other.friendId, createdAt: 1 },
      { accountId: other.friendId, friendId: pair.senderId, createdAt: 1 },
    ])
    const send = sendOf(pair)
    expect(await kindsOf([send, { ...send, conversationId }])).toEqual(['stored', 'known'])
    expect((await stored()).bodies).toEqual(['hello'])
  })

  it('reject only the message whose file is not the sender’s', async () => {
    const body = `/files/messages/${'a'.repeat(40)}.png?w=1&h=1&t=1`
    const sends = pairs.map((pair, index) => sendOf(pair, index === 1 ? { type: 'pic', body } : {}))
    expect(await kindsOf(sends)).toEqual(['stored', 'failed', 'stored'])
    expect((await stored()).heads).toEqual([1, 0, 1])
  })

  it('keep their order around one with a file', async () => {
    const [pair] = pairs
    if (!pair) throw new Error('No pairs')
    const sticker = builtInStickers[0]?.path ?? ''
    const sends = [{ body: 'a' }, { type: 'emo', body: sticker }, { body: 'b' }]
    await kindsOf(sends.map((changes) => sendOf(pair, changes)))
    expect((await stored()).bodies).toEqual(['a', sticker, 'b'])
  })
})

it('waits for all messages that have arrived before it begins', async () => {
  let begin = () => {}
  const nextTurn = () =>
    new Promise<void>((resolve) => {
      begin = resolve
    })
  queue = new SendQueue({
    connections: new ConnectionRegistry(),
    database: backend.database,
    clock: { now: () => 1000 },
    nextTurn,
  })
  const [first, ...rest] = pairs.map((pair) => sendOf(pair))
  if (!first) throw new Error('No pairs')
  const storing = [queue.store(first)]
  await backend.database.execute(sql`select 1`)
  storing.push(...rest.map((send) => queue.store(send)))
  begin()
  await Promise.all(storing)
  expect(await stored()).toMatchObject({ bodies: ['hello', 'hello', 'hello'], transactions: 1 })
})

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountClient } from '#client/client.ts'
import { openTimelineHandle } from '#client/timeline.ts'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import * as tables from '#server/store/schema/index.ts'
import { accountOf, befriend, signUp } from '#test/unit/client/acquaintance.ts'
import { InProcessWorld, type Person } from '#test/unit/client/in-process-world.ts'
import { type RequestRecord, recordRequests } from '#test/unit/client/request-record.ts'

/** The number of conversations besides the open one, and of messages missed in all of them. */
const others = 299
const missedInAll = 10_000
const missedInOpen = 400
/** A few have more messages than fit in one response. */
const busy = 5
const missedInBusy = 200
const missedIn = (place: number): number => {
  if (place < busy) return missedInBusy
  const rest = missedInAll - missedInOpen - busy * missedInBusy
  return Math.floor(rest / (others - busy)) + (place - busy < rest % (others - busy) ? 1 : 0)
}

let world: InProcessWorld
let anna: Person
let open: ConversationId
let record: RequestRecord
/** The other conversations, the one with the newest message first. */
let rest: readonly ConversationId[]

const account = (): AccountClient => accountOf(anna)
const rowOf = (id: ConversationId) =>
  account()
    .conversations.get()
    .find((row) => row.id === id)
const isConnected = () => account().connection.get().status === 'connected'

/** Writes Anna's missed messages directly into the store. */
async function writeMeanwhile(): Promise<void> {
  const { database } = world.backend
  const me = account().userId
  const now = world.clock.now()
  const times = { createdAt: now, lastSeenAt: now }
  const people = Array.from({ length: others }, (_, place) => ({
    ...{ telCode: '99', phone: `${place}`, chatId: `chat-${place}`, nickname: `Person ${place}` },
    ...times,
  }))
  const ids = (await database.insert(tables.account).values(people).returning()).map(({ id }) => id)
  const pairs = ids.map((peer) => ({
    ...{ lowerAccountId: Math.min(me, peer), upperAccountId: Math.max(me, peer) },
    createdAt: now,
  }))
  const created = await database.insert(tables.conversation).values(pairs).returning()
  for (const [place, { id, lowerAccountId, upperAccountId }] of created.entries()) {
    const peer = (lowerAccountId === me ? upperAccountId : lowerAccountId) ?? 0
    await database.insert(tables.conversationMember).values([
      { conversationId: id, accountId: me, peerId: peer, isNew: false },
      { conversationId: id, accountId: peer, peerId: me, isNew: false },
    ])
    await writeMessages(id, peer, missedIn(place), now + place)
  }
  await writeMessages(parseConversationId(open).wireId, rowOf(open)?.peerId ?? 0, missedInOpen, now)
}

async function writeMessages(id: number, senderId: number, count: number, now: number): Promise<void> {
  const { database } = world.backend
  const { conversation, message } = tables
  const [head] = await database
    .update(conversation)
    .set({ headSequence: sql`${conversation.headSequence} + ${count}` })
    .where(eq(conversation.id, id))
    .returning()
  const first = (head?.headSequence ?? 0) - count + 1
  const missed = Array.from({ length: count }, (_, index) => ({
    ...{ conversationId: id, senderId, clientMessageId: `c${id}n${index}`, type: 'txt' },
    ...{ sequence: first + index, body: `missed ${index + 1}`, sentAt: now + index * 1000 },
  }))
  await database.insert(message).values(missed)
}

const sequences = (screen: ReturnType<AccountClient['openTimeline']>) =>
  screen.view.get().messages.flatMap(({ sequence }) => (sequence === undefined ? [] : [sequence]))
const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

beforeAll(async () => {
  world = await InProcessWorld.open()
  record = recordRequests()
  anna = world.start(undefined, record.onlooker)
  const ben = world.start()
  await signUp(world, anna, '13900000001')
  await signUp(world, ben, '13900000002')
  open = await befriend(world, anna, ben)
  await accountOf(ben).dispatch({ type: 'SendText', conversationId: open, text: 'before' })
  await world.until('it came', () => rowOf(open)?.unreadCount === 1)
  await accountOf(anna).dispatch({ type: 'MarkConversationRead', conversationId: open })
  await world.until('the server knows', () => record.answered().includes('/ReadAllChat'))
}, 60_000)
afterAll(async () => {
  await world.backend.close()
})

describe('the client, after missing 10,000 messages in 300 conversations,', () => {
  it('catches up, the open conversation first, without blocking other work [SESS-28 SESS-27 LIFE-20]', async () => {
    const screen = account().openTimeline(open, openTimelineHandle)
    await world.until('it is open', () => screen.view.get().status === 'ready')
    anna.environment.set({ isOnline: false })
    await world.until('she is away', () => account().connection.get().status === 'offline')
    await writeMeanwhile()
    record.clear()

    anna.environment.set({ isOnline: true })
    await world.until('the list is there', () => account().conversations.get().length === others + 1)
    // Every row is correct before the first body is fetched.
    expect(record.answered()).not.toContain('/GetAllSessionData')
    const rows = account().conversations.get()
    expect(rows.reduce((sum, { unreadCount }) => sum + unreadCount, 0)).toBe(missedInAll)
    expect(rows.every(({ lastMessage }) => lastMessage?.body?.startsWith('missed '))).toBe(true)
    rest = rows.map(({ id }) => id).filter((id) => id !== open)

    await world.until('the open one is whole', () => sequences(screen).length > missedInOpen)
    expect(sequences(screen)).toEqual(upTo(1 + missedInOpen))
    expect(record.askedFor()[0]).toBe(open)

    // A message is sent while most missed ones are still loading.
    await account().dispatch({ type: 'SendText', conversationId: open, text: 'I am back' })
    await world.until('it is sent', () => screen.view.get().messages.at(-1)?.state === 'sent')
    expect(record.askedFor().length).toBeLessThan(rest.length)

    await world.until('all is there', isConnected)
    // The open one was complete before the others began, and these loaded in list order.
    const calls = record.paths()
    const [forOpen, forOthers] = calls.flatMap((path, at) => (path === '/GetAllSessionData' ? [at] : []))
    const pages = calls.flatMap((path, at) => (path === '/GetChatData' ? [at] : []))
    expect(pages.every((at) => at > (forOpen ?? 0) && at < (forOthers ?? 0))).toBe(true)
    expect(record.askedFor()).toEqual([open, ...rest])
    expect(record.most()).toBeLessThanOrEqual(2)
    expect(calls.filter((path) => path === '/GetAllSessionData')).toHaveLength(1 + Math.ceil(others / 20))
    expect(pages).toHaveLength(missedInOpen / 50 - 1)
    expect(calls.filter((path) => path === '/GetDeleteChat')).toEqual([])
    screen.close()
  }, 60_000)

  it('shows any other conversation completely, or with a gap that scrolling fills', async () => {
    record.clear()
    const [quiet, busiest] = [rest.at(-1), rest.find((id) => rowOf(id)?.unreadCount === missedInBusy)]
    if (!quiet || !busiest) throw new Error('Nobody wrote')
    const small = account().openTimeline(quiet, openTimelineHandle)
    await world.until('it is open', () => small.view.get().status === 'ready')
    expect(sequences(small)).toEqual(upTo(rowOf(quiet)?.unreadCount ?? 0))
    expect(record.paths()).not.toContain('/GetChatData')

    const large = account().openTimeline(busiest, openTimelineHandle)
    await world.until('it is open', () => large.view.get().status === 'ready')
    expect(sequences(large)).toEqual(upTo(missedInBusy, missedInBusy - 49))
    expect(large.view.get()).toMatchObject({ hasOlder: true, unreadCount: missedInBusy })
    while (large.view.get().hasOlder) {
      large.loadOlder()
      await world.until('a page', () => !large.view.get().isLoadingOlder)
    }
    expect(sequences(large)).toEqual(upTo(missedInBusy))
    expect(rowOf(busiest)?.unreadCount).toBe(missedInBusy)
  })
})

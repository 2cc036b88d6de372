import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareSummaries, summarize } from '#domain/conversation/conversation-list.ts'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { type ConversationState, initialConversations } from '#domain/conversation/conversation-state.ts'
import { recentLimit } from '#domain/conversation/recent-messages.ts'
import { countUnread } from '#domain/conversation/unread-count.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import {
  acknowledged,
  chat,
  client,
  deleted,
  idOf,
  inChat,
  listed,
  logged,
  me,
  range,
  received,
  submitted,
} from '../log-events.ts'

const own = client('own')
const stalled = (attempt: number) => inChat('MessageBecameStale', { clientId: own, attempt })
const read = (sequence: number, origin: 'local' | 'socket' = 'local') =>
  inChat('ConversationRead', { upTo: idOf(sequence), at: 1 }, origin)
const counted = (readUpTo: number, through: number, count: number) =>
  inChat('UnreadCounted', { readUpTo: idOf(readUpTo), through: idOf(through), count }, 'http')

function fold(events: readonly NewEvent[]): ConversationState | undefined {
  const state = initialConversations(me)
  for (const event of logged(events)) evolveConversations(state, event)
  return state.byId.get(chat)
}
function known(events: readonly NewEvent[]): ConversationState {
  const state = fold(events)
  if (!state) throw new Error('the conversation is not there')
  return state
}
const unreadAfter = (events: readonly NewEvent[]) => countUnread(known(events))
const row = (events: readonly NewEvent[], remark = '') => summarize(known(events), me, remark)
const writtenAfter = (sequence: number, submittedAt = 550_000) =>
  inChat('MessageSubmitted', {
    ...{ clientId: own, type: 'txt', body: 'own', submittedAt },
    writtenAfter: idOf(sequence),
  })

describe('unread messages of a conversation', () => {
  it.each([
    { title: 'counts what others sent', events: [received(1), received(2)], unread: 2 },
    { title: 'counts a message once', events: [received(1), received(1)], unread: 1 },
    { title: 'is zero once read [SESS-39]', events: [received(1), received(2), read(2)], unread: 0 },
    { title: 'stays what was read, whatever comes late', events: [read(2), received(1)], unread: 0 },
    { title: 'leaves tombstones out', events: [received(1), received(2), deleted(1)], unread: 1 },
    {
      title: 'leaves tombstones out whose deletion came first',
      events: [deleted(1), received(1)],
      unread: 0,
    },
    { title: 'never counts own messages [NOTIF-08]', events: [received(1, { senderId: me })], unread: 0 },
    {
      title: "adds newer ones to the server's count",
      events: [counted(0, 50, 30), received(51)],
      unread: 31,
    },
    { title: 'takes the read mark of the server', events: [received(1), counted(1, 1, 0)], unread: 0 },
  ])('$title', ({ events, unread }) => {
    expect(unreadAfter(events)).toBe(unread)
  })
})

describe('a conversation', () => {
  it('does not depend on the order and number of its messages and markers [LIFE-23]', () => {
    const pool: readonly NewEvent[] = [
      ...range(1, 14).map((sequence) => received(sequence)),
      received(15, { clientId: own, senderId: me }),
      received(16, { senderId: me, readAt: 9 }),
      received(3, { body: null }),
      acknowledged(own, 15),
      deleted(2, 8, 30),
      received(30),
      read(4),
      read(6, 'socket'),
      counted(2, 9, 7),
      counted(3, 12, 5),
      inChat('UnreadCounted', { readUpTo: idOf(3), through: idOf(12), count: 5, readSequence: 3 }, 'http'),
      inChat('PeerRead', { upTo: idOf(15), at: 1 }),
      inChat('ReadMarkerDelivered', { upTo: idOf(4) }),
    ]
    const inOrder = known([submitted(own), ...pool])
    const anyOrder = fc
      .tuple(fc.shuffledSubarray([...pool], { minLength: pool.length }), fc.subarray([...pool]))
      .map(([all, again]) => [...all, ...again])
    fc.assert(
      fc.property(anyOrder, (events) => {
        expect(known([submitted(own), ...events])).toEqual(inOrder)
      }),
      { seed: 1, numRuns: 300 },
    )
  })

  it('knows which own read marker the server has not confirmed', () => {
    expect(known([received(5), read(5)])).toMatchObject({ readUpTo: idOf(5), deliveredUpTo: 0 })
    expect(known([received(5), read(5, 'socket')])).toMatchObject({ deliveredUpTo: idOf(5) })
    const delivered = inChat('ReadMarkerDelivered', { upTo: idOf(5) })
    expect(known([received(5), read(5), delivered])).toMatchObject({ deliveredUpTo: idOf(5) })
  })

  it('is dropped with its drafts and unsent messages when it is removed', () => {
    const events = [listed(), received(1), submitted(own), inChat('ConversationRemoved', {})]
    expect(fold(events)).toBeUndefined()
    expect(known([...events, listed()])).toMatchObject({ draft: '', newestId: 0, contiguousRanges: [] })
  })

  it.each([
    ['the acknowledgement', acknowledged(own, 4)],
    ['the failure', inChat('MessageFailed', { clientId: own, attempt: 1, code: 1, reason: '' })],
    ['the discarding', inChat('MessageDiscarded', { clientId: own })],
    ['the upload', inChat('MessageUploaded', { clientId: own, body: '/files/messages/a.png' })],
  ])('does not return with %s of a message that was removed with it', (_, late) => {
    expect(fold([listed(), submitted(own), inChat('ConversationRemoved', {}), late])).toBeUndefined()
  })

  it('is not listed before the server lists it', () => {
    expect(row([received(1)])).toBeUndefined()
  })
})

describe('the row of a conversation', () => {
  it('is new until it was opened for the first time [SESS-40]', () => {
    const fresh = [listed({ isNew: true })]
    expect(row(fresh)).toMatchObject({ isNew: true, unreadCount: 0 })
    const opened = [...fresh, inChat('ConversationOpened', {})]
    expect(row(opened)?.isNew).toBe(false)
    expect(row([...opened, listed({ isNew: true })])?.isNew).toBe(false)
  })

  it("has the friend's remark as its title if there is one", () => {
    expect(row([listed({ title: 'Nick' })])?.title).toBe('Nick')
    expect(row([listed({ title: 'Nick' })], 'My friend')?.title).toBe('My friend')
  })

  it('shows the newest remaining message, or that only a tombstone is left', () => {
    const events = [listed(), received(1), received(2), received(3)]
    expect(row([...events, deleted(3)])?.lastMessage).toMatchObject({ serverId: idOf(2), body: 'text 2' })
    expect(row([listed(), received(1), deleted(1)])?.lastMessage).toMatchObject({ body: null })
    expect(row([listed()])?.lastMessage).toBeUndefined()
  })

  it('shows a pending message last, and a stale one only until a newer message arrives', () => {
    const pending = [listed(), received(1), submitted(own, 400_000)]
    expect(row(pending)?.lastMessage).toMatchObject({ clientId: own, state: 'pending', isOwn: true })
    expect(row([...pending, received(2)])?.lastMessage).toMatchObject({ clientId: own })
    expect(row([...pending, received(2), stalled(1)])).toMatchObject({
      unsentCount: 1,
      lastMessage: { serverId: idOf(2) },
    })
  })

  it('shows a message that came after a stale one, also if the storage took the stale one last', () => {
    const inMemory = { position: { inMemory: 1, index: 0 } }
    const events = [listed(), received(1), writtenAfter(1), received(2), writtenAfter(1), stalled(1)]
    const state = initialConversations(me)
    for (const [index, event] of logged(events).entries())
      evolveConversations(state, index === 2 ? { ...event, ...inMemory } : event)
    const conversation = state.byId.get(chat)
    expect(conversation && summarize(conversation, me, '')?.lastMessage).toMatchObject({ serverId: idOf(2) })
  })

  it('keeps its place while a text written with a clock behind waits', () => {
    expect(row([listed(), received(1), submitted(own, 1)])?.activeAt).toBe(
      row([listed(), received(1)])?.activeAt,
    )
  })

  it.each([
    ['behind', 1],
    ['right', 500_001],
    ['ahead', 900_000_000],
  ])(
    'orders a stale message by what was known when it was written, although the clock was %s',
    (_, writtenAt) => {
      const stale = [listed(), received(1), writtenAfter(1, writtenAt), stalled(1)]
      expect(row(stale)?.lastMessage).toMatchObject({ clientId: own })
      expect(row([...stale, received(2)])?.lastMessage).toMatchObject({ serverId: idOf(2) })
      expect(row([...stale, received(2), deleted(2)])?.lastMessage).toMatchObject({ clientId: own })
      const retried = inChat('MessageRetried', {
        ...{ clientId: own, attempt: 2, submittedAt: writtenAt },
        writtenAfter: idOf(2),
      })
      expect(row([...stale, received(2), retried, stalled(2)])?.lastMessage).toMatchObject({ clientId: own })
    },
  )

  it('shows an own message as read once the other side has read it [LIFE-17]', () => {
    const events = [listed(), received(1, { senderId: me })]
    expect(row(events)?.lastMessage?.state).toBe('sent')
    expect(row([...events, received(1, { senderId: me, readAt: 5 })])?.lastMessage?.state).toBe('read')
    const mark = inChat('PeerRead', { upTo: idOf(1), at: 5 })
    expect(row([...events, mark])?.lastMessage?.state).toBe('read')
  })

  it('is ordered by its newest message, pending ones included, else by its creation', () => {
    expect(row([listed({ createdAt: 123 })])?.activeAt).toBe(123)
    expect(row([listed(), received(9)])?.activeAt).toBe(500_009)
    expect(row([listed(), received(9), submitted(own, 700_000)])?.activeAt).toBe(700_000)
    // The clock was set back between two unsent messages.
    const written = [submitted(client('ahead'), 900_000), submitted(own, 700_000)]
    expect(row([listed(), ...written])).toMatchObject({ lastMessage: { clientId: own }, activeAt: 700_000 })
  })

  it('is never moved up by a deletion: its newest remaining message orders it', () => {
    const events = [listed({ createdAt: 123 }), received(1), received(2), received(3)]
    expect(row([...events, deleted(3)])?.activeAt).toBe(500_002)
    expect(row([...events, deleted(3), deleted(2)])?.activeAt).toBe(500_001)
    expect(row([...events, deleted(3), deleted(2), deleted(1)])?.activeAt).toBe(123)
    expect(row([listed({ createdAt: 123 }), received(1, { body: null })])?.activeAt).toBe(123)
  })

  it('moves down no further than to the oldest recent message while an older one may exist', () => {
    const many = range(1, recentLimit + 1).map((at) => received(at))
    const newest = deleted(...range(2, recentLimit + 1))
    expect(row([listed(), ...many, newest])).toMatchObject({ lastMessage: { body: null }, activeAt: 500_002 })
  })

  it('is listed below pinned rows and above older ones [SESS-09]', () => {
    const base = row([listed()])
    if (!base) throw new Error('no row')
    const named = (title: string, isPinned: boolean, activeAt: number) => ({
      ...base,
      title,
      isPinned,
      activeAt,
    })
    const rows = [
      named('old', false, 1),
      named('pinned, old', true, 1),
      named('new', false, 3),
      named('pinned, new', true, 2),
    ]
    expect(rows.sort(compareSummaries).map(({ title }) => title)).toEqual([
      'pinned, new',
      'pinned, old',
      'new',
      'old',
    ])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { summarize } from '#domain/conversation/conversation-list.ts'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { chat, deleted, idOf, inChat, listed, logged, me, message, received } from '../log-events.ts'

const previewed = (sequence: number, body = `text ${sequence}`): NewEvent =>
  inChat('MessagePreviewed', { message: message(sequence, { body }) }, 'http')
const fold = (events: readonly NewEvent[]) =>
  logged([listed(), ...events])
    .reduce(evolveConversations, initialConversations(me))
    .byId.get(chat)
const row = (events: readonly NewEvent[]) => {
  const state = fold(events)
  return state && summarize(state, me, '')
}

describe('a message that is known from its row in the list only', () => {
  it('is the last message and orders the row, but is neither stored nor counted [SESS-21]', () => {
    const events = [received(1), previewed(9)]
    expect(row(events)).toMatchObject({
      lastMessage: { serverId: idOf(9), body: 'text 9' },
      activeAt: 500_009,
      unreadCount: 1,
    })
    expect(fold(events)).toMatchObject({ contiguousRanges: [{ from: 1, to: 1 }], newestId: idOf(1) })
  })

  it('is replaced by a newer one, and is not shown after it was deleted or cleared', () => {
    expect(row([previewed(9), received(10)])?.lastMessage).toMatchObject({ serverId: idOf(10) })
    expect(row([received(1), previewed(9), deleted(9)])?.lastMessage).toMatchObject({ serverId: idOf(1) })
    expect(row([deleted(9), previewed(9)])?.lastMessage).toMatchObject({ body: null })
    const cleared = inChat('ConversationCleared', { through: idOf(9), sequence: 9, activeAt: 1 })
    expect(row([cleared, previewed(9)])?.lastMessage).toBeUndefined()
  })

  it('is replaced by its own copy, and never replaces it, because the list shortens long texts [SESS-21]', () => {
    const whole = received(9, { body: 'a long text' })
    for (const events of [
      [previewed(9, 'a long'), whole],
      [whole, previewed(9, 'a long')],
    ])
      expect(row(events)?.lastMessage).toMatchObject({ serverId: idOf(9), body: 'a long text' })
  })

  it('gives the same state with the message itself, in any order and number', () => {
    const pool: readonly NewEvent[] = [
      ...[1, 2, 3, 9].map((sequence) => received(sequence)),
      ...[2, 3, 9].map((sequence) => previewed(sequence)),
      deleted(3),
      inChat('UnreadCounted', { readUpTo: idOf(1), through: idOf(9), count: 2, isMentioned: true }),
      inChat('UnreadCounted', { readUpTo: idOf(1), through: idOf(9), count: 2 }),
      inChat('DeletionsReceived', { through: 5 }),
      inChat('DeletionsReceived', { through: 7 }),
    ]
    const inOrder = fold(pool)
    const anyOrder = fc
      .tuple(fc.shuffledSubarray([...pool], { minLength: pool.length }), fc.subarray([...pool]))
      .map(([all, again]) => [...all, ...again])
    fc.assert(
      fc.property(anyOrder, (events) => {
        expect(fold(events)).toEqual(inOrder)
      }),
      { seed: 1, numRuns: 300 },
    )
  })
})

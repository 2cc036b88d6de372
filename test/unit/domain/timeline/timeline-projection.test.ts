import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evolveTimeline, initialTimeline } from '#domain/timeline/timeline-projection.ts'
import { viewTimeline } from '#domain/timeline/timeline-view.ts'
import { serverId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import {
  acknowledged,
  chat,
  client,
  deleted,
  idOf,
  inChat,
  logged,
  me,
  peer,
  range,
  received,
  submitted,
} from '../log-events.ts'

const own = client('own')
const nothingRead = { readUpTo: serverId(0), peerReadUpTo: serverId(0), profile: undefined }
const fold = (events: readonly NewEvent[]) => logged(events).reduce(evolveTimeline, initialTimeline(chat, me))
const view = (events: readonly NewEvent[], marks = nothingRead) => viewTimeline(fold(events), marks)
const bodies = (events: readonly NewEvent[]) => view(events).map(({ body }) => body)
const quoting = (sequence: number, text: string): Partial<ConfirmedMessage> => ({
  quote: { serverId: idOf(sequence), senderId: peer, senderName: 'Peer', type: 'txt', text },
})
/** A message without a sequence number, as a foreign server sends it. */
const unnumbered = (id: number, overrides: Partial<ConfirmedMessage> = {}) =>
  received(id, { sequence: undefined, ...overrides })

describe('a timeline', () => {
  it('has the mentions of a message, pending ones included [MSG-06]', () => {
    const written = { clientId: own, type: 'txt', body: '@Peer', submittedAt: 1, mentions: [2] } as const
    const sent = [inChat('MessageSubmitted', written), acknowledged(own, 1)]
    const copy = received(1, { senderId: me, clientId: own })
    for (const events of [sent.slice(0, 1), sent, [...sent, copy], [copy, received(1, { mentions: [2] })]])
      expect(view(events)[0]?.mentions).toEqual([2])
    expect(view([received(1)])[0]?.mentions).toBe(undefined)
  })
  it('orders confirmed messages by sequence and unsent ones after them as they were written (DEC-99)', () => {
    const events = [
      submitted(client('one'), 2000, 'written first'),
      submitted(client('two'), 1000, 'written after the clock was set back'),
      received(3),
      received(1),
      received(2),
    ]
    const after = ['written first', 'written after the clock was set back']
    expect(bodies(events)).toEqual(['text 1', 'text 2', 'text 3', ...after])
  })

  it('falls back to the id for a message without a sequence number (DEC-106)', () => {
    const events = [received(1), received(3), received(2), unnumbered(5), unnumbered(4), received(6)]
    expect(bodies(events.filter((_, index) => index < 5))).toEqual(range(1, 5).map((id) => `text ${id}`))
    expect(bodies([received(1), unnumbered(2), received(2)])).toEqual(['text 1', 'text 2'])
  })

  it('merges all copies of a message under one key from pending to confirmed [LIFE-06 LIFE-23]', () => {
    const pending = [received(1), submitted(own)]
    const [, before] = view(pending)
    expect(before).toMatchObject({ key: own, state: 'pending', serverId: undefined, sentAt: 550_000 })
    const copy = received(2, { clientId: own, senderId: me, body: `own ${own}` })
    for (const events of [[acknowledged(own, 2)], [copy], [copy, acknowledged(own, 2), copy]]) {
      const messages = view([...pending, ...events])
      expect(messages).toHaveLength(2)
      expect(messages[1]).toMatchObject({ key: own, state: 'sent', serverId: idOf(2), body: before?.body })
    }
  })

  it('shows only the newest contiguous range [LIFE-20]', () => {
    expect(bodies([received(1), received(2), received(5), received(6)])).toEqual(['text 5', 'text 6'])
    expect(bodies([received(1), received(2), received(4), received(3)])).toHaveLength(4)
  })

  it('keeps the place of a tombstone, but does not show it (DEC-106)', () => {
    expect(bodies([received(1), received(2, { body: null }), received(3)])).toEqual(['text 1', 'text 3'])
  })

  it('keeps a deleted message hidden when it is fetched again [LIFE-18]', () => {
    expect(bodies([received(1), received(2), deleted(2), received(2)])).toEqual(['text 1'])
    expect(bodies([deleted(2), received(1), received(2)])).toEqual(['text 1'])
    expect(bodies([received(1), received(2, { body: null }), received(2)])).toEqual(['text 1'])
  })

  it('leaves no text of a deleted message in its state, quotes included [LIFE-18]', () => {
    const events = [
      received(1, { body: 'secret' }),
      received(2, quoting(1, 'secret')),
      inChat('MessageSubmitted', {
        clientId: own,
        type: 'txt',
        body: 'answer',
        submittedAt: 1,
        quote: quoting(1, 'secret').quote,
      }),
      deleted(1),
      received(3, quoting(1, 'secret')),
    ]
    const state = fold(events)
    const stored = JSON.stringify([[...state.bySequence], [...state.withoutSequence], [...state.unsent]])
    expect(stored).not.toContain('secret')
    expect(view(events).map(({ quote }) => quote?.text)).toEqual(['', '', ''])
  })

  it('shows a message as read by its own read time or a read receipt [LIFE-17]', () => {
    const events = [received(1, { senderId: me }), received(2, { senderId: me }), received(3)]
    const states = (marks = nothingRead, more: readonly NewEvent[] = []) =>
      view([...events, ...more], marks).map(({ state }) => state)
    expect(states()).toEqual(['sent', 'sent', 'sent'])
    expect(states({ ...nothingRead, peerReadUpTo: idOf(1) })).toEqual(['read', 'sent', 'sent'])
    expect(states({ ...nothingRead, readUpTo: idOf(3) })).toEqual(['sent', 'sent', 'read'])
    expect(states(nothingRead, [received(2, { senderId: me, readAt: 7 })])).toEqual(['sent', 'read', 'sent'])
  })

  it('keeps a read time that a later copy does not carry [LIFE-17]', () => {
    const events = [received(1, { senderId: me, readAt: 7 }), received(1, { senderId: me })]
    expect(view(events)[0]?.state).toBe('read')
  })

  it('offers Retry for stale and failed messages only (DEC-03) [LIFE-10]', () => {
    const stalled = inChat('MessageBecameStale', { clientId: own, attempt: 1 })
    const failed = inChat('MessageFailed', { clientId: own, attempt: 1, code: 5, reason: '' })
    const canRetry = (...events: readonly NewEvent[]) => view([submitted(own), ...events])[0]?.canRetry
    expect([canRetry(), canRetry(stalled), canRetry(failed)]).toEqual([false, true, true])
    expect(canRetry(stalled, acknowledged(own, 1))).toBe(false)
  })

  it('is empty once the conversation is removed', () => {
    const state = fold([received(1), submitted(own), deleted(9), inChat('ConversationRemoved', {})])
    expect(state).toEqual(initialTimeline(chat, me))
  })

  it('does not depend on the order and number of events [LIFE-23]', () => {
    const pool = [
      ...range(1, 9).map((sequence) => received(sequence)),
      received(10, { clientId: own, senderId: me, body: `own ${own}`, senderName: 'Me' }),
      acknowledged(own, 10),
      received(4, { body: null }),
      received(11, quoting(2, 'text 2')),
      deleted(2, 6),
      received(12, { readAt: 3 }),
      received(12),
      unnumbered(13),
    ]
    const expected = view([submitted(own), ...pool])
    expect(expected).toHaveLength(10)
    const anyOrder = fc
      .tuple(fc.shuffledSubarray(pool, { minLength: pool.length }), fc.subarray(pool))
      .map(([all, again]) => [...all, ...again])
    fc.assert(
      fc.property(anyOrder, (events) => {
        expect(view([submitted(own), ...events])).toEqual(expected)
      }),
      { seed: 1, numRuns: 300 },
    )
  })
})

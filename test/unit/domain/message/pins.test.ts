import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { summarize } from '#domain/conversation/conversation-list.ts'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import {
  conversationFromSnapshot,
  conversationToSnapshot,
} from '#domain/conversation/conversation-snapshot.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import { canBePinned, mayPin } from '#domain/message/pins.ts'
import type { ServerId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { chat, deleted, idOf, inChat, listed, logged, me } from '../log-events.ts'

const stateOf = (events: readonly NewEvent[]) => {
  const state = logged([listed(), ...events])
    .reduce(evolveConversations, initialConversations(me))
    .byId.get(chat)
  if (!state) throw new Error('The conversation is missing')
  return state
}
const shown = (events: readonly NewEvent[], hidden?: ReadonlySet<ServerId>) =>
  summarize(stateOf(events), me, '', hidden)?.pinnedMessages

const pinned = (number: number, version: number, isPinned = true): NewEvent =>
  inChat('MessagePinned', { serverId: idOf(number), isPinned, version })
const received = (through: number, ...pins: readonly [number, number][]): NewEvent =>
  inChat('PinsReceived', { through, pins: pins.map(([number, version]) => [idOf(number), version]) })
const requested = (number: number, isPinned: boolean, requestId: string): NewEvent =>
  inChat('PinRequested', { serverId: idOf(number), isPinned, requestId })
const resolved = (number: number, requestId: string): NewEvent =>
  inChat('PinResolved', { serverId: idOf(number), requestId })

describe('pins', () => {
  it('fold to the newest state in every order and number of lists and single changes', () => {
    // 1 was pinned and unpinned, 2 and 3 were pinned, and 2 was unpinned and pinned again.
    const events = [
      ...[pinned(1, 1), pinned(2, 2), pinned(1, 3, false), pinned(3, 4), pinned(2, 5, false), pinned(2, 6)],
      ...[received(2, [2, 2], [1, 1]), received(4, [3, 4], [2, 2])],
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events)), (more) => {
        const all = [...more, ...events]
        for (const order of [all, all.toReversed()]) expect(shown(order)).toEqual([idOf(2), idOf(3)])
      }),
    )
  })

  it('of a list replace all earlier ones, and keep later ones', () => {
    const events = [pinned(1, 1), pinned(2, 5), received(3, [3, 2])]
    for (const order of [events, events.toReversed()]) expect(shown(order)).toEqual([idOf(2), idOf(3)])
  })

  it('end with their message, whichever comes first, and with a clearing', () => {
    const events = [
      pinned(1, 1),
      pinned(2, 2),
      deleted(1),
      received(2, [2, 2], [1, 1]),
      requested(1, true, 'a'),
    ]
    for (const order of [events, events.toReversed()]) expect(shown(order)).toEqual([idOf(2)])
    const cleared = inChat('ConversationCleared', { through: idOf(2), sequence: 2, activeAt: 0 })
    expect(shown([...events, cleared, pinned(3, 3)])).toEqual([idOf(3)])
    expect(stateOf([...events, cleared]).pins).toMatchObject({ known: new Map(), pending: new Map() })
  })

  it('show an own change immediately, and undo it if the server rejects it', () => {
    const before = [pinned(1, 1)]
    expect(shown([...before, requested(2, true, 'a')])).toEqual([idOf(2), idOf(1)])
    expect(shown([...before, requested(1, false, 'a')])).toEqual([])
    expect(shown([...before, requested(1, false, 'a'), resolved(1, 'a')])).toEqual([idOf(1)])
    const again = [requested(1, false, 'a'), requested(1, true, 'b'), resolved(1, 'a')]
    expect(stateOf([...before, ...again]).pins.pending.get(idOf(1))?.requestId).toBe('b')
  })

  it('of hidden messages are not shown', () => {
    expect(shown([pinned(1, 1), pinned(2, 2)], new Set([idOf(2)]))).toEqual([idOf(1)])
  })

  it('survive a log snapshot', () => {
    const state = stateOf([received(3, [1, 2]), pinned(2, 4), pinned(1, 5, false), requested(3, true, 'a')])
    expect(conversationFromSnapshot(chat, conversationToSnapshot(state)).pins).toEqual(state.pins)
  })

  it('are set by anyone in one-to-one conversations and by managers in groups, to what people wrote', () => {
    expect([undefined, 0, 9, 10].map(mayPin)).toEqual([true, false, true, true])
    expect(['txt', 'pic', 'emo', 'notice', 'call'].map((type) => canBePinned({ type }))).toEqual([
      ...[true, true, true],
      ...[false, false],
    ])
  })
})

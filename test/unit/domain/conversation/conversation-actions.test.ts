import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { replayLocalState } from '#domain/conversation/conversation-actions.ts'
import { summarize } from '#domain/conversation/conversation-list.ts'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import { evolveTimeline, initialTimeline } from '#domain/timeline/timeline-projection.ts'
import { viewTimeline } from '#domain/timeline/timeline-view.ts'
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
  peer,
  range,
  received,
  submitted,
} from '../log-events.ts'

const row = (...events: readonly NewEvent[]) => {
  const state = logged(events).reduce(evolveConversations, initialConversations(me)).byId.get(chat)
  return state && summarize(state, me, '')
}
const texts = (...events: readonly NewEvent[]) => {
  const marks = { readUpTo: idOf(0), peerReadUpTo: idOf(0), profile: undefined }
  const state = logged(events).reduce(evolveTimeline, initialTimeline(chat, me))
  return viewTimeline(state, marks).map(({ body, quote }) => (quote ? `${body} > ${quote.text}` : body))
}

const read = (sequence: number) => inChat('ConversationRead', { upTo: idOf(sequence), at: 1 }, 'socket')
const mark = (isUnread: boolean, through = 1) =>
  inChat('ConversationMarked', { isUnread, through: idOf(through) })
const own = submitted(client('own'))
const ownConfirmed = { senderId: me, clientId: client('own') }
const failed = inChat('MessageFailed', { clientId: client('own'), attempt: 1, code: 5, reason: '' })
const hide = (sequence: number) => inChat('ConversationHidden', { through: idOf(sequence) })
const clear = (sequence: number) =>
  inChat('ConversationCleared', { through: idOf(sequence), sequence, activeAt: 500_000 + sequence })
const asked = (isOn: boolean, requestId: string) =>
  inChat('SettingRequested', { setting: 'pinned', isOn, requestId })
const settled = (isOn: boolean, requestId: string, isAccepted: boolean) =>
  inChat('SettingResolved', { setting: 'pinned', isOn, requestId, isAccepted })

describe('a conversation marked unread by hand', () => {
  it.each([
    { title: 'counts 1', events: [mark(true)], unread: 1 },
    { title: 'counts 1 however often', events: [mark(true), mark(true)], unread: 1 },
    { title: 'counts what came and not the mark', events: [mark(true), received(2), received(3)], unread: 2 },
    { title: 'is read again without it', events: [mark(true), mark(false)], unread: 0 },
    {
      title: 'is read by reading further, elsewhere too',
      events: [mark(true), received(2), read(2)],
      unread: 0,
    },
    { title: 'is read by reading further than is known here', events: [mark(true), read(2)], unread: 0 },
    {
      title: 'stays read when its events are folded again after a fault of the storage',
      events: [mark(true), received(2), read(2), mark(true), received(2), read(2)],
      unread: 0,
    },
    { title: 'keeps the mark when an old mark comes again', events: [mark(true), read(1)], unread: 1 },
    {
      title: 'keeps the mark when an earlier reading covers own messages since',
      events: [received(2, { senderId: me }), mark(true, 2), read(2)],
      unread: 1,
    },
    {
      title: 'keeps the mark when an earlier reading covers an own message that was in flight at the mark',
      events: [own, mark(true), received(2, ownConfirmed), read(2)],
      unread: 1,
    },
    {
      title: 'keeps the mark when that message is acknowledged but not received',
      events: [own, mark(true), acknowledged(client('own'), 2), read(2)],
      unread: 1,
    },
    {
      title: 'keeps the mark when the reading arrives before that message',
      events: [own, mark(true), read(2), received(2, ownConfirmed), read(2)],
      unread: 1,
    },
    {
      title: 'loses the mark when a newer message of others is read while an own message is in flight',
      events: [own, mark(true), received(2), read(2)],
      unread: 0,
    },
    {
      title: 'loses the mark when a newer message of others is read and an own message is confirmed after it',
      events: [own, mark(true), received(2), received(3, ownConfirmed), read(2)],
      unread: 0,
    },
    {
      title: 'loses the mark when more than is known here is read and the own message has failed',
      events: [own, failed, mark(true), read(2)],
      unread: 0,
    },
  ])('$title [SESS-43]', ({ events, unread }) => {
    expect(row(listed(), received(1), read(1), ...events)?.unreadCount).toBe(unread)
  })
})

describe('a hidden conversation', () => {
  it.each([
    { title: 'is off the list', events: [hide(2)], isHidden: true },
    { title: 'stays hidden for what was there', events: [hide(2), received(1), received(2)], isHidden: true },
    { title: 'comes back with a newer message', events: [hide(2), received(3)], isHidden: false },
    {
      title: 'comes back with one the server only counted',
      events: [hide(2), inChat('UnreadCounted', { readUpTo: idOf(2), through: idOf(9), count: 1 })],
      isHidden: false,
    },
    {
      title: 'comes back with a message written here',
      events: [hide(2), submitted(client('own'), 600_001)],
      isHidden: false,
    },
    {
      title: 'stays hidden for one that was under way',
      events: [submitted(client('own'), 599_999), hide(2)],
      isHidden: true,
    },
    {
      title: 'stays hidden for one that was written while the clock was ahead',
      events: [submitted(client('own'), 900_000_000), hide(2)],
      isHidden: true,
    },
    {
      title: 'comes back with one written after the clock was set back',
      events: [hide(2), submitted(client('own'), 1)],
      isHidden: false,
    },
    {
      title: 'comes back when that is taken back',
      events: [hide(2), inChat('ConversationShown', {})],
      isHidden: false,
    },
    { title: 'can be hidden again', events: [hide(2), received(3), hide(3)], isHidden: true },
  ])('$title [SESS-37 SESS-38]', ({ events, isHidden }) => {
    expect(row(listed(), received(1), received(2), ...events)?.isHidden).toBe(isHidden)
  })

  it.each([
    ['hidden, for a message that was under way', [submitted(client('own')), hide(2)]],
    ['shown, for a message written since', [hide(2), submitted(client('own'))]],
  ])('stays %s, when its local state is replayed after a removal [SESS-38]', (_, events) => {
    const before = [listed(), received(1), received(2), ...events]
    const state = logged(before).reduce(evolveConversations, initialConversations(me)).byId.get(chat)
    const replayed = state ? replayLocalState(state, 700_000) : []
    expect(row(listed(), received(1), received(2), ...replayed)?.isHidden).toBe(row(...before)?.isHidden)
  })
})

describe('a cleared conversation', () => {
  it('shows only later messages, even if earlier ones are loaded again [LIFE-18 LIFE-19]', () => {
    const events = [listed(), ...range(1, 5).map((at) => received(at)), clear(4), received(2), received(6)]
    expect(texts(...events)).toEqual(['text 5', 'text 6'])
    expect(row(...events)).toMatchObject({ unreadCount: 2, lastMessage: { body: 'text 6' } })
  })

  it('has no last message and keeps its position in the list [LIFE-19]', () => {
    expect(row(listed(), received(5), clear(5))).toMatchObject({
      lastMessage: undefined,
      activeAt: 500_005,
      unreadCount: 0,
    })
  })

  it('shows no quoted text of cleared messages [LIFE-19]', () => {
    const quote = {
      serverId: idOf(1),
      senderId: peer,
      senderName: 'Peer',
      type: 'txt',
      text: 'text 1',
    } as const
    expect(texts(received(1), clear(1), received(2, { quote }))).toEqual(['text 2 > '])
  })

  it('does not depend on the order and number of events [LIFE-19 LIFE-23]', () => {
    const pool = [...range(1, 9).map((at) => received(at)), clear(3), clear(5), deleted(2, 7), read(4)]
    const order = fc.shuffledSubarray([...pool, ...pool], { minLength: pool.length * 2 })
    fc.assert(
      fc.property(order, (events) => {
        expect(texts(...events)).toEqual(['text 6', 'text 8', 'text 9'])
        expect(row(listed(), ...events)).toEqual(row(listed(), ...pool))
      }),
      { seed: 1, numRuns: 300 },
    )
  })
})

describe('an own setting', () => {
  it.each([
    { title: 'applies immediately', events: [asked(true, 'a')], isPinned: true },
    { title: 'holds when taken', events: [asked(true, 'a'), settled(true, 'a', true)], isPinned: true },
    {
      title: 'goes back when rejected',
      events: [asked(true, 'a'), settled(true, 'a', false)],
      isPinned: false,
    },
    {
      title: 'is the last wish while an older one is answered',
      events: [asked(true, 'a'), asked(false, 'b'), settled(true, 'a', true)],
      isPinned: false,
    },
    {
      title: 'goes back to the last answer',
      events: [asked(true, 'a'), asked(false, 'b'), settled(true, 'a', true), settled(false, 'b', false)],
      isPinned: true,
    },
    { title: 'outlasts a list asked for before', events: [asked(true, 'a'), listed()], isPinned: true },
  ])('$title [SESS-45 SESS-46]', ({ events, isPinned }) => {
    expect(row(listed(), ...events)?.isPinned).toBe(isPinned)
  })
})

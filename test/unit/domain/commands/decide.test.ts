import { describe, expect, it } from 'vitest'
import type { AccountState, Command } from '#domain/commands/command.ts'
import { decide } from '#domain/commands/decide.ts'
import { evolveApplications, initialApplications } from '#domain/contacts/contacts-projection.ts'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import { applicationId, conversationId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import {
  chat,
  client,
  idOf,
  inAccount,
  inChat,
  listed,
  logged,
  me,
  received,
  submitted,
} from '../log-events.ts'

const own = client('own')
const given = { now: 900_000, clientId: client('fresh') }

/** Given these events, when the command comes, then … */
function when(events: readonly NewEvent[], command: Command) {
  const state: AccountState = { conversations: initialConversations(me), applications: initialApplications() }
  for (const event of logged(events)) {
    evolveConversations(state.conversations, event)
    evolveApplications(state.applications, event)
  }
  return decide(command, state, given)
}
function eventsOf(events: readonly NewEvent[], command: Command) {
  const decision = when(events, command)
  if (!decision.isOk) throw new Error(`rejected: ${decision.rejection.key}`)
  return decision.value.map(({ stream, type, data }) => ({ stream, type, data }))
}
const send = (text: string): Command => ({ type: 'SendText', conversationId: chat, text })
const stalled = inChat('MessageBecameStale', { clientId: own, attempt: 1 })
const failed = inChat('MessageFailed', { clientId: own, attempt: 1, code: 5, reason: '' })

describe('sending a text', () => {
  it('submits it trimmed, under a new id and time [LIFE-01 MSG-33]', () => {
    expect(eventsOf([listed()], send(' \n a  b \u00a0'))).toEqual([
      {
        stream: chat,
        type: 'MessageSubmitted',
        data: { clientId: given.clientId, type: 'txt', body: 'a  b', submittedAt: 900_000, quote: undefined },
      },
    ])
  })

  it('clears the draft with it', () => {
    const drafted = inChat('DraftSaved', { text: 'hel', savedAt: 1 })
    expect(eventsOf([listed(), drafted], send('hello')).map(({ type }) => type)).toEqual([
      'MessageSubmitted',
      'DraftSaved',
    ])
  })

  it.each([
    { title: 'an empty text', text: '', key: 'errors.string.length', count: 1 },
    { title: 'a text of nothing but space', text: ' \t\n ', key: 'errors.string.length', count: 1 },
    {
      title: 'a text of 20,001 characters',
      text: 'x'.repeat(20_001),
      key: 'errors.string.max-length',
      count: 20_000,
    },
  ])('rejects $title [MSG-33 MSG-35] (DEC-118)', ({ text, key, count }) => {
    expect(when([listed()], send(text))).toEqual({ isOk: false, rejection: { key, values: { count } } })
  })

  it.each([{ text: 'x' }, { text: 'x'.repeat(20_000) }, { text: ` ${'x'.repeat(20_000)} ` }])(
    'takes 1 to 20,000 characters [MSG-35] (DEC-118)',
    ({ text }) => {
      expect(when([listed()], send(text)).isOk).toBe(true)
    },
  )

  it('gives messages sent together distinct times, in order [LIFE-01]', () => {
    const [event] = eventsOf([listed(), submitted(own, 900_000)], send('second'))
    expect(event?.data).toMatchObject({ submittedAt: 900_001 })
  })

  it('does not follow a time that a wrong clock put far ahead', () => {
    const [event] = eventsOf([listed(), submitted(own, 90_000_000)], send('second'))
    expect(event?.data).toMatchObject({ submittedAt: 900_000 })
  })

  it('rejects an unknown conversation', () => {
    expect(when([], send('hello'))).toMatchObject({
      rejection: { key: 'conversation.session-not-available' },
    })
  })
})

describe('unsent messages', () => {
  it.each([
    { title: 'stale', events: [stalled] },
    { title: 'failed', events: [failed] },
  ])(
    'retries a $title one with a higher attempt and a fresh time, under the same id [LIFE-12]',
    ({ events }) => {
      const retry: Command = { type: 'RetryMessage', conversationId: chat, clientId: own }
      expect(eventsOf([listed(), submitted(own), ...events], retry)).toEqual([
        { stream: chat, type: 'MessageRetried', data: { clientId: own, attempt: 2, submittedAt: 900_000 } },
      ])
    },
  )

  it.each([
    { title: 'on its way', events: [submitted(own)] },
    {
      title: 'sent meanwhile',
      events: [submitted(own), stalled, received(1, { clientId: own, senderId: me })],
    },
    { title: 'unknown', events: [] },
  ])('does not retry one that is $title [LIFE-12]', ({ events }) => {
    expect(
      eventsOf([listed(), ...events], { type: 'RetryMessage', conversationId: chat, clientId: own }),
    ).toEqual([])
  })

  it('discards an unsent message, and no other', () => {
    const discard: Command = { type: 'DiscardMessage', conversationId: chat, clientId: own }
    expect(eventsOf([listed(), submitted(own), failed], discard)).toEqual([
      { stream: chat, type: 'MessageDiscarded', data: { clientId: own } },
    ])
    expect(eventsOf([listed()], discard)).toEqual([])
  })
})

describe('reading', () => {
  const markRead = (sequence: number): Command => ({
    type: 'MarkRead',
    conversationId: chat,
    upTo: idOf(sequence),
  })
  const messages = [listed(), received(1), received(2), received(3)]
  const read = (sequence: number) => ({
    stream: chat,
    type: 'ConversationRead',
    data: { upTo: idOf(sequence), at: 900_000 },
  })

  it('raises the marker immediately [SESS-39 SESS-42]', () => {
    expect(eventsOf(messages, markRead(2))).toEqual([read(2)])
  })

  it('never lowers it, and appends no event if it stays', () => {
    const already = inChat('ConversationRead', { upTo: idOf(2), at: 1 })
    expect(eventsOf([...messages, already], markRead(1))).toEqual([])
    expect(eventsOf([...messages, already], markRead(2))).toEqual([])
  })

  it('never raises it beyond the newest known message', () => {
    expect(eventsOf(messages, markRead(99))).toEqual([read(3)])
    const counted = inChat('UnreadCounted', { readUpTo: idOf(0), through: idOf(50), count: 4 })
    expect(eventsOf([...messages, counted], markRead(99))).toEqual([read(50)])
  })

  it('of everything includes each listed conversation with unread messages, and no other [SESS-44]', () => {
    const other = conversationId('direct', 8)
    const quiet = conversationId('direct', 9)
    const unlisted = received(6, {}, conversationId('group', 10))
    const rows = [listed(), listed({}, other), listed({ isNew: true }, quiet)]
    const events = [...messages, ...rows, received(5, {}, other), unlisted]
    const whole = (sequence: number) => {
      const { data, ...event } = read(sequence)
      return { ...event, data: { ...data, isWhole: true } }
    }
    expect(eventsOf(events, { type: 'MarkAllConversationsRead' })).toEqual([
      whole(3),
      { ...whole(5), stream: other },
    ])
  })
})

describe('a conversation', () => {
  it('is opened for the first time once [SESS-40]', () => {
    const open: Command = { type: 'OpenConversation', conversationId: chat }
    expect(eventsOf([listed({ isNew: true })], open)).toEqual([
      { stream: chat, type: 'ConversationOpened', data: {} },
    ])
    expect(eventsOf([listed({ isNew: true }), inChat('ConversationOpened', {})], open)).toEqual([])
    expect(eventsOf([listed({ isNew: false })], open)).toEqual([])
    expect(eventsOf([], open)).toEqual([])
  })

  it('keeps its draft as it was typed, and stores an unchanged one once [SESS-63]', () => {
    const save = (text: string): Command => ({ type: 'SaveDraft', conversationId: chat, text })
    expect(eventsOf([listed()], save(' half '))).toEqual([
      { stream: chat, type: 'DraftSaved', data: { text: ' half ', savedAt: 900_000 } },
    ])
    expect(eventsOf([listed(), inChat('DraftSaved', { text: 'half', savedAt: 1 })], save('half'))).toEqual([])
  })
})

describe('viewing the applications', () => {
  it('raises the seen markers and never lowers one [FRIEND-40]', () => {
    const seen = (id: number, repliesUpTo = 0): Command => ({
      ...{ type: 'MarkApplicationsSeen', upTo: applicationId(id), repliesUpTo },
    })
    const upTo = (id: number, repliesUpTo = 0) => ({
      ...{ stream: 'account', type: 'ApplicationsSeen', data: { upTo: id, repliesUpTo } },
    })
    expect(eventsOf([], seen(4))).toEqual([upTo(4)])
    const already = inAccount('ApplicationsSeen', { upTo: applicationId(4), repliesUpTo: 2 })
    expect(eventsOf([already], seen(4))).toEqual([])
    expect(eventsOf([already], seen(3, 2))).toEqual([])
    expect(eventsOf([already], seen(3, 5))).toEqual([upTo(4, 5)])
  })
})

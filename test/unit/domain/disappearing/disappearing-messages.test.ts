import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { summarize } from '#domain/conversation/conversation-list.ts'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import { dueMessages, expiresAt } from '#domain/disappearing/disappearing-messages.ts'
import { evolveTimeline, initialTimeline } from '#domain/timeline/timeline-projection.ts'
import { viewTimeline } from '#domain/timeline/timeline-view.ts'
import { type ConversationId, conversationId, serverId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import { messageTypes } from '#schemas/message-types.ts'
import { chat, client, idOf, inChat, listed, logged, me, peer, received, submitted } from '../log-events.ts'

const minute = 60
const disappearingMessage = (sequence: number, overrides: Partial<ConfirmedMessage> = {}) =>
  received(sequence, { timerSeconds: minute, ...overrides })
const own = (sequence: number, overrides: Partial<ConfirmedMessage> = {}) =>
  disappearingMessage(sequence, { senderId: me, clientId: client(`own${sequence}`), ...overrides })
const read = (sequence: number, at: number, origin: 'local' | 'socket' = 'local') =>
  inChat('ConversationRead', { upTo: idOf(sequence), at }, origin)
const peerRead = (sequence: number, at: number) => inChat('PeerRead', { upTo: idOf(sequence), at }, 'socket')
const expired = (...sequences: readonly number[]) =>
  inChat('MessagesExpired', { serverIds: sequences.map(idOf) })
const acknowledged = (sequence: number, timerSeconds?: number) =>
  inChat('MessageAcknowledged', {
    clientId: client(`own${sequence}`),
    serverId: idOf(sequence),
    sequence,
    sentAt: 500_000,
    ...(timerSeconds === undefined ? {} : { timerSeconds }),
  })

function fold(events: readonly NewEvent[], id: ConversationId = chat) {
  const state = initialConversations(me)
  for (const event of logged(events)) evolveConversations(state, event)
  const found = state.byId.get(id)
  if (!found) throw new Error('the conversation is not there')
  return found
}
const dueTimes = (events: readonly NewEvent[], id?: ConversationId) =>
  [...fold(events, id).disappearing.messages.values()].map(expiresAt)

describe('when a message disappears', () => {
  const cases: readonly { title: string; events: readonly NewEvent[]; due: number | undefined }[] = [
    {
      title: 'not before a received one is read [BURN-13]',
      events: [disappearingMessage(1)],
      due: undefined,
    },
    {
      title: 'not before a sent one is read by the other side [BURN-09]',
      events: [own(1), read(1, 5000)],
      due: undefined,
    },
    {
      title: 'its seconds after the own reading [BURN-09 BURN-10]',
      events: [disappearingMessage(1), read(1, 5000)],
      due: 65_000,
    },
    {
      title: 'its seconds after the other side has read it [BURN-09]',
      events: [own(1), peerRead(1, 7000)],
      due: 67_000,
    },
    {
      title: 'not by the other side reading what it sent itself',
      events: [disappearingMessage(1), peerRead(1, 7000)],
      due: undefined,
    },
    { title: 'by a mark that reaches further', events: [disappearingMessage(1), read(9, 5000)], due: 65_000 },
    { title: 'not by a mark below it', events: [disappearingMessage(2), read(1, 5000)], due: undefined },
    {
      title: 'by the mark that was there before it',
      events: [read(1, 5000), disappearingMessage(1)],
      due: 65_000,
    },
    { title: 'by the stamp of the server', events: [disappearingMessage(1, { readAt: 3000 })], due: 63_000 },
    {
      title: 'by the earliest of stamp, own read and receipt: no timer restarts (DEC-28)',
      events: [
        disappearingMessage(1, { readAt: 9000 }),
        read(1, 5000),
        read(2, 8000, 'socket'),
        disappearingMessage(1, { readAt: 6000 }),
      ],
      due: 65_000,
    },
    {
      title: 'by the read position in a server count',
      events: [
        disappearingMessage(1),
        inChat('UnreadCounted', { readUpTo: idOf(1), through: idOf(1), count: 0 }, 'http'),
      ],
      due: 660_000,
    },
    {
      title: 'after an acknowledgement as well, even one that comes after the receipt',
      events: [submitted(client('own1')), peerRead(1, 7000), acknowledged(1, minute)],
      due: 67_000,
    },
  ]
  it.each(cases)('$title', ({ events, due }) => {
    expect(dueTimes(events)).toEqual([due])
  })

  it('is known of no message without a duration, and of no notice [BURN-08]', () => {
    expect(dueTimes([received(1), read(1, 5000)])).toEqual([])
    const notices = messageTypes.filter(
      (type) => dueTimes([disappearingMessage(1, { type }), read(1, 5000)]).length === 0,
    )
    expect(notices).toEqual(['notice', 'noticeallban', 'GroupJoin', 'GroupLeave'])
  })

  it("counts from sending for the sender's copy in a group, from reading for each reader (DEC-28)", () => {
    const group = conversationId('group', 3)
    const sent = received(1, { senderId: me, timerSeconds: minute }, group)
    const got = received(2, { timerSeconds: minute }, group)
    expect(dueTimes([sent, got], group)).toEqual([560_001, undefined])
  })

  it('does not depend on the order and number of events', () => {
    const events = [
      disappearingMessage(1),
      own(2),
      disappearingMessage(3, { readAt: 9500 }),
      read(1, 5000),
      read(3, 9000),
      read(2, 7000, 'socket'),
      peerRead(2, 4000),
      peerRead(3, 6000),
    ]
    const expected = new Map([
      [idOf(1), 65_000],
      [idOf(2), 64_000],
      [idOf(3), 69_000],
    ])
    fc.assert(
      fc.property(fc.shuffledSubarray([...events, ...events], { minLength: 16 }), (shuffled) => {
        const found = [...fold(shuffled).disappearing.messages.values()]
        expect(new Map(found.map((message) => [message.serverId, expiresAt(message)]))).toEqual(expected)
      }),
      { seed: 1, numRuns: 300 },
    )
  })
})

describe('the due messages', () => {
  const { disappearing } = fold([
    disappearingMessage(1),
    disappearingMessage(2),
    disappearingMessage(3),
    read(2, 5000),
  ])

  it.each([
    [65_000, []],
    [65_001, [idOf(1), idOf(2)]],
  ])('at %d ms: only expired ones, never unread ones [BURN-10 BURN-13]', (now, due) => {
    expect(dueMessages(disappearing, now)).toEqual(due)
  })
})

describe('an expired message', () => {
  const quote = {
    serverId: idOf(1),
    senderId: peer,
    senderName: 'Peer',
    type: 'txt' as const,
    text: 'text 1',
  }
  const events = [
    listed(),
    disappearingMessage(1),
    received(2, { quote }),
    inChat('MessageSubmitted', { clientId: client('answer'), type: 'txt', body: 'b', submittedAt: 1, quote }),
    read(2, 5000),
    expired(1),
  ]

  it('leaves no text in the list, in messages, in quotes and in unsent ones', () => {
    const timeline = logged(events).reduce(evolveTimeline, initialTimeline(chat, me))
    const texts = JSON.stringify([
      [...timeline.bySequence.values()],
      [...timeline.unsent.values()],
      summarize(fold(events), me, ''),
    ])
    expect(texts).not.toContain('text 1')
    expect(texts).toContain('text 2')
  })

  it('stays erased when it is received again, and has no timer [BURN-12]', () => {
    const again = [...events, disappearingMessage(1), read(3, 9000)]
    expect(fold(again).disappearing.messages.size).toBe(0)
    expect(fold(again).recent.map(({ body }) => body)).toEqual(['text 2', null])
  })
})

describe('the last message of a conversation', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => index + 2)

  it('is the newest permanent one, however many later ones have expired, in any order', () => {
    const ids = rows(30)
    const events = [received(1), ...ids.map((sequence) => disappearingMessage(sequence)), expired(...ids)]
    fc.assert(
      fc.property(fc.shuffledSubarray(events, { minLength: events.length }), (shuffled) => {
        const row = summarize(fold([listed(), ...shuffled]), me, '')
        expect(row?.lastMessage).toMatchObject({ serverId: idOf(1), body: 'text 1' })
      }),
      { seed: 1, numRuns: 300 },
    )
  })

  it('is an unread own one when all later ones have expired', () => {
    const ids = rows(70)
    const events = [
      listed(),
      own(1),
      ...ids.map((sequence) => disappearingMessage(sequence)),
      expired(...ids),
    ]
    expect(summarize(fold(events), me, '')?.lastMessage).toMatchObject({ serverId: idOf(1), body: 'text 1' })
  })

  it('keeps few of each sort', () => {
    const events = [
      ...rows(100).map((sequence) => disappearingMessage(sequence)),
      ...rows(100).map((sequence) => own(sequence + 300)),
      ...rows(100).map((at) => received(at + 100)),
    ]
    expect(fold(events).recent).toHaveLength(60)
  })
})

describe('a message hidden until erased', () => {
  const quote = {
    serverId: idOf(2),
    senderId: peer,
    senderName: 'Peer',
    type: 'txt' as const,
    text: 'text 2',
  }
  const events = [listed(), received(1), disappearingMessage(2), received(3, { quote })]
  const hiddenMessages = new Set([idOf(2), idOf(3)])

  it('is shown neither in the list nor among the messages nor in a quote', () => {
    const timeline = logged(events).reduce(evolveTimeline, initialTimeline(chat, me))
    const marks = { readUpTo: serverId(0), peerReadUpTo: serverId(0), profile: undefined }
    const drawn = viewTimeline(timeline, { ...marks, hiddenMessages: new Set([idOf(2)]) })
    expect(drawn.map(({ body, quote: quoted }) => [body, quoted?.text])).toEqual([
      ['text 1', undefined],
      ['text 3', ''],
    ])
    expect(summarize(fold(events), me, '', hiddenMessages)?.lastMessage).toMatchObject({ body: 'text 1' })
    expect(
      summarize(fold([listed(), disappearingMessage(2)]), me, '', hiddenMessages)?.lastMessage,
    ).toMatchObject({
      body: null,
    })
  })
})

describe('the timer of a conversation', () => {
  it('is shown as the server lists it, and its last value is remembered while it is off [BURN-02 BURN-06]', () => {
    const row = (...events: readonly NewEvent[]) => summarize(fold(events), me, '')
    expect(row(listed())).toMatchObject({ timerSeconds: 0, initialTimerSeconds: 86_400 })
    expect(row(listed({ timerSeconds: 300 }))).toMatchObject({ timerSeconds: 300, initialTimerSeconds: 300 })
    expect(row(listed({ timerSeconds: 300 }), listed())).toMatchObject({
      timerSeconds: 0,
      initialTimerSeconds: 300,
    })
  })

  it('makes messages show their countdown after they are read', () => {
    const events = [disappearingMessage(1), own(2), received(3), read(1, 5000)]
    const timeline = logged(events).reduce(evolveTimeline, initialTimeline(chat, me))
    const state = fold(events)
    const marks = { readUpTo: state.readUpTo, peerReadUpTo: state.peerReadUpTo, profile: undefined }
    const drawn = viewTimeline(timeline, { ...marks, disappearing: state.disappearing.messages })
    expect(drawn.map(({ timerSeconds, expiresAt: at }) => [timerSeconds, at])).toEqual([
      [60, 65_000],
      [60, undefined],
      [undefined, undefined],
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import { viewOutbox } from '#domain/outbox/outbox-view.ts'
import { conversationId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import {
  acknowledged,
  chat,
  client,
  eventIn,
  idOf,
  inChat,
  listed,
  logged,
  me,
  received,
  submitted,
} from '../log-events.ts'

const other = conversationId('direct', 8)
const inOther = (event: NewEvent): NewEvent => ({ ...event, stream: other })

function outboxAfter(...events: readonly NewEvent[]) {
  const state = initialConversations(me)
  for (const event of logged(events)) evolveConversations(state, event)
  return viewOutbox(state.byId.values())
}

describe('the outbox', () => {
  it('contains the unsent messages of all conversations in the order of writing or retrying, whatever the clock (DEC-99)', () => {
    const { messages } = outboxAfter(
      submitted(client('a'), 9000),
      inOther(submitted(client('b'), 5000)),
      submitted(client('c'), 1000),
      inChat('MessageBecameStale', { clientId: client('a'), attempt: 1 }),
      inChat('MessageRetried', { clientId: client('a'), attempt: 2, submittedAt: 4000 }),
    )
    expect(
      messages.map(({ clientId, attempt, conversationId }) => [clientId, attempt, conversationId]),
    ).toEqual([
      [client('b'), 1, other],
      [client('c'), 1, chat],
      [client('a'), 2, chat],
    ])
  })

  it('drops confirmed and discarded messages', () => {
    const { messages } = outboxAfter(
      submitted(client('a')),
      submitted(client('b')),
      submitted(client('c')),
      acknowledged(client('a'), 1),
      received(2, { clientId: client('b'), senderId: me }),
      inChat('MessageDiscarded', { clientId: client('c') }),
    )
    expect(messages).toEqual([])
  })

  it('contains the highest own read marker until the server knows it', () => {
    const read = (sequence: number) => inChat('ConversationRead', { upTo: idOf(sequence), at: 1 })
    const mark = { conversationId: chat, upTo: idOf(3) }
    expect(outboxAfter(read(2), read(3)).readMarkers).toEqual([mark])
    const delivered = (sequence: number) => inChat('ReadMarkerDelivered', { upTo: idOf(sequence) })
    expect(outboxAfter(read(2), delivered(2), read(3)).readMarkers).toEqual([mark])
    expect(outboxAfter(read(2), read(3), delivered(3), delivered(2)).readMarkers).toEqual([])
  })

  it('does not send the server’s own state back', () => {
    const told = eventIn(chat, 'ConversationRead', { upTo: idOf(3), at: 1 }, 'socket')
    expect(outboxAfter(told).readMarkers).toEqual([])
  })
})

describe('a conversation read as a whole', () => {
  const whole = [received(1), inChat('ConversationRead', { upTo: idOf(1), at: 9, isWhole: true })]

  it('is sent as a whole [SESS-41]', () => {
    expect(outboxAfter(...whole).readMarkers).toEqual([{ conversationId: chat, upTo: idOf(1), wholeAt: 9 }])
  })

  it.each([
    ['it disappears', listed({ timerSeconds: 60 })],
    ['one of its messages does', received(2, { timerSeconds: 60 })],
  ])('is sent by its message when %s, so that no timer of a later message starts [BURN-13]', (_, event) => {
    expect(outboxAfter(event, ...whole).readMarkers).toEqual([{ conversationId: chat, upTo: idOf(1) }])
  })
})

import {
  type ClientId,
  type ConversationId,
  clientId,
  conversationId,
  eventId,
  serverId,
  type UserId,
  userId,
} from '#schemas/ids.ts'
import type { LogEvent, NewEvent, Origin, StreamId } from '#schemas/log/envelope.ts'
import type { ConversationFacts, EventDataOf, EventType } from '#schemas/log/events.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'

/** The log's owner, the other person, and their conversation. */
export const me = userId(1)
export const peer = userId(2)
export const chat = conversationId('direct', 7)

/** Server ids of these tests are a thousand times the sequence number, so that mixing them up shows. */
export const idOf = (sequence: number) => serverId(sequence * 1000)

/** A message of the other person at `sequence`; `overrides` replace its fields. */
export const message = (sequence: number, overrides: Partial<ConfirmedMessage> = {}): ConfirmedMessage => ({
  serverId: idOf(sequence),
  sequence,
  senderId: peer,
  senderName: 'Peer',
  senderAvatarUrl: '',
  type: 'txt',
  body: `text ${sequence}`,
  sentAt: 500_000 + sequence,
  ...overrides,
})

export const received = (
  sequence: number,
  overrides: Partial<ConfirmedMessage> = {},
  stream: ConversationId = chat,
): NewEvent => ({
  stream,
  type: 'MessageReceived',
  data: { message: message(sequence, overrides) },
  occurredAt: 500_000 + sequence,
  origin: 'socket',
})

export const listed = (
  overrides: Partial<ConversationFacts> = {},
  stream: ConversationId = chat,
  peerId: UserId = peer,
): NewEvent => ({
  stream,
  type: 'ConversationListed',
  data: {
    facts: {
      conversationId: stream,
      peerId,
      title: 'Peer',
      avatarUrl: '',
      isPinned: false,
      isMuted: false,
      isNew: false,
      createdAt: 400_000,
      ...overrides,
    },
  },
  occurredAt: 400_000,
  origin: 'http',
})

/** Any event, by its type and data. */
export const eventIn = <Type extends EventType>(
  stream: StreamId,
  type: Type,
  data: EventDataOf<Type>,
  origin: Origin = 'local',
): NewEvent =>
  // Type and data belong to one event, which the compiler cannot infer from a generic pair.
  ({ stream, type, data, occurredAt: 600_000, origin }) as NewEvent

export const inChat = <Type extends EventType>(type: Type, data: EventDataOf<Type>, origin?: Origin) =>
  eventIn(chat, type, data, origin)

export const inAccount = <Type extends EventType>(type: Type, data: EventDataOf<Type>) =>
  eventIn('account', type, data)

export const submitted = (clientId: ClientId, submittedAt = 550_000, body = `own ${clientId}`): NewEvent =>
  inChat('MessageSubmitted', { clientId, type: 'txt', body, submittedAt })

export const acknowledged = (clientId: ClientId, sequence: number): NewEvent =>
  inChat(
    'MessageAcknowledged',
    { clientId, serverId: idOf(sequence), sequence, sentAt: 500_000 + sequence },
    'socket',
  )

export const deleted = (...sequences: readonly number[]): NewEvent =>
  inChat('MessagesDeleted', { serverIds: sequences.map(idOf) }, 'http')

/** The events as a log stores them, in segments of one event each. */
export const logged = (events: readonly NewEvent[]): readonly LogEvent[] =>
  events.map((event, index) => ({
    ...event,
    id: eventId(`event-${index}`),
    version: 1,
    recordedAt: 0,
    position: { segment: index + 1, index: 0 },
  }))

/** `from` to `to`, inclusive. */
export const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

export const client = (name: string): ClientId => clientId(name.padEnd(20, 'x'))

import { type ClientId, type ConversationId, clientId, serverId, type UserId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { ConversationFacts } from '#schemas/log/events.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import { chat, peer } from './log-harness.ts'

/** Server ids of these tests are a thousand times the sequence number, so that mixing them up shows. */
export const idOf = (sequence: number) => serverId(sequence * 1000)

/** A message of the other person at `sequence`; `overrides` change its facts. */
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

export const acknowledged = (client: ClientId, sequence: number): NewEvent => ({
  stream: chat,
  type: 'MessageAcknowledged',
  data: { clientId: client, serverId: idOf(sequence), sequence, sentAt: 500_000 + sequence },
  occurredAt: 500_000 + sequence,
  origin: 'socket',
})

export const deleted = (...sequences: readonly number[]): NewEvent => ({
  stream: chat,
  type: 'MessagesDeleted',
  data: { serverIds: sequences.map(idOf) },
  occurredAt: 600_000,
  origin: 'http',
})

/** `from` to `to`, inclusive. */
export const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

export const client = (name: string): ClientId => clientId(name.padEnd(20, 'x'))

import { type ConversationId, type ServerId, serverId, type UserId } from '../ids.ts'
import type { NewEvent } from '../log/envelope.ts'
import type { ServerFrame } from '../wire/frames/from-server.ts'
import type { WireMessage } from '../wire/message.ts'
import { toConfirmedMessage } from './message.ts'

export type FrameOf<Cmd extends ServerFrame['Cmd']> = Extract<ServerFrame, { Cmd: Cmd }>

/** What a translation has to know beside the frame. */
export interface FrameContext {
  /** Server time now, ms. */
  readonly now: number
  /** The account whose frames these are. */
  readonly self: UserId
  /** The newest confirmed message of a conversation, 0 when none is known. */
  newestId(conversation: ConversationId): ServerId
}

/** A read mark is high-water; 0 on the wire means everything, which is the newest message known (DEC-50). */
export function readMark(
  chatId: number,
  conversation: ConversationId,
  context: FrameContext,
): ServerId | undefined {
  const mark = chatId === 0 ? context.newestId(conversation) : serverId(chatId)
  return mark > 0 ? mark : undefined
}

/** A message that was pushed, of whichever kind of conversation [SOCK-37 SOCK-38]. */
export function received(stream: ConversationId, wire: WireMessage, { now }: FrameContext): NewEvent {
  const message = toConfirmedMessage(wire, now)
  return { stream, type: 'MessageReceived', data: { message }, occurredAt: message.sentAt, origin: 'socket' }
}

/** A message that is gone for everyone. */
export const deleted = (stream: ConversationId, wireId: number, { now }: FrameContext): NewEvent => ({
  stream,
  type: 'MessagesDeleted',
  data: { serverIds: [serverId(wireId)] },
  occurredAt: now,
  origin: 'socket',
})

import type { ConversationId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'

/** What is written when the server's answer says that a conversation is gone, before or without a frame; `now` is server ms. */
export const conversationRemoved = (stream: ConversationId, now: number): NewEvent => ({
  stream,
  type: 'ConversationRemoved',
  data: {},
  occurredAt: now,
  origin: 'http',
})

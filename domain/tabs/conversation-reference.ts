import { type ConversationId, parseConversationId, type UserId } from '#schemas/ids.ts'

/** How tabs name a conversation that a person took off the list: a group, a one-to-one by its own id, or by whom it is with [XTAB-11]. */
export interface ConversationReference {
  readonly type: 'group' | 'user' | 'session'
  readonly id: number
}

export function toConversationReference(conversation: ConversationId): ConversationReference {
  const { kind, wireId } = parseConversationId(conversation)
  return { type: kind === 'group' ? 'group' : 'session', id: wireId }
}

/** Whether the conversation that is open here, `peerId` being whom it is with, is the one that was left. */
export function isLeft(
  open: ConversationId,
  peerId: UserId | undefined,
  left: ConversationReference,
): boolean {
  if (left.type === 'user') return peerId === left.id
  const { type, id } = toConversationReference(open)
  return type === left.type && id === left.id
}

import { type ConversationId, parseConversationId, type UserId } from '#schemas/ids.ts'

/**
 * The reference to a conversation in messages between tabs: a group, or a one-to-one by its own id or its peer
 * [XTAB-11].
 */
export interface ConversationReference {
  readonly type: 'group' | 'user' | 'session'
  readonly id: number
}

export function toConversationReference(conversation: ConversationId): ConversationReference {
  const { kind, wireId } = parseConversationId(conversation)
  return { type: kind === 'group' ? 'group' : 'session', id: wireId }
}

/** Whether the open conversation is the one that was deleted; `peerId` is its peer. */
export function isReferenceTo(
  open: ConversationId,
  peerId: UserId | undefined,
  left: ConversationReference,
): boolean {
  if (left.type === 'user') return peerId === left.id
  const { type, id } = toConversationReference(open)
  return type === left.type && id === left.id
}

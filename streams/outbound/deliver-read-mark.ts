import { type ConversationId, parseConversationId, type ServerId } from '#schemas/ids.ts'
import { readChat } from '#schemas/wire/calls/conversations.ts'
import { resultCode } from '#schemas/wire/result-codes.ts'
import type { Caller } from '../http/caller.ts'

export interface ReadMark {
  readonly conversationId: ConversationId
  readonly upTo: ServerId
}

export type MarkDelivery =
  | { readonly kind: 'delivered' }
  /** Try again after `wait` ms, or at the next login when it is not known. */
  | { readonly kind: 'undelivered'; readonly wait: number | undefined }

/**
 * Tells the server how far this user has read [SESS-34]. A refusal for good (the conversation is gone) counts as
 * delivered: nobody waits for that mark any more.
 */
export async function deliverReadMark(
  caller: Caller,
  mark: ReadMark,
  signal: AbortSignal,
): Promise<MarkDelivery> {
  const { kind: place, wireId } = parseConversationId(mark.conversationId)
  const named = place === 'group' ? { GroupID: wireId } : { ChatSessionID: wireId }
  const result = await caller.call(readChat, { ...named, ChatID: mark.upTo }, { signal })
  if (result.isOk) return { kind: 'delivered' }
  const { code, kind, retryAfter } = result.failure
  const isForGood = kind === 'refused' && code !== resultCode.limited && code !== resultCode.failed
  return isForGood ? { kind: 'delivered' } : { kind: 'undelivered', wait: retryAfter }
}

import { conversationDifferences } from '#domain/synchronisation/conversation-differences.ts'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { toListedRow } from '#schemas/translate/conversation.ts'
import { toPlace } from '#schemas/translate/outgoing.ts'
import { getChatSession } from '#schemas/wire/calls/conversations.ts'
import { dataOf } from '../http/call-failed.ts'
import type { FetchParts } from './fetch-parts.ts'

/**
 * Asks for one conversation and appends what its row says [SESS-29]; throws CallFailed. Resolves with whether this user may
 * have it: code 1 says no [SESS-48].
 */
export async function fetchDetail(parts: FetchParts, id: ConversationId): Promise<boolean> {
  const { caller, log, serverTime, signal } = parts
  const result = await caller.call(getChatSession, toPlace(id), { signal })
  const data = dataOf(result)
  if (result.isOk && result.code === resultCode.unavailable) return false
  const now = serverTime.now()
  const listed = toListedRow(parseConversationId(id).kind, data, now)
  if (!listed) return false
  const known = {
    summaries: log.conversations.get().filter((summary) => summary.id === id),
    friends: log.friends.get(),
    knownBefore: new Set<ConversationId>(),
    held: log.knowledge,
  }
  const events = conversationDifferences([listed], known, now)
  if (events.length > 0) await log.append(events)
  return true
}

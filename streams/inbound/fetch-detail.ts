import { conversationDifferences } from '#domain/synchronisation/conversation-differences.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { getConversation } from '../api/conversations.ts'
import { dataOf } from '../http/call-failed.ts'
import type { FetchParts } from './fetch-parts.ts'

/**
 * Asks for one conversation and appends what its row says [SESS-29]; throws CallFailed. Resolves with whether this user may
 * have it: code 1 says no [SESS-48].
 */
export async function fetchDetail(parts: FetchParts, id: ConversationId): Promise<boolean> {
  const { caller, log, serverTime, signal } = parts
  const listed = dataOf(await getConversation(caller, serverTime.now, id, { signal }))
  if (!listed) return false
  const now = serverTime.now()
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

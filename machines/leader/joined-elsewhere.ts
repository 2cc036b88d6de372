import type { AccountCore } from '#machines/account/account-core.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { CallFailed } from '#streams/http/call-result.ts'
import { fetchConversation } from '#streams/inbound/fetch-conversations.ts'

/**
 * Asks for the group that another tab says it joined, unless the log has told of it already [XTAB-07] (DEC-152); `signal`
 * gives it up. Never rejects: what could not be fetched comes with the next list.
 */
export async function learnJoinedGroup(
  core: Pick<AccountCore, 'caller' | 'log' | 'serverTime' | 'ports'>,
  group: ConversationId,
  signal: AbortSignal,
): Promise<void> {
  if (core.log.conversations.get().some(({ id }) => id === group)) return
  try {
    await fetchConversation({ ...core, signal }, group)
  } catch (cause) {
    if (cause instanceof CallFailed || signal.aborted) return
    core.ports.report.fault({ kind: 'joined group', detail: 'could not be learned', cause })
  }
}

import type { Outcome } from '#domain/commands/command.ts'
import { done, refusedBecause } from '#domain/http/refusal.ts'
import { conversationRemoved } from '#domain/synchronisation/conversation-differences.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { CallFailed } from '#streams/http/call-failed.ts'
import { fetchDetail } from '#streams/inbound/fetch-detail.ts'

const unavailable = 'conversation.session-not-available'

/**
 * Asks the server for one conversation as it is now [SESS-29 SOCK-71]. One that is not available any more is told, and gone
 * with its messages [SESS-48 SESS-49].
 */
export async function checkConversation(
  core: Pick<AccountCore, 'caller' | 'log' | 'notify' | 'serverTime'>,
  id: ConversationId,
): Promise<Outcome> {
  try {
    if (await fetchDetail({ ...core, signal: new AbortController().signal }, id)) return done
  } catch (cause) {
    if (cause instanceof CallFailed) return refusedBecause(cause.failure.refusal)
    throw cause
  }
  await core.log.append([conversationRemoved(id, core.serverTime.now())])
  core.notify({ kind: 'error', key: unavailable })
  return refusedBecause({ key: unavailable })
}

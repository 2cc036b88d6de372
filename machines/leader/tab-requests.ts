import type { AccountCore } from '#machines/account/account-core.ts'
import type { TabMessage } from '#schemas/cross-tab/tab-message.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { tabReplyTimeLimit } from '#streams/cross-tab/ask-tabs.ts'
import { CallFailed } from '#streams/http/call-result.ts'
import { fetchConversation } from '#streams/inbound/fetch-conversations.ts'

/** The request of another tab to clear all conversations of this device. */
export type ClearRequest = Extract<TabMessage, { type: 'clear-all-device-session' }>

/**
 * Clears all conversations at the request of another tab, and answers it [XTAB-06]. An expired request is ignored,
 * because a page that was frozen would clear what has come since.
 */
export async function clearConversationsForTab(
  { log, ports, tabs, userId }: Pick<AccountCore, 'log' | 'ports' | 'tabs' | 'userId'>,
  { requestedAt, requestId }: ClearRequest,
): Promise<void> {
  if (ports.clock.now() - requestedAt >= tabReplyTimeLimit) return
  const { isOk } = await log.dispatch({ type: 'ClearAllConversations' })
  tabs.post({ type: `clear-all-device-session-${isOk ? 'success' : 'failed'}`, userId, requestId })
}

/**
 * Fetches a group that another tab has joined, unless the log holds it already [XTAB-07] (DEC-152). Never rejects: if
 * the call fails, the next conversation list brings the group.
 */
export async function fetchJoinedGroup(
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

import type { AccountCore } from '#machines/account/account-core.ts'
import type { TabMessage } from '#schemas/cross-tab/tab-message.ts'
import { tabReplyTimeLimit } from '#streams/cross-tab/ask-tabs.ts'

/** Another tab's wish to clear all conversations of this device. */
export type ClearingWish = Extract<TabMessage, { type: 'clear-all-device-session' }>

/**
 * Clears all conversations because another tab asks, and answers it [XTAB-06]. A wish that has been given up is left: a page
 * that was frozen would clear what came since.
 */
export async function clearForTabs(
  { log, ports, tabs, userId }: Pick<AccountCore, 'log' | 'ports' | 'tabs' | 'userId'>,
  { askedAt, wish }: ClearingWish,
): Promise<void> {
  if (ports.clock.now() - askedAt >= tabReplyTimeLimit) return
  const { isOk } = await log.dispatch({ type: 'ClearAllConversations' })
  tabs.post({ type: `clear-all-device-session-${isOk ? 'success' : 'failed'}`, userId, wish })
}

import type { ConfirmedMessage } from '#schemas/log/message.ts'
import type { RecentMessage } from './conversation-state.ts'

/** How many of the newest messages a conversation keeps, so that a row survives deletions. */
export const recentLimit = 10
/** And of those that vanish, of which many may be gone at once. */
export const recentBurnableLimit = 50

/**
 * Takes a message into the newest ones, changed in place, newest first by server id. Those that stay and those that vanish
 * are counted apart: an older one that stays is still there when everything after it has burned. Which ones are kept does
 * not depend on the order of arrival.
 */
export function remember(recent: RecentMessage[], message: ConfirmedMessage, isDeleted: boolean): void {
  const { serverId } = message
  const at = recent.findIndex((known) => known.serverId <= serverId)
  const found = at < 0 ? undefined : recent[at]
  const known = found?.serverId === serverId ? found : undefined
  const entry: RecentMessage = {
    serverId,
    clientId: message.clientId ?? known?.clientId,
    senderId: message.senderId,
    type: message.type,
    body: isDeleted ? null : message.body,
    sentAt: message.sentAt,
    readAt: message.readAt ?? known?.readAt,
    senderName: message.senderName || known?.senderName,
    ...((message.burnsAfter ?? 0) > 0 || known?.isBurnable ? { isBurnable: true } : {}),
  }
  recent.splice(at < 0 ? recent.length : at, known ? 1 : 0, entry)
  prune(recent)
}

/** Drops the oldest of either sort beyond its limit; one at most is too many. */
function prune(recent: RecentMessage[]): void {
  const isOver = (isBurnable: boolean, limit: number) =>
    recent.filter((message) => (message.isBurnable === true) === isBurnable).length > limit
  for (const [isBurnable, limit] of [
    [false, recentLimit],
    [true, recentBurnableLimit],
  ] as const) {
    if (!isOver(isBurnable, limit)) continue
    const last = recent.findLastIndex((message) => (message.isBurnable === true) === isBurnable)
    recent.splice(last, 1)
  }
}

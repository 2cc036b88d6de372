import type { UserId } from '#schemas/ids.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import { isShownToManagersOnly } from '../message/message-notices.ts'
import type { RecentMessage } from './conversation-state.ts'

/**
 * The number of newest messages that a conversation keeps, erased ones included, so that its row survives deletions.
 */
export const recentLimit = 10
/** The number of disappearing messages that it keeps of each side. Many of them may expire together. */
export const recentDisappearingLimit = 25

/**
 * Adds a message to the newest ones, changed in place, newest first by server id. Counts four sorts apart: permanent
 * messages, disappearing messages of each side, and notices for managers. An older permanent or unread message is
 * therefore still here when all later ones have expired or may not be shown. Which of the newest are kept does not
 * depend on the order of arrival. If they are all erased, the newest one that is not erased is kept as well.
 */
export function addRecentMessage(
  recent: RecentMessage[],
  message: ConfirmedMessage,
  { isDeleted, self }: { readonly isDeleted: boolean; readonly self: UserId },
): void {
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
    ...((message.timerSeconds ?? 0) > 0 || known?.isDisappearing ? { isDisappearing: true } : {}),
  }
  recent.splice(at < 0 ? recent.length : at, known ? 1 : 0, entry)
  prune(recent, sortOf(entry, self), self)
}

/** Drops the messages of a sort beyond its limit, except the newest one of the sort that is not erased. */
function prune(recent: RecentMessage[], sort: Sort, self: UserId): void {
  let count = 0
  let hasText = false
  for (let at = 0; at < recent.length; at += 1) {
    const message = recent[at]
    if (!message || sortOf(message, self) !== sort) continue
    count += 1
    if (count > limitOf[sort] && (hasText || message.body === null)) {
      recent.splice(at, 1)
      at -= 1
    }
    hasText ||= message.body !== null
  }
}

/** Returns when the oldest permanent message was sent, ms, if older ones may have been dropped; otherwise 0. */
export function historyDroppedThrough(recent: readonly RecentMessage[]): number {
  const staying = recent.filter(({ isDisappearing, type }) => !isDisappearing && !isShownToManagersOnly(type))
  return staying.length < recentLimit ? 0 : (staying.at(-1)?.sentAt ?? 0)
}

type Sort = 'staying' | 'disappearing' | 'own-disappearing' | 'for-managers'

const limitOf: Readonly<Record<Sort, number>> = {
  staying: recentLimit,
  disappearing: recentDisappearingLimit,
  'own-disappearing': recentDisappearingLimit,
  'for-managers': recentLimit,
}

function sortOf({ isDisappearing, senderId, type }: RecentMessage, self: UserId): Sort {
  if (isDisappearing) return senderId === self ? 'own-disappearing' : 'disappearing'
  return isShownToManagersOnly(type) ? 'for-managers' : 'staying'
}

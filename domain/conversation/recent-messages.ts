import type { UserId } from '#schemas/ids.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import { isForManagers } from '../message/message-notices.ts'
import type { RecentMessage } from './conversation-state.ts'

/** How many of the newest messages a conversation keeps, so that a row survives deletions. */
export const recentLimit = 10
/** And of those that vanish, of each side, of which many may be gone at once. */
export const recentBurnableLimit = 25

/**
 * Takes a message into the newest ones, changed in place, newest first by server id. Those that stay, those that vanish,
 * of each side, and those that only managers are shown are counted apart: an older one that stays, or that the other side has
 * not read yet, is still there when everything after it has burned, or is not for this reader. Which ones are kept does not
 * depend on the order of arrival.
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
    ...((message.burnsAfter ?? 0) > 0 || known?.isBurnable ? { isBurnable: true } : {}),
  }
  recent.splice(at < 0 ? recent.length : at, known ? 1 : 0, entry)
  prune(recent, sortOf(entry, self), self)
}

/** Drops the oldest of the sort that one came to, when it is one too many. */
function prune(recent: RecentMessage[], sort: Sort, self: UserId): void {
  let count = 0
  for (const message of recent) if (sortOf(message, self) === sort) count += 1
  if (count <= limitOf[sort]) return
  const last = recent.findLastIndex((message) => sortOf(message, self) === sort)
  recent.splice(last, 1)
}

/** When the oldest of those that stay was sent, ms, once older ones may have been forgotten; 0 while none has. */
export function forgottenThrough(recent: readonly RecentMessage[]): number {
  const staying = recent.filter(({ isBurnable, type }) => !isBurnable && !isForManagers(type))
  return staying.length < recentLimit ? 0 : (staying.at(-1)?.sentAt ?? 0)
}

type Sort = 'staying' | 'vanishing' | 'own-vanishing' | 'for-managers'

const limitOf: Readonly<Record<Sort, number>> = {
  staying: recentLimit,
  vanishing: recentBurnableLimit,
  'own-vanishing': recentBurnableLimit,
  'for-managers': recentLimit,
}

function sortOf({ isBurnable, senderId, type }: RecentMessage, self: UserId): Sort {
  if (isBurnable) return senderId === self ? 'own-vanishing' : 'vanishing'
  return isForManagers(type) ? 'for-managers' : 'staying'
}

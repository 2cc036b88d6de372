import type { ConfirmedMessage } from '#schemas/log/message.ts'
import { isForManagers } from '../message/notices.ts'
import type { RecentMessage } from './conversation-state.ts'

/** How many of the newest messages a conversation keeps, so that a row survives deletions. */
export const recentLimit = 10
/** And of those that vanish, of which many may be gone at once. */
export const recentBurnableLimit = 50

/**
 * Takes a message into the newest ones, changed in place, newest first by server id. Those that stay, those that vanish
 * and those that only managers are shown are counted apart: an older one that stays is still there when everything after it
 * has burned, or is not for this reader. Which ones are kept does not depend on the order of arrival.
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

/** Drops the oldest of each sort beyond its limit; one at most is too many. */
function prune(recent: RecentMessage[]): void {
  for (const sort of sorts) {
    if (recent.filter((message) => sortOf(message) === sort).length <= limitOf[sort]) continue
    const last = recent.findLastIndex((message) => sortOf(message) === sort)
    recent.splice(last, 1)
  }
}

const sorts = ['staying', 'vanishing', 'for-managers'] as const
type Sort = (typeof sorts)[number]

const limitOf: Readonly<Record<Sort, number>> = {
  staying: recentLimit,
  vanishing: recentBurnableLimit,
  'for-managers': recentLimit,
}

function sortOf({ isBurnable, type }: RecentMessage): Sort {
  if (isBurnable) return 'vanishing'
  return isForManagers(type) ? 'for-managers' : 'staying'
}

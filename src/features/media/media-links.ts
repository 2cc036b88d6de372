import type { AccountClient } from '#client/client.ts'
import type { MediaFilter, MediaType } from '#domain/media/media-filter.ts'
import type { ConversationId, ServerId } from '#schemas/ids.ts'
import { pathOf } from '#src/features/conversation-list/link-to.ts'
import { subPaths } from '#src/routes/route-table.ts'
import { stringifySearch } from '#src/routes/search-params.ts'

/** Returns the URL of a tab of the media screen [ROUTE-17]. */
export const mediaHref = (id: ConversationId, filter: MediaFilter = 'all'): string =>
  `${pathOf(id)}/${subPaths.media}#${filter}`

/**
 * Returns the URL of a message in the viewer. Without types the viewer shows pictures and videos [ROUTE-18] (DEC-97).
 */
export const viewerHref = (
  id: ConversationId,
  message: ServerId,
  filterTypes: readonly MediaType[] = [],
): string => `${pathOf(id)}/${subPaths.media}/${message}${stringifySearch({ filterTypes })}`

const viewed = new WeakMap<AccountClient, Map<ConversationId, ServerId>>()

const viewedBy = (account: AccountClient): Map<ConversationId, ServerId> => {
  const known = viewed.get(account) ?? new Map<ConversationId, ServerId>()
  viewed.set(account, known)
  return known
}

/** Stores the message opened from the media screen, which returns to the message that the viewer showed last. */
export const leaveGridFor = (account: AccountClient, id: ConversationId, message: ServerId): void =>
  void viewedBy(account).set(id, message)

/** Updates the stored message when the viewer moves on; only if the media screen opened the viewer. */
export function rememberViewed(account: AccountClient, id: ConversationId, message: ServerId): void {
  const known = viewedBy(account)
  if (known.has(id)) known.set(id, message)
}

/** Returns the message that the media screen returns to. */
export const readViewed = (account: AccountClient, id: ConversationId): ServerId | undefined =>
  viewedBy(account).get(id)

/** Removes the stored message. */
export const forgetViewed = (account: AccountClient, id: ConversationId): void =>
  void viewedBy(account).delete(id)

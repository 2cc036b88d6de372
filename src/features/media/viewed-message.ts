import type { AccountClient } from '#client/client.ts'
import type { ConversationId, ServerId } from '#schemas/ids.ts'

const viewed = new WeakMap<AccountClient, Map<ConversationId, ServerId>>()

const viewedBy = (account: AccountClient): Map<ConversationId, ServerId> => {
  const known = viewed.get(account) ?? new Map<ConversationId, ServerId>()
  viewed.set(account, known)
  return known
}

/** The media screen is left for the viewer, and is to come back where the viewer is left. */
export const leaveGridFor = (account: AccountClient, id: ConversationId, message: ServerId): void =>
  void viewedBy(account).set(id, message)

/** The viewer goes on to another message; nothing when it was not opened from the media screen. */
export function rememberViewed(account: AccountClient, id: ConversationId, message: ServerId): void {
  const known = viewedBy(account)
  if (known.has(id)) known.set(id, message)
}

/** Where the media screen is to come back. */
export const readViewed = (account: AccountClient, id: ConversationId): ServerId | undefined =>
  viewedBy(account).get(id)

/** The media screen is back. */
export const forgetViewed = (account: AccountClient, id: ConversationId): void =>
  void viewedBy(account).delete(id)

import type { Composition } from '#domain/message/composition.ts'
import { type ConversationId, userId as toUserId, type UserId } from '#schemas/ids.ts'
import { readStoredRecord } from '#schemas/json-text.ts'
import { openTabStorage } from '#src/platform/web-storage.ts'

const key = 'chat-unsaved-draft'

/** The account and conversation of a draft. */
export interface DraftOwner {
  readonly userId: UserId
  readonly conversationId: ConversationId
}

/**
 * Stores a draft until this tab has reloaded, because a page that closes has no time to write to the log. `undefined` or
 * an empty text removes the stored draft.
 */
export function storeDraftForReload(
  { userId, conversationId }: DraftOwner,
  draft: Composition | undefined,
  storage = openTabStorage(),
): void {
  if (draft === undefined || draft.text === '') storage.removeItem(key)
  else storage.setItem(key, JSON.stringify({ userId, conversationId, draft }))
}

/** Returns and removes the draft that was stored before the reload. Undefined if it has another owner. */
export function takeDraftAfterReload(owner: DraftOwner, storage = openTabStorage()): Composition | undefined {
  const text = storage.getItem(key)
  if (!text) return undefined
  storage.removeItem(key)
  // Only `storeDraftForReload` writes this key, and it belongs to this origin and tab.
  const stored = JSON.parse(text) as DraftOwner & { readonly draft: Composition }
  const isOwn = stored.userId === owner.userId && stored.conversationId === owner.conversationId
  return isOwn ? stored.draft : undefined
}

/** Removes the stored draft unless `isSignedIn` is true of its account. */
export function removeDraftUnless(
  isSignedIn: (account: UserId) => boolean,
  storage = openTabStorage(),
): void {
  const { userId } = readStoredRecord(storage.getItem(key))
  if (!isSignedIn(toUserId(Number(userId)))) storage.removeItem(key)
}

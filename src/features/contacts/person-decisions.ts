import type { Friend } from '#domain/contacts/contacts.ts'
import type { UserId } from '#schemas/ids.ts'
import type { FoundPerson } from '#schemas/translate/contacts.ts'
import type { LookupState } from '#streams/lookups/lookup-cache.ts'
import type { RefreshStatus } from './use-refresh.ts'

export interface FoundFacts {
  readonly ownId: UserId
  /** Desktop and embedded frames stay on the search page for the own account. */
  readonly staysHere: boolean
}

/** The query of the friend request page. */
export interface RequestSearch {
  readonly id: string
  readonly key: string
  readonly source: 'search'
}

export type FoundDecision =
  | { readonly kind: 'request'; readonly search: RequestSearch }
  | { readonly kind: 'own-page' }
  | { readonly kind: 'own-notice' }

/**
 * Decides what a found person leads to: their page, or for the own account the own page or a notice [FRIEND-10
 * FRIEND-11 FRIEND-51].
 */
export const decideFound = (
  { userId, chatId }: FoundPerson,
  { ownId, staysHere }: FoundFacts,
): FoundDecision => {
  if (userId !== ownId) {
    return { kind: 'request', search: { id: String(userId), key: chatId, source: 'search' } }
  }
  return { kind: staysHere ? 'own-notice' : 'own-page' }
}

export interface RequestFacts {
  readonly ownId: UserId
  /** The `id` query. */
  readonly requestedId: string | undefined
  readonly found: LookupState<readonly FoundPerson[]>
}

export type RequestDecision =
  | { readonly kind: 'loading' }
  | { readonly kind: 'person'; readonly person: FoundPerson }
  | { readonly kind: 'own-page' }
  | { readonly kind: 'home' }

/**
 * Decides what the friend request page shows. The own account leads to the own page, an unknown person to the
 * contacts [FRIEND-18 FRIEND-20].
 */
export const decideRequestPage = ({ ownId, requestedId, found }: RequestFacts): RequestDecision => {
  if (requestedId === String(ownId)) return { kind: 'own-page' }
  if (found.status === 'loading') return { kind: 'loading' }
  if (found.status === 'failed') return { kind: 'home' }
  const person = found.value.find(({ userId }) => requestedId === undefined || requestedId === String(userId))
  if (person === undefined) return { kind: 'home' }
  return person.userId === ownId ? { kind: 'own-page' } : { kind: 'person', person }
}

export type RequestAction = 'chat' | 'blocked' | 'ask'

/**
 * Decides the action for a person: chat with a friend, none if they block this user, else a friend request [FRIEND-14
 * FRIEND-15 FRIEND-16].
 */
export const decideRequestAction = (person: FoundPerson, friends: readonly Friend[]): RequestAction => {
  if (person.isFriend || friends.some(({ userId }) => userId === person.userId)) return 'chat'
  return person.hasBlockedMe ? 'blocked' : 'ask'
}

export interface FriendFacts {
  readonly ownId: UserId
  readonly id: UserId
  readonly friend: Friend | undefined
  readonly refresh: RefreshStatus
}

export type FriendDecision =
  | { readonly kind: 'friend'; readonly friend: Friend }
  | { readonly kind: 'own-page' | 'request' | 'loading' | 'failed' }

/**
 * Decides what the friend page shows. The own account leads to the own page, a stranger to the friend request
 * [FRIEND-32 FRIEND-33], but only after the friends are loaded.
 */
export const decideFriendPage = ({ ownId, id, friend, refresh }: FriendFacts): FriendDecision => {
  if (id === ownId) return { kind: 'own-page' }
  if (friend !== undefined) return { kind: 'friend', friend }
  if (refresh === 'refreshing') return { kind: 'loading' }
  return { kind: refresh === 'failed' ? 'failed' : 'request' }
}

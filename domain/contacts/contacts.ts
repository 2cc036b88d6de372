import type { UserId } from '#schemas/ids.ts'
import type { ApplicationFacts, FriendFacts } from '#schemas/log/events.ts'
import type { ApplicationRecord, ApplicationsState, FriendsState } from './contacts-projection.ts'

export interface Friend extends FriendFacts {
  /** The remark if there is one, else the nickname. */
  readonly displayName: string
}

/** How long an application can be accepted, ms. Sending it again renews it (DEC-210). */
export const applicationLife = 30 * 24 * 60 * 60_000

/** The largest number of applications in a list of the server: the newest open ones, or the newest answered ones. */
export const applicationListLimit = 500

export type ApplicationStatus = 'pending' | 'accepted' | 'rejected' | 'expired'
export interface Application extends ApplicationFacts {
  readonly status: ApplicationStatus
}
/** Pending first, then answered and expired ones, each newest first [FRIEND-42]. */
export interface ApplicationsView {
  readonly pending: readonly Application[]
  readonly past: readonly Application[]
  /** Pending ones above the last seen id [FRIEND-43]. */
  readonly unseenCount: number
}

/** Returns the shown name of a friend: the remark if there is one, else the nickname. */
export const displayNameOf = (friend: FriendFacts): string => friend.remark || friend.nickname

/** Returns the friends by name, then by id. Screens that group by letter sort on their own. */
export const viewFriends = (state: FriendsState): readonly Friend[] =>
  [...state.values()]
    .map((friend) => ({ ...friend, displayName: displayNameOf(friend) }))
    .sort((left, right) => compareText(left.displayName, right.displayName) || left.userId - right.userId)

/**
 * Returns the applications: pending first, then answered and expired ones, each newest first [FRIEND-42]. Unseen are
 * pending ones above the seen marker [FRIEND-43].
 * @param now server time, ms
 */
export function viewApplications(state: ApplicationsState, now: number): ApplicationsView {
  const all = [...state.byId.values()].flatMap((record) => applicationOf(record, now)).sort(newestFirst)
  const pending = all.filter((application) => application.status === 'pending')
  return {
    pending,
    past: all.filter((application) => application.status !== 'pending'),
    unseenCount: pending.filter((application) => application.applicationId > state.seenUpTo).length,
  }
}

function applicationOf({ facts, answer }: ApplicationRecord, now: number): Application[] {
  if (!facts) return []
  const isExpired = now - facts.createdAt >= applicationLife
  return [{ ...facts, status: answer ?? (isExpired ? 'expired' : 'pending') }]
}

const newestFirst = (left: Application, right: Application): number =>
  right.createdAt - left.createdAt || right.applicationId - left.applicationId

const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

/** Returns this user's remark for a person; empty if there is none or they are not friends. */
export const remarkOf = (friends: ReadonlyMap<UserId, FriendFacts> | undefined, person: UserId): string =>
  friends?.get(person)?.remark ?? ''

export const friendOrders = ['name', 'online'] as const
export type FriendOrder = (typeof friendOrders)[number]

/** The orders of the groups list. They are here because the stored preferences need them before the list is loaded. */
export const groupOrders = ['recent', 'name'] as const
export type GroupOrder = (typeof groupOrders)[number]

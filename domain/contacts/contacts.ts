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

/** The largest number of replies of one person in the thread of an application (DEC-222). */
export const applicationReplyLimit = 20

/** The largest length of such a reply, in UTF-16 units. */
export const applicationReplyLength = 200

export type ApplicationStatus = 'pending' | 'accepted' | 'rejected' | 'expired'
export interface Application extends ApplicationFacts {
  readonly status: ApplicationStatus
}
/** Each list is newest first [FRIEND-42]. */
export interface ApplicationsView {
  readonly pending: readonly Application[]
  /** Answered and expired ones. */
  readonly past: readonly Application[]
  /** Those that this account has sent (DEC-222). An expired one stays until the next fetch. */
  readonly sent: readonly Application[]
  /** Pending ones above the last seen id [FRIEND-43], and open ones with an unseen reply of the other person. */
  readonly unseenCount: number
}
export const noApplications: ApplicationsView = { pending: [], past: [], sent: [], unseenCount: 0 }

/** Returns the shown name of a friend: the remark if there is one, else the nickname. */
export const displayNameOf = (friend: FriendFacts): string => friend.remark || friend.nickname

/** Returns the friends by name, then by id. Screens that group by letter sort on their own. */
export const viewFriends = (state: FriendsState): readonly Friend[] =>
  [...state.values()]
    .map((friend) => ({ ...friend, displayName: displayNameOf(friend) }))
    .sort((left, right) => compareText(left.displayName, right.displayName) || left.userId - right.userId)

/**
 * Returns the received applications, pending first, then answered and expired ones [FRIEND-42], and the sent ones.
 * @param now server time, ms
 */
export function viewApplications(state: ApplicationsState, now: number): ApplicationsView {
  const all = [...state.byId.values()].flatMap((record) => applicationOf(record, now)).sort(newestFirst)
  const open = all.filter(({ status }) => status === 'pending')
  const pending = open.filter(({ isSent }) => !isSent)
  const sent = all.filter(({ isSent }) => isSent)
  const isUnseen = ({ applicationId, isSent }: Application) => !isSent && applicationId > state.seenUpTo
  return {
    pending,
    sent,
    past: all.filter(({ status, isSent }) => status !== 'pending' && !isSent),
    unseenCount: open.filter((one) => isUnseen(one) || newestReplyId([one]) > state.seenReplyUpTo).length,
  }
}

/** Returns the highest id of a reply by the other person in these applications; 0 without one. */
export const newestReplyId = (applications: readonly Application[]): number =>
  Math.max(
    0,
    ...applications.flatMap(({ replies = [] }) => replies.filter(({ isOwn }) => !isOwn).map(({ id }) => id)),
  )

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

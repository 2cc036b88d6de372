import type { FriendFacts } from '#schemas/log/events.ts'
import type { Application, ApplicationsView, Friend } from './contacts.ts'
import type { ApplicationRecord, ApplicationsState, FriendsState } from './contacts-state.ts'

/** The name a friend is shown under: the remark when there is one, else the nickname. */
export const displayNameOf = (friend: FriendFacts): string => friend.remark || friend.nickname

/** Friends by name, then by id; screens that group by letter sort on their own. */
export const viewFriends = (state: FriendsState): readonly Friend[] =>
  [...state.values()]
    .map((friend) => ({ ...friend, displayName: displayNameOf(friend) }))
    .sort((left, right) => compareText(left.displayName, right.displayName) || left.userId - right.userId)

/** Pending ones first, then the past, each newest first [FRIEND-42]; unseen are pending ones above the seen mark [FRIEND-43]. */
export function viewApplications(state: ApplicationsState): ApplicationsView {
  const all = [...state.byId.values()].flatMap(applicationOf).sort(newestFirst)
  const pending = all.filter((application) => application.status === 'pending')
  return {
    pending,
    past: all.filter((application) => application.status !== 'pending'),
    unseenCount: pending.filter((application) => application.applicationId > state.seenUpTo).length,
  }
}

const applicationOf = ({ facts, answer }: ApplicationRecord): Application[] =>
  facts ? [{ ...facts, status: answer ?? 'pending' }] : []

const newestFirst = (left: Application, right: Application): number =>
  right.createdAt - left.createdAt || right.applicationId - left.applicationId

const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

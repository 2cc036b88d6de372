import { type ApplicationId, applicationId, type UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { ApplicationFacts, EventDataOf, FriendFacts, ProfileFacts } from '#schemas/log/events.ts'

/**
 * Folds one event into the friends, which it changes in place. Of two listings of a friend the later one in the log
 * wins.
 */
export function evolveFriends(state: FriendsState, event: LogEvent): FriendsState {
  if (event.type === 'FriendListed') state.set(event.data.facts.userId, event.data.facts)
  if (event.type === 'FriendRemoved') state.delete(event.data.userId)
  if (event.type === 'AccountCompacted') {
    state.clear()
    for (const facts of event.data.friends) state.set(facts.userId, facts)
  }
  return state
}

/** Folds one event into the applications, which it changes in place. */
export function evolveApplications(state: ApplicationsState, event: LogEvent): ApplicationsState {
  if (event.type === 'ApplicationListed') receive(state, event.data.facts)
  if (event.type === 'ApplicationAnswered') {
    const { applicationId: id, answer } = event.data
    state.byId.set(id, { facts: state.byId.get(id)?.facts, answer })
  }
  if (event.type === 'ApplicationWithdrawn') state.byId.delete(event.data.applicationId)
  if (event.type === 'ApplicationsSeen') {
    state.seenUpTo = applicationId(Math.max(state.seenUpTo, event.data.upTo))
    state.seenReplyUpTo = Math.max(state.seenReplyUpTo, event.data.repliesUpTo ?? 0)
  }
  if (event.type === 'AccountCompacted') applyLogSnapshot(state, event.data)
  return state
}

function applyLogSnapshot(state: ApplicationsState, snapshot: EventDataOf<'AccountCompacted'>): void {
  state.byId.clear()
  for (const { applicationId: id, facts, answer } of snapshot.applications)
    state.byId.set(id, { facts, answer })
  state.seenUpTo = snapshot.seenUpTo
  state.seenReplyUpTo = snapshot.seenReplyUpTo ?? 0
}

/** Folds one event into the own profile. The last one in the log wins. */
export function evolveProfile(state: ProfileFacts | undefined, event: LogEvent): ProfileFacts | undefined {
  if (event.type === 'AccountCompacted') return event.data.profile
  return event.type === 'ProfileUpdated' ? event.data.facts : state
}

/**
 * Inserts or updates an application as pending. A copy of an answered one stays answered; a newer one is pending again
 * [FRIEND-44]. A copy without a thread, such as that of a realtime event, keeps the known one.
 */
function receive(state: ApplicationsState, facts: ApplicationFacts): void {
  const known = state.byId.get(facts.applicationId)
  if (known?.facts && facts.createdAt < known.facts.createdAt) return
  const isNewer = known?.facts !== undefined && facts.createdAt > known.facts.createdAt
  const replies = facts.replies ?? known?.facts?.replies
  state.byId.set(facts.applicationId, {
    facts: replies ? { ...facts, replies } : facts,
    answer: isNewer ? undefined : known?.answer,
  })
}

/** Friends by user id. */
export type FriendsState = Map<UserId, FriendFacts>

/** An application with its answer. An answer that arrives before its application is stored without facts. */
export interface ApplicationRecord {
  readonly facts: ApplicationFacts | undefined
  readonly answer: 'accepted' | 'rejected' | undefined
}
export interface ApplicationsState {
  readonly byId: Map<ApplicationId, ApplicationRecord>
  /** The highest application id that the person has seen [FRIEND-40]. */
  seenUpTo: ApplicationId
  /** The highest id of a reply that the person has seen; 0 before the first. */
  seenReplyUpTo: number
}

export const initialFriends = (): FriendsState => new Map()
export const initialApplications = (): ApplicationsState => ({
  byId: new Map(),
  seenUpTo: applicationId(0),
  seenReplyUpTo: 0,
})

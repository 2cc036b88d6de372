import { type ApplicationId, applicationId, type UserId } from '#schemas/ids.ts'
import type { ApplicationFacts, FriendFacts } from '#schemas/log/events.ts'

/** Friends by user id. */
export type FriendsState = Map<UserId, FriendFacts>

/** An application with its answer; an answer heard of before its application waits for it without facts. */
export interface ApplicationRecord {
  readonly facts: ApplicationFacts | undefined
  readonly answer: 'accepted' | 'rejected' | undefined
}
export interface ApplicationsState {
  readonly byId: Map<ApplicationId, ApplicationRecord>
  /** The highest application id that was seen [FRIEND-40]. */
  seenUpTo: ApplicationId
}

export const initialFriends = (): FriendsState => new Map()
export const initialApplications = (): ApplicationsState => ({ byId: new Map(), seenUpTo: applicationId(0) })

import type { ApplicationFacts, FriendFacts } from '#schemas/log/events.ts'

export interface Friend extends FriendFacts {
  /** Remark when there is one, else nickname. */
  readonly displayName: string
}

export type ApplicationStatus = 'pending' | 'accepted' | 'rejected'
export interface Application extends ApplicationFacts {
  readonly status: ApplicationStatus
}
/** Pending first, then the past, each newest first [FRIEND-42]. */
export interface ApplicationsView {
  readonly pending: readonly Application[]
  readonly past: readonly Application[]
  /** Pending ones above the last seen id [FRIEND-43]. */
  readonly unseenCount: number
}

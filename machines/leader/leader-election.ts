import { fromCallback } from 'xstate'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { TabMessage } from '#schemas/cross-tab/tab-message.ts'
import { acquireLock } from '#streams/cross-tab/locks.ts'
import type { SocketAnnouncement } from '../socket/socket-services.ts'
import type { SynchronisationScope } from '../synchronisation/synchronisation-steps.ts'

interface Election {
  /** Whether the lock is stolen, because the leader does not answer. */
  readonly isLeaderSilent: boolean
}

/** Waits for the account's lock, or steals it, and holds it until it is stopped or another tab steals the lock. */
export const leaderElection = (core: AccountCore) =>
  fromCallback<LeaderEvent, Election>(({ input: { isLeaderSilent }, sendBack }) =>
    acquireLock(core.ports, `leader-${core.userId}`, isLeaderSilent, {
      acquired: () => sendBack({ type: 'leadership.won' }),
      lost: () => sendBack({ type: 'leadership.lost' }),
    }),
  )

export type LeaderEvent =
  | { readonly type: 'leadership.won' }
  | { readonly type: 'leadership.lost' }
  | { readonly type: 'leader.answered' }
  | { readonly type: 'tab.message-received'; readonly message: TabMessage }
  | { readonly type: 'visibility.changed' }
  | { readonly type: 'socket.announced'; readonly announcement: SocketAnnouncement }
  | { readonly type: 'connection.settled' }
  | { readonly type: 'connection.requested' }
  | { readonly type: 'locale.changed' }
  | { readonly type: 'synchronisation.requested'; readonly scope: SynchronisationScope }
  | { readonly type: 'synchronisation.progressed'; readonly isCaughtUp: boolean; readonly hasListed: boolean }

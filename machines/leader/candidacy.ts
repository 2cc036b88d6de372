import { fromCallback } from 'xstate'
import type { AccountCore } from '#machines/account/account-core.ts'
import { acquireLock } from '#streams/cross-tab/locks.ts'
import type { LeaderEvent } from './leader-setup.ts'

interface Candidacy {
  readonly core: AccountCore
  readonly isLeaderSilent: boolean
}

/** Waits for the account's lock, or takes it, and holds it until it is stopped or the lock is stolen. */
export const candidacy = fromCallback<LeaderEvent, Candidacy>(
  ({ input: { core, isLeaderSilent }, sendBack }) =>
    acquireLock(core.ports, `leader-${core.userId}`, isLeaderSilent, {
      acquired: () => sendBack({ type: 'leadership.won' }),
      lost: () => sendBack({ type: 'leadership.lost' }),
    }),
)

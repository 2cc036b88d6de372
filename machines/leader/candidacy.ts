import { fromCallback } from 'xstate'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { LeaderEvent } from './leader-setup.ts'

interface Candidacy {
  readonly core: AccountCore
  readonly isLeaderSilent: boolean
}

/** Waits for the account's lock, or takes it, and holds it until it is stopped or the lock is stolen. */
export const candidacy = fromCallback<LeaderEvent, Candidacy>(
  ({ input: { core, isLeaderSilent }, sendBack }) => {
    const { locks, report } = core.ports
    const over = new AbortController()
    const lead = (lost: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (over.signal.aborted) return resolve()
        over.signal.addEventListener('abort', () => resolve(), { once: true })
        lost.addEventListener('abort', () => leave(), { once: true })
        sendBack({ type: 'leadership.won' })
      })
    const leave = () => {
      if (!over.signal.aborted) sendBack({ type: 'leadership.lost' })
      over.abort()
    }
    const ask = isLeaderSilent ? locks.steal : locks.hold
    ask(`leader-${core.userId}`, over.signal, lead).catch((cause: unknown) => {
      if (over.signal.aborted) return
      report.fault({ kind: 'leader lock', detail: 'could not be held', cause })
      leave()
    })
    return () => over.abort()
  },
)

import { fromCallback } from 'xstate'

import type { AccountCore } from '#machines/account/account-core.ts'
import type { TabMessage } from '#schemas/cross-tab/tab-message.ts'
import { acquireLock } from '#streams/cross-tab/locks.ts'
import type { TimerHandle } from '#streams/ports.ts'
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

/**
 * Asks the leader for heartbeats while this tab is a visible follower. A frozen page keeps its locks and cannot answer,
 * so that its lock is stolen (DEC-110). Unanswered questions are counted instead of time, because the device may have
 * slept.
 */
export const leaderHeartbeatWatch = (core: AccountCore) =>
  fromCallback<LeaderEvent>(({ sendBack }) => {
    const { clock, visibility } = core.ports
    let unanswered = 0
    let timer: TimerHandle | undefined

    const ask = () => {
      timer = undefined
      if (isLeaderGone(unanswered)) return sendBack({ type: 'leader.silent' })
      unanswered += 1
      core.tabs.post({ type: 'ask-leader-state', account: core.userId })
      timer = clock.setTimeout(ask, askInterval)
    }
    const stop = () => {
      if (timer) clock.clearTimeout(timer)
      timer = undefined
      unanswered = 0
    }
    const follow = () => {
      if (!visibility.isVisible()) return stop()
      if (!timer) ask()
    }
    const answers = core.tabs.messages$.subscribe((message) => {
      if (message.type === 'leader-state' && message.account === core.userId) unanswered = 0
    })
    const stopFollowing = visibility.subscribe(follow)
    follow()
    return () => {
      answers.unsubscribe()
      stopFollowing()
      stop()
    }
  })

/** How often a visible tab sends the leader tab a heartbeat request, ms. */
const askInterval = 500
/** The number of unanswered requests in a row after which the leader's page counts as frozen. */
const mostUnanswered = 2

/** Whether the leader is given up. This takes 1.5 s at most, so that another tab leads within 2 s. */
const isLeaderGone = (unanswered: number): boolean => unanswered >= mostUnanswered

export type LeaderEvent =
  | { readonly type: 'leadership.won' }
  | { readonly type: 'leadership.lost' }
  | { readonly type: 'leader.silent' }
  | { readonly type: 'tab.said'; readonly message: TabMessage }
  | { readonly type: 'visibility.changed' }
  | { readonly type: 'socket.announced'; readonly announcement: SocketAnnouncement }
  | { readonly type: 'connection.settled' }
  | { readonly type: 'connection.requested' }
  | { readonly type: 'locale.changed' }
  | { readonly type: 'synchronisation.requested'; readonly scope: SynchronisationScope }
  | { readonly type: 'synchronisation.progressed'; readonly isCaughtUp: boolean; readonly hasListed: boolean }

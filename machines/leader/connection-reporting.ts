import {
  type ConnectionView,
  connectionStatus,
  type SocketState,
} from '#domain/connection/connection-view.ts'
import type { AccountCore } from '#machines/account/account-core.ts'

/** What the leader knows of its connection. */
export interface ConnectionFacts {
  readonly socket: SocketState
  readonly isCaughtUp: boolean
  /** Since the last connection or wish for one, an attempt came to nothing. */
  readonly hasFailed: boolean
}

/** The header's word; `offline` keeps the time it began at. */
export function connectionView(facts: ConnectionFacts, last: ConnectionView, now: number): ConnectionView {
  const status = connectionStatus(facts.socket, facts.isCaughtUp, facts.hasFailed)
  if (status !== 'offline') return last.status === status ? last : { status }
  return last.status === 'offline' ? last : { status, since: now }
}

/** Shows the leader's connection in this tab and tells the others. */
export function publishConnection(core: AccountCore, facts: ConnectionFacts): void {
  core.connection.set(connectionView(facts, core.connection.get(), core.serverTime.now()))
  notifyFollowers(core)
}

export function notifyFollowers(core: AccountCore): void {
  core.tabs.post({
    type: 'leader-state',
    account: core.userId,
    connection: core.connection.get(),
    online: [...core.presence.online.get()],
    hasLoaded: core.hasLoaded.get(),
    isVisible: core.ports.visibility.isVisible(),
    clockOffset: core.serverTime.offsetFromDevice(),
    isClockTrusted: core.serverTime.isTrusted(),
  })
}

export const announceVisibility = (core: AccountCore): void =>
  core.tabs.post({
    type: 'tab-visibility',
    account: core.userId,
    isVisible: core.ports.visibility.isVisible(),
  })

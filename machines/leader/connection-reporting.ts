import {
  type ConnectionView,
  connectionStatus,
  type SocketState,
} from '#domain/connection/connection-view.ts'
import type { AccountCore } from '#machines/account/account-core.ts'

/** The state of the leader's connection. */
export interface ConnectionFacts {
  readonly socket: SocketState
  readonly isCaughtUp: boolean
  /** Whether an attempt has failed since the last connection or request. */
  readonly hasFailed: boolean
}

/** Returns the connection state for the header. `offline` keeps its start time. */
export function connectionView(facts: ConnectionFacts, last: ConnectionView, now: number): ConnectionView {
  const status = connectionStatus(facts.socket, facts.isCaughtUp, facts.hasFailed)
  if (status !== 'offline') return last.status === status ? last : { status }
  return last.status === 'offline' ? last : { status, since: now }
}

/** Publishes the connection state in this tab and to the followers. */
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

/** The states of the socket [SOCK-01]. A closed one may reconnect; an ended connection does not (DEC-52). */
export type SocketState = 'closed' | 'connecting' | 'open' | 'connected' | 'ended'

export type ConnectionStatus = 'connecting' | 'catching-up' | 'connected' | 'offline'

/**
 * Returns the state to show in the header. A first connection that has not failed yet is connecting, not offline. A
 * connected one is catching up until all missed messages are received.
 */
export function connectionStatus(
  state: SocketState,
  isCaughtUp: boolean,
  hasFailed: boolean,
): ConnectionStatus {
  if (state === 'connected') return isCaughtUp ? 'connected' : 'catching-up'
  if (state === 'connecting' || state === 'open' || state === 'ended')
    return hasFailed ? 'offline' : 'connecting'
  return 'offline'
}

/** The connection state shown to the person. */
export type ConnectionView =
  | { readonly status: 'connecting' }
  | { readonly status: 'catching-up' }
  | { readonly status: 'connected' }
  /** `since` is server time, ms. */
  | { readonly status: 'offline'; readonly since: number }

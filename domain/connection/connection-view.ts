/** The socket is one of these [SOCK-01]; closed may reconnect, ended is this connection's end (DEC-52). */
export type SocketState = 'closed' | 'connecting' | 'open' | 'connected' | 'ended'

export type ConnectionStatus = 'connecting' | 'catching-up' | 'connected' | 'offline'

/**
 * What the header honestly says. A first connection that has not failed yet is connecting, not offline;
 * a connected one catches up until everything missed is here.
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

/** The state of the connection, honestly. */
export type ConnectionView =
  | { readonly status: 'connecting' }
  | { readonly status: 'catching-up' }
  | { readonly status: 'connected' }
  /** `since` is server time, ms. */
  | { readonly status: 'offline'; readonly since: number }

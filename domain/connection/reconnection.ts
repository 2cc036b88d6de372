/** Retries of one endpoint after a socket error, and the step of their waits [SOCK-11]. */
export const socketRetries = 2
export const socketRetryStep = 5000
/** Jitter only ever adds, at most this part (DEC-112). */
export const jitterPart = 0.2
/** A wait before a sole endpoint is tried anew: with its jitter and a hello that never comes it stays under 30 s. */
export const soleEndpointWait = 12_000
/** A connection that lasted this long earns a reconnect at once after a clean close, in ms. */
export const stableAfter = 5000

/** Closing codes that ask for patience: service restart, try again later. */
const patientCodes: readonly number[] = [1012, 1013]

export interface ClosedConnection {
  readonly code: number
  readonly isClean: boolean
  /** How long it was connected, ms; 0 when it never got that far. */
  readonly connectedFor: number
}

/** Whether a lost connection may be replaced at once: a clean close of one that had worked (DEC-112). */
export const mayReconnectAtOnce = (closed: ClosedConnection): boolean =>
  closed.isClean && closed.connectedFor >= stableAfter && !patientCodes.includes(closed.code)

export interface Reconnection {
  /** Errors in a row at this endpoint, after this one. */
  readonly failures: number
  readonly wait: number
  readonly revokesEndpoint: boolean
}

/**
 * What follows a socket error: two retries after 5 s and 10 s, then the endpoint is revoked [SOCK-11 SOCK-13];
 * a sole one is reinstated and tried at most 30 s apart (DEC-112). `jitter` lies in [0, 1).
 */
export function planReconnection(failures: number, isSoleEndpoint: boolean, jitter: number): Reconnection {
  const stretched = (wait: number) => Math.round(wait * (1 + jitterPart * jitter))
  const attempt = failures + 1
  if (attempt <= socketRetries) {
    return { failures: attempt, wait: stretched(attempt * socketRetryStep), revokesEndpoint: false }
  }
  return { failures: 0, wait: isSoleEndpoint ? stretched(soleEndpointWait) : 0, revokesEndpoint: true }
}

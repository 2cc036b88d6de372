import { resultCode } from '#schemas/result-codes.ts'

/** Retries of one endpoint after a socket error, and the step of their waits [SOCK-11]. */
export const socketRetries = 2
export const socketRetryStep = 5000
/** Jitter only ever adds, at most this part (DEC-112). */
export const jitterPart = 0.2
/** A wait before a sole endpoint is tried anew: with its jitter and a hello that never comes it stays under 30 s. */
export const soleEndpointWait = 12_000
/** A connection that lasted this long earns a reconnect at once after a clean close, in ms. */
export const stableAfter = 5000

/** Waits after a close that says why, ms: at least `from`, and everybody somewhere in the `spread` after it. */
export interface SpreadWait {
  readonly from: number
  readonly spread: number
}
/** A service that restarts is soon back (DEC-136), and all of its clients must not knock in the same moment. */
export const restartWait: SpreadWait = { from: 500, spread: 4500 }
/** A server that is overloaded wants to be left alone for longer, though never beyond 30 s (DEC-112). */
export const overloadWait: SpreadWait = { from: 15_000, spread: 15_000 }

const serviceRestart = 1012
const tryAgainLater = 1013

export interface ClosedConnection {
  readonly code: number
  readonly isClean: boolean
  /** How long it was connected, ms; 0 when it never got that far. */
  readonly connectedFor: number
}

/** What a close says: a goodbye, a restart, too much to do, or that something went wrong. */
export type CloseReason = 'goodbye' | 'restart' | 'overload' | 'error'

/** Judges a close by its code, and a clean one by whether the connection had worked (DEC-112). */
export function judgeClose(closed: ClosedConnection): CloseReason {
  if (closed.code === serviceRestart) return 'restart'
  if (closed.code === tryAgainLater) return 'overload'
  return closed.isClean && closed.connectedFor >= stableAfter ? 'goodbye' : 'error'
}

export interface Reconnection {
  /** Errors in a row at this endpoint, after this one. */
  readonly failures: number
  readonly wait: number
  readonly revokesEndpoint: boolean
}

interface Attempts {
  /** Errors in a row at this endpoint, before this one. */
  readonly failures: number
  readonly isSoleEndpoint: boolean
  /** In [0, 1). */
  readonly jitter: number
}

/**
 * What follows a socket error: two retries after 5 s and 10 s, then the endpoint is revoked [SOCK-11 SOCK-13];
 * a sole one is reinstated and tried at most 30 s apart (DEC-112).
 */
export function planReconnection({ failures, isSoleEndpoint, jitter }: Attempts): Reconnection {
  const stretched = (wait: number) => Math.round(wait * (1 + jitterPart * jitter))
  const attempt = failures + 1
  if (attempt <= socketRetries) {
    return { failures: attempt, wait: stretched(attempt * socketRetryStep), revokesEndpoint: false }
  }
  return { failures: 0, wait: isSoleEndpoint ? stretched(soleEndpointWait) : 0, revokesEndpoint: true }
}

/**
 * What follows a close with its reason: a goodbye reconnects at once, a restart soon, and neither counts against the
 * endpoint; an overload counts like an error and waits longer, so that another endpoint gets its turn in the end.
 */
export function planAfterClose(reason: CloseReason, attempts: Attempts): Reconnection {
  const { failures, jitter } = attempts
  if (reason === 'goodbye') return { failures, wait: 0, revokesEndpoint: false }
  if (reason === 'restart') return { failures, wait: spreadOut(restartWait, jitter), revokesEndpoint: false }
  const plan = planReconnection(attempts)
  if (reason === 'error' || (plan.revokesEndpoint && !attempts.isSoleEndpoint)) return plan
  return { ...plan, wait: spreadOut(overloadWait, jitter) }
}

const spreadOut = ({ from, spread }: SpreadWait, jitter: number): number => Math.round(from + spread * jitter)

/** Codes that say nothing about the credentials: a limit, or a fault of the server. */
const passingCodes: readonly number[] = [resultCode.limited, resultCode.failed, resultCode.unavailable]

/** What the login's answer means [SOCK-04 SOCK-05]: in, try again later, or the credentials are not good. */
export function judgeLogin(code: number): 'accepted' | 'later' | 'refused' {
  if (code === resultCode.ok) return 'accepted'
  return passingCodes.includes(code) ? 'later' : 'refused'
}

import { resultCode } from '#schemas/result-codes.ts'

/** The number of retries at one endpoint after socket errors [SOCK-11]. */
export const socketRetries = 2
/** The wait before the first retry, ms. Each further retry waits longer by the same time [SOCK-11]. */
export const socketRetryStep = 5000
/** The maximum jitter, as a fraction of the wait. Jitter only lengthens a wait (DEC-112). */
export const jitterPart = 0.2
/**
 * The wait before the only endpoint is tried again, ms. With jitter and the greeting's time limit it stays under 30 s.
 */
export const singleEndpointWait = 12_000
/** A connection that lasted this long reconnects immediately after a clean close, ms. */
export const stableConnectionTime = 5000

/** Waits after a close with a reason, ms: at least `from`, with a random part of `spread` added. */
export interface JitteredWait {
  readonly from: number
  readonly spread: number
}
/** A restarting service is back soon (DEC-136). The spread keeps its clients from reconnecting in the same moment. */
export const restartWait: JitteredWait = { from: 500, spread: 4500 }
/** An overloaded server needs a longer pause, but never above 30 s (DEC-112). */
export const overloadWait: JitteredWait = { from: 15_000, spread: 15_000 }

const serviceRestart = 1012
const tryAgainLater = 1013

export interface ClosedConnection {
  readonly code: number
  readonly isClean: boolean
  /** How long it was connected, ms; 0 if it never was. */
  readonly connectedFor: number
}

/** The reason of a close: clean, a restart, overload, or an error. */
export type CloseReason = 'clean' | 'restart' | 'overload' | 'error'

/** Classifies a close by its code, and a clean one by how long the connection lasted (DEC-112). */
export function classifyClose(closed: ClosedConnection): CloseReason {
  if (closed.code === serviceRestart) return 'restart'
  if (closed.code === tryAgainLater) return 'overload'
  return closed.isClean && closed.connectedFor >= stableConnectionTime ? 'clean' : 'error'
}

export interface Reconnection {
  /** Errors in a row at this endpoint, after this one. */
  readonly failures: number
  /** Ms. */
  readonly wait: number
  /** Whether the next endpoint is selected. A sole endpoint stays selected. */
  readonly shouldSwitchEndpoint: boolean
}

interface Attempts {
  /** Errors in a row at this endpoint, before this one. */
  readonly failures: number
  readonly isSoleEndpoint: boolean
  /** In [0, 1). */
  readonly jitter: number
}

/**
 * Returns the reaction to a socket error: two retries after 5 s and 10 s, then a switch to the next endpoint [SOCK-11
 * SOCK-13]. The only endpoint is tried again, at most 30 s apart (DEC-112).
 */
export function planReconnection({ failures, isSoleEndpoint, jitter }: Attempts): Reconnection {
  const stretched = (wait: number) => Math.round(wait * (1 + jitterPart * jitter))
  const attempt = failures + 1
  if (attempt <= socketRetries) {
    return { failures: attempt, wait: stretched(attempt * socketRetryStep), shouldSwitchEndpoint: false }
  }
  return { failures: 0, wait: isSoleEndpoint ? stretched(singleEndpointWait) : 0, shouldSwitchEndpoint: true }
}

/**
 * Returns the reaction to a close with its reason. A clean close reconnects immediately and a restart soon; neither
 * counts against the endpoint. An overload counts like an error and waits longer, so that another endpoint is selected
 * in the end.
 */
export function planAfterClose(reason: CloseReason, attempts: Attempts): Reconnection {
  const { failures, jitter } = attempts
  if (reason === 'clean') return { failures, wait: 0, shouldSwitchEndpoint: false }
  if (reason === 'restart')
    return { failures, wait: spreadOut(restartWait, jitter), shouldSwitchEndpoint: false }
  const plan = planReconnection(attempts)
  if (reason === 'error' || (plan.shouldSwitchEndpoint && !attempts.isSoleEndpoint)) return plan
  return { ...plan, wait: spreadOut(overloadWait, jitter) }
}

const spreadOut = ({ from, spread }: JitteredWait, jitter: number): number =>
  Math.round(from + spread * jitter)

/** Codes of temporary failures, which say nothing about the credentials: a rate limit, or a server error. */
const transientLoginCodes: readonly number[] = [resultCode.limited, resultCode.failed, resultCode.unavailable]

/** Returns the meaning of the login response [SOCK-04 SOCK-05]: accepted, try again later, or bad credentials. */
export function judgeLogin(code: number): 'accepted' | 'later' | 'rejected' {
  if (code === resultCode.ok) return 'accepted'
  return transientLoginCodes.includes(code) ? 'later' : 'rejected'
}

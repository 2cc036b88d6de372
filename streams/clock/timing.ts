import { Observable } from 'rxjs'
import { errorName } from '#domain/http/rejection.ts'
import type { Clock } from '../ports.ts'

/** A promise exceeded its time limit [HTTP-19]. */
export class TimedOut extends Error {
  constructor() {
    super(errorName.timedOut)
    this.name = 'TimedOut'
  }
}
/** The caller has aborted the operation. */
export class Cancelled extends Error {
  constructor() {
    super('CANCELLED')
    this.name = 'Cancelled'
  }
}

/** Resolves after `delay` ms, or immediately when `signal` is aborted. Never rejects. */
export function sleep(clock: Clock, delay: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve()
      return
    }
    const finish = () => {
      clock.clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const timer = clock.setTimeout(finish, delay)
    signal?.addEventListener('abort', finish)
  })
}

/** Emits once after `delay` ms and completes; unsubscribing clears the timer. */
export const delayBy = (clock: Clock, delay: number): Observable<void> =>
  new Observable((subscriber) => {
    const timer = clock.setTimeout(() => {
      subscriber.next()
      subscriber.complete()
    }, delay)
    return () => clock.clearTimeout(timer)
  })

/**
 * Runs `operation` for at most `limit` ms. Aborts its signal and rejects with TimedOut after that time, or with
 * Cancelled when `outer` aborts.
 */
export function withDeadline<Result>(
  clock: Clock,
  limit: number,
  operation: (signal: AbortSignal) => Promise<Result>,
  outer?: AbortSignal,
): Promise<Result> {
  if (outer?.aborted) return Promise.reject(new Cancelled())
  const controller = new AbortController()
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clock.clearTimeout(timer)
      outer?.removeEventListener('abort', giveUp)
      finish()
    }
    const abandon = (error: Error) =>
      settle(() => {
        reject(error)
        controller.abort()
      })
    const giveUp = () => abandon(new Cancelled())
    const timer = clock.setTimeout(() => abandon(new TimedOut()), limit)
    outer?.addEventListener('abort', giveUp)
    operation(controller.signal).then(
      (result) => settle(() => resolve(result)),
      (error: unknown) => settle(() => reject(error)),
    )
  })
}

/** Rejects with TimedOut when `task` takes longer than `limit` ms. A later result goes to `discard`. */
export function withTimeLimit<Value>(
  clock: Clock,
  limit: number,
  task: () => Promise<Value>,
  discard: (late: Value) => void,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = clock.setTimeout(() => {
      isLate = true
      reject(new TimedOut())
    }, limit)
    task().then(
      (value) => {
        clock.clearTimeout(timer)
        if (isLate) discard(value)
        else resolve(value)
      },
      (error: unknown) => {
        clock.clearTimeout(timer)
        reject(error)
      },
    )
  })
}

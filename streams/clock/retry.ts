import type { Clock, Ports } from '../ports.ts'
import { sleep } from './timing.ts'

/** Waits between tries of a storage operation, ms; the last one repeats. */
export const storageDelays = [50, 250, 1000] as const

/** The wait after so many failures, from 1, in ms: each of `delays` once, then the last one again and again. */
export const backoffDelay = (delays: readonly number[], failures: number): number =>
  delays[Math.min(Math.max(failures, 1), delays.length) - 1] ?? 0

export interface RetryOptions {
  readonly clock: Clock
  /** Waits between tries, ms; the last one repeats. */
  readonly delays: readonly number[]
  /** Whether to give up after this failure; `failures` counts from 1. */
  isFinal(cause: unknown, failures: number): boolean
  /** Called after each failed try, before `isFinal`. */
  onFailure?(cause: unknown, failures: number): void
  /** Ends the waiting and the retries. */
  readonly signal?: AbortSignal
}

/** Tries `task` until it succeeds. Rejects with the last cause when `isFinal` says so or the signal is aborted. */
export async function retry<Value>(
  task: () => Promise<Value>,
  { clock, delays, isFinal, onFailure, signal }: RetryOptions,
): Promise<Value> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await task()
    } catch (cause) {
      onFailure?.(cause, failures)
      if (isFinal(cause, failures)) throw cause
      await sleep(clock, backoffDelay(delays, failures), signal)
      if (signal?.aborted) throw cause
    }
  }
}

/** Tries a storage operation until it succeeds or `isOver`, which gets each cause; reports the first failure as `kind`. */
export const retryUntil = <Value>(
  { clock, report }: Pick<Ports, 'clock' | 'report'>,
  kind: string,
  task: () => Promise<Value>,
  isOver: (cause: unknown) => boolean,
): Promise<Value> =>
  retry(task, {
    clock,
    delays: storageDelays,
    isFinal: isOver,
    onFailure(cause, failures) {
      if (failures === 1) report.fault({ kind, detail: 'the storage refused; trying on', cause })
    },
  })

import { backoffDelay } from '#domain/http/call-limits.ts'
import type { Clock, Ports } from '../ports.ts'
import { sleep } from './timing.ts'

/** Waits between tries of a storage operation, ms; the last one repeats. */
export const storageDelays = [50, 250, 1000] as const

interface RepeatOptions<Result> {
  readonly clock: Clock
  /** Waits between tries, ms; the last one repeats. */
  readonly delays: readonly number[]
  /** Whether to try again after this result; `tries` counts from 1. */
  shouldRepeat(result: Result, tries: number): boolean
  /** Ends the waiting and the repetitions. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs `task` until `shouldRepeat` says no or the signal is aborted. Returns the last result; rejects as `task` does.
 */
export async function repeatWhile<Result>(
  task: () => Promise<Result>,
  { clock, delays, shouldRepeat, signal }: RepeatOptions<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const result = await task()
    if (!shouldRepeat(result, tries)) return result
    await sleep(clock, backoffDelay(delays, tries), signal)
    if (signal?.aborted) return result
  }
}

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
  { isFinal, onFailure, ...options }: RetryOptions,
): Promise<Value> {
  const settle = (): Promise<{ value: Value } | { cause: unknown }> =>
    task().then(
      (value) => ({ value }),
      (cause: unknown) => ({ cause }),
    )
  const settled = await repeatWhile(settle, {
    ...options,
    shouldRepeat(result, tries) {
      if ('value' in result) return false
      onFailure?.(result.cause, tries)
      return !isFinal(result.cause, tries)
    },
  })
  if ('cause' in settled) throw settled.cause
  return settled.value
}

/**
 * Tries a storage operation until it succeeds or `isOver`, which gets each cause; reports the first failure as `kind`.
 */
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
      if (failures === 1) report.fault({ kind, detail: 'the storage failed; retrying', cause })
    },
  })

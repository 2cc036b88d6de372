import type { Clock } from '../ports.ts'
import { TimedOut } from './timing.ts'

/** Rejects with TimedOut when `task` takes longer than `limit` ms; what comes later goes to `discard`. */
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

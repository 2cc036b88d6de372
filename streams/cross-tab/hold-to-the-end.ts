import type { LocksPort } from '../ports.ts'

/**
 * Holds the lock `name` while `holder` runs. Whoever is robbed of it cannot be stopped: what the work comes to that has
 * begun is the outcome all the same.
 */
export function holdToTheEnd<Result>(
  locks: LocksPort,
  name: string,
  signal: AbortSignal,
  holder: () => Promise<Result>,
): Promise<Result> {
  let work: Promise<Result> | undefined
  const begin = () => {
    work = holder()
    return work
  }
  return locks.hold(name, signal, begin).catch((cause: unknown) => work ?? Promise.reject(cause))
}

import type { Clock, LocksPort, ReportPort } from '../ports.ts'

/** A frozen page may never release its lock: it is stolen after this wait, ms. */
const stealDelay = 20_000

/**
 * Holds the lock `name` while `work` runs, and steals it if its owner does not release it within 20 s. Tabs that steal
 * take turns, so a frozen owner loses the lock once. It continues without the lock when it wakes up: before it writes,
 * `work` has to check whether another tab has done the same.
 */
export async function holdOrSteal<Result>(
  { locks, clock }: { readonly locks: LocksPort; readonly clock: Clock },
  name: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const wait = new AbortController()
  const cancel = () => wait.abort(signal.reason)
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel, { once: true })
  let isStuck = false
  const timer = clock.setTimeout(() => {
    isStuck = true
    wait.abort(new Error(`The lock ${name} is stuck`))
  }, stealDelay)
  const endWait = () => {
    clock.clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
  }
  try {
    return await holdUntilDone(locks, name, wait.signal, () => {
      endWait()
      return work()
    })
  } catch (cause) {
    if (!isStuck) throw cause
    return locks.hold(`take-${name}`, signal, () => locks.steal(name, signal, work))
  } finally {
    endWait()
  }
}

/**
 * Holds the lock `name` while `work` runs. Work that has begun cannot be stopped: if the lock is stolen, this still
 * settles as the work does.
 */
export function holdUntilDone<Result>(
  locks: LocksPort,
  name: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  let running: Promise<Result> | undefined
  const begin = () => {
    running = work()
    return running
  }
  return locks.hold(name, signal, begin).catch((cause: unknown) => running ?? Promise.reject(cause))
}

export interface LockListener {
  acquired(): void
  /** The lock was stolen or could not be acquired. Called once at most, and not after the release. */
  lost(): void
}

/** A lock may be stolen before its new owner was notified. */
const isTheft = (cause: unknown): boolean => cause instanceof Error && cause.name === 'AbortError'

/** Waits for the lock `name`, or steals it, and holds it until it is stolen or the returned function releases it. */
export function acquireLock(
  { locks, report }: { readonly locks: LocksPort; readonly report: ReportPort },
  name: string,
  isStealing: boolean,
  listener: LockListener,
): () => void {
  const over = new AbortController()
  const lose = () => {
    if (over.signal.aborted) return
    listener.lost()
    over.abort()
  }
  const hold = (lost: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (over.signal.aborted) return resolve()
      over.signal.addEventListener('abort', () => resolve(), { once: true })
      lost.addEventListener('abort', lose, { once: true })
      listener.acquired()
    })
  const acquire = isStealing ? locks.steal : locks.hold
  acquire(name, over.signal, hold).catch((cause: unknown) => {
    if (over.signal.aborted) return
    if (!isTheft(cause)) report.fault({ kind: 'lock', detail: `${name} could not be held`, cause })
    lose()
  })
  return () => over.abort()
}

import type { Clock, LocksPort } from '../ports.ts'
import { holdToTheEnd } from './hold-to-the-end.ts'

/** A frozen page may keep a lock for ever: after this wait it is taken from it, ms. */
const patience = 20_000

/**
 * Holds the lock `name` while `holder` runs, and takes it when its owner does not let go within 20 s. Those who lost
 * patience take turns, so a stuck owner is robbed once. The robbed one goes on when it wakes: `holder` must look, before it
 * writes, whether its work has been done by another.
 */
export async function holdOrTake<Result>(
  { locks, clock }: { readonly locks: LocksPort; readonly clock: Clock },
  name: string,
  signal: AbortSignal,
  holder: () => Promise<Result>,
): Promise<Result> {
  const wait = new AbortController()
  const giveUp = () => wait.abort(signal.reason)
  if (signal.aborted) giveUp()
  signal.addEventListener('abort', giveUp, { once: true })
  let isOutOfPatience = false
  const timer = clock.setTimeout(() => {
    isOutOfPatience = true
    wait.abort(new Error(`The lock ${name} is stuck`))
  }, patience)
  const endWait = () => {
    clock.clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
  try {
    return await holdToTheEnd(locks, name, wait.signal, () => {
      endWait()
      return holder()
    })
  } catch (cause) {
    if (!isOutOfPatience) throw cause
    return locks.hold(`take-${name}`, signal, () => locks.steal(name, signal, holder))
  } finally {
    endWait()
  }
}

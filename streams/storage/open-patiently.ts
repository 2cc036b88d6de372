import type { Clock } from '../ports.ts'
import { isFault, type StorageError } from './storage-error.ts'

/** Between two tries, ms. */
const pause = 500
/** How long a faulty storage is asked before the client goes on without it (DEC-100), ms. */
const patience = 6000
/** How long another tab may take to let go before a person is asked to close it, ms. */
const blockedGrace = 3000

/** Told when another tab has blocked the storage for 3 s, and when it has let go after that. */
export type TellBlocked = (isBlocked: boolean) => void

/** Runs an operation, and waits for as long as another tab blocks the storage. Rejects as the operation does otherwise. */
export async function whileBlocked<Value>(
  clock: Clock,
  run: () => Promise<Value>,
  tellBlocked: TellBlocked,
): Promise<Value> {
  const start = clock.monotonic()
  let isTold = false
  const letGo = () => {
    if (isTold) tellBlocked(false)
  }
  for (;;) {
    try {
      const value = await run()
      letGo()
      return value
    } catch (cause) {
      if (!isFault(cause, 'blocked')) {
        letGo()
        throw cause
      }
    }
    if (!isTold && clock.monotonic() - start >= blockedGrace) {
      isTold = true
      tellBlocked(true)
    }
    await wait(clock)
  }
}

/**
 * Opens a storage that may be faulty for a moment: tries for 6 s, and waits for other tabs. Returns the fault when the
 * client has to go on without; rejects with what is no fault of the storage.
 */
export async function openPatiently<Value>(
  clock: Clock,
  open: () => Promise<Value>,
  tellBlocked: TellBlocked,
): Promise<{ readonly value: Value } | { readonly fault: StorageError }> {
  const start = clock.monotonic()
  for (;;) {
    try {
      return { value: await whileBlocked(clock, open, tellBlocked) }
    } catch (cause) {
      if (!isFault(cause)) throw cause
      if (isLasting(cause) || clock.monotonic() - start >= patience) return { fault: cause }
    }
    await wait(clock)
  }
}

/** Whether a fault stays for as long as the page is open. */
export const isLasting = (cause: unknown): boolean => isFault(cause, 'unavailable', 'newer-version')

const wait = (clock: Clock): Promise<void> =>
  new Promise((resolve) => {
    clock.setTimeout(resolve, pause)
  })

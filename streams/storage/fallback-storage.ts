import type { UserId } from '#schemas/ids.ts'
import { holdOrSteal } from '../cross-tab/locks.ts'
import type { Ports } from '../ports.ts'
import { createFallbackDirectory } from './fallback-directory.ts'
import type { MemoryAccounts } from './memory-account-storage.ts'
import { retryWhileBlocked } from './open-with-retry.ts'
import { createRecovery } from './recovery.ts'
import type { Storage } from './storage.ts'
import { createStorageHealthTracker, durableHealth, type StorageHealthTracker } from './storage-health.ts'

/** The page's memory in place of a faulty storage. Lives as long as the page. */
export interface FallbackMemory {
  /**
   * Accounts that could not be opened, and unsaved events of accounts that were closed. Plain data: the sign-in page
   * does not load the code that reads them.
   */
  readonly accounts: MemoryAccounts
  readonly healthTracker: StorageHealthTracker
  /** Aborted by `discard`. An opening that sees it aborted must leave nothing in `accounts`. */
  discardSignal(account: UserId): AbortSignal
  /** Deletes everything in memory of an account, and what an open storage of it would leave here when it closes. */
  discard(account: UserId): void
}

export function createFallbackMemory(): FallbackMemory {
  const accounts: MemoryAccounts = new Map()
  const controllers = new Map<UserId, AbortController>()
  return {
    accounts,
    healthTracker: createStorageHealthTracker(),
    discardSignal(account) {
      const controller = controllers.get(account) ?? new AbortController()
      controllers.set(account, controller)
      return controller.signal
    },
    discard(account) {
      accounts.delete(account)
      controllers.get(account)?.abort()
      controllers.delete(account)
    },
  }
}

/**
 * The device's storage with a fallback for its directory: waits while other tabs block it, continues in memory on a
 * fault and stores the rest later; then it calls `notifyTabs`. `openAccountStorage` has the fallback of an account's
 * database.
 */
export function createFallbackStorage(
  ports: Pick<Ports, 'clock' | 'locks' | 'report' | 'storage'>,
  { healthTracker, discard }: FallbackMemory,
  notifyTabs: () => void,
): { readonly storage: Storage; stop(): void } {
  const { clock, report, storage } = ports
  const withLock = (name: string, run: () => Promise<void>) =>
    holdOrSteal(ports, name, new AbortController().signal, run)
  const directory = createFallbackDirectory(storage.accounts, {
    waitWhileBlocked: (run) =>
      retryWhileBlocked(clock, run, (isBlocked) =>
        healthTracker.report('device', isBlocked ? { status: 'waiting', fault: 'blocked' } : durableHealth),
      ),
    onMemoryOnly: ({ kind }) => healthTracker.report('device', { status: 'memory', fault: kind }),
    onUnsaved: () => recovery.wake(),
    onSaved: notifyTabs,
    withAccountLocks: (account, run) =>
      withLock(`refresh-${account}`, () => withLock(`sign-in-${account}`, run)),
  })
  const recovery = createRecovery({
    clock,
    attempt: directory.save,
    onResult(fault) {
      if (directory.isMemoryOnly()) return
      if (fault) report.fault({ kind: 'account directory', detail: fault.kind, cause: fault })
      healthTracker.report('device', fault ? { status: 'degraded', fault: fault.kind } : durableHealth)
    },
    onError: (cause) =>
      report.fault({ kind: 'account directory', detail: 'unsaved accounts could not be stored', cause }),
  })
  return {
    storage: {
      accounts: directory,
      open: storage.open,
      async destroy(account) {
        discard(account)
        if (!directory.isMemoryOnly()) await storage.destroy(account)
      },
    },
    stop: recovery.stop,
  }
}

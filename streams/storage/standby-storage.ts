import { holdOrTake } from '../cross-tab/hold-or-take.ts'
import type { Ports } from '../ports.ts'
import { whileBlocked } from './open-patiently.ts'
import { createRecovery } from './recovery.ts'
import type { Standby } from './standby.ts'
import { createStandbyDirectory } from './standby-directory.ts'
import type { Storage } from './storage.ts'
import { durable, type StorageHealth } from './storage-health.ts'

/**
 * The device's storage as a client uses it: its directory waits for other tabs, goes on in memory where it has to, and
 * is made good later, of which `tellTabs` tells the others. What becomes of an account's storage is for whoever opens it.
 */
export function createStandbyStorage(
  ports: Pick<Ports, 'clock' | 'locks' | 'report' | 'storage'>,
  { board, forget }: Standby,
  tellTabs: () => void,
): { readonly storage: Storage; stop(): void } {
  const { clock, report, storage } = ports
  const tell = (health: StorageHealth) => board.tell('device', health)
  const inTurn = (name: string, run: () => Promise<void>) =>
    holdOrTake(ports, name, new AbortController().signal, run)
  const directory = createStandbyDirectory(storage.accounts, {
    wait: (run) =>
      whileBlocked(clock, run, (isBlocked) =>
        tell(isBlocked ? { status: 'waiting', fault: 'blocked' } : durable),
      ),
    wentToMemory: ({ kind }) => tell({ status: 'memory', fault: kind }),
    kept: () => recovery.wake(),
    stored: tellTabs,
    inTurn: (account, run) => inTurn(`refresh-${account}`, () => inTurn(`sign-in-${account}`, run)),
  })
  const recovery = createRecovery({
    clock,
    attempt: directory.save,
    told(fault) {
      if (directory.isMemoryOnly()) return
      if (fault) report.fault({ kind: 'account directory', detail: fault.kind, cause: fault })
      tell(fault ? { status: 'degraded', fault: fault.kind } : durable)
    },
    failed: (cause) =>
      report.fault({ kind: 'account directory', detail: 'what waited could not be stored', cause }),
  })
  return {
    storage: {
      accounts: directory,
      open: storage.open,
      async destroy(account) {
        forget(account)
        if (!directory.isMemoryOnly()) await storage.destroy(account)
      },
    },
    stop: recovery.stop,
  }
}

import { createWritable, type Readable } from '../readable.ts'
import type { StorageFaultKind } from './storage-error.ts'

/** How the device's storage fares, as a person is told. */
export type StorageHealth =
  | { readonly status: 'durable' }
  /** What was stored is there; what is new waits in memory until it can be stored. */
  | { readonly status: 'degraded'; readonly fault: StorageFaultKind }
  /** Nothing can be read or written until another tab lets go. */
  | { readonly status: 'waiting'; readonly fault: 'blocked' }
  /** What was stored is out of reach; what is new is kept as long as the page is open. */
  | { readonly status: 'memory'; readonly fault: StorageFaultKind }

/** Parts of the storage that fare by themselves. */
export type StoragePart = 'device' | 'account'

/** Where the parts of the storage say how they fare. */
export interface StorageHealthTracker {
  /** The worst of all parts. */
  readonly health: Readable<StorageHealth>
  report(part: StoragePart, health: StorageHealth): void
}

export const durable: StorageHealth = { status: 'durable' }

/** From best to worst. */
const order: readonly StorageHealth['status'][] = ['durable', 'degraded', 'waiting', 'memory']

export function createStorageHealthTracker(): StorageHealthTracker {
  const parts = new Map<StoragePart, StorageHealth>()
  const health = createWritable<StorageHealth>(durable)
  return {
    health,
    report(part, next) {
      parts.set(part, next)
      const worst = [...parts.values()].reduce((left, right) =>
        order.indexOf(right.status) > order.indexOf(left.status) ? right : left,
      )
      if (!isSame(worst, health.get())) health.set(worst)
    },
  }
}

const isSame = (left: StorageHealth, right: StorageHealth): boolean =>
  left.status === right.status && faultOf(left) === faultOf(right)

const faultOf = (health: StorageHealth): StorageFaultKind | undefined =>
  health.status === 'durable' ? undefined : health.fault

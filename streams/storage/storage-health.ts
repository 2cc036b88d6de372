import { createWritable, type Readable } from '../readable.ts'
import type { StorageFaultKind } from './storage-error.ts'

/** The state of the device's storage that the user is shown. */
export type StorageHealth =
  | { readonly status: 'durable' }
  /** Reads work; new data is in memory until it can be stored. */
  | { readonly status: 'degraded'; readonly fault: StorageFaultKind }
  /** Nothing can be read or written until another tab closes its connection. */
  | { readonly status: 'waiting'; readonly fault: 'blocked' }
  /** Stored data cannot be read; new data is lost when the page is closed. */
  | { readonly status: 'memory'; readonly fault: StorageFaultKind }

/** The device's database and the open account's: each has a state of its own. */
export type StoragePart = 'device' | 'account'

/** Combines the states of the parts. */
export interface StorageHealthTracker {
  /** The worst state of all parts. */
  readonly health: Readable<StorageHealth>
  report(part: StoragePart, health: StorageHealth): void
}

export const durableHealth: StorageHealth = { status: 'durable' }

/** From best to worst. */
const order: readonly StorageHealth['status'][] = ['durable', 'degraded', 'waiting', 'memory']

export function createStorageHealthTracker(): StorageHealthTracker {
  const parts = new Map<StoragePart, StorageHealth>()
  const health = createWritable<StorageHealth>(durableHealth)
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

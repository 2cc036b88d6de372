import type { Client } from '#client/client.ts'
import type { StorageFaultKind } from '#streams/storage/storage-error.ts'
import type { StorageHealth } from '#streams/storage/storage-health.ts'

/** A notice about the device's storage. */
export interface StorageNotice {
  readonly key: string
  /** Nothing is about to be lost, so that having read it is enough. */
  readonly isHarmless: boolean
  /** True if a reload can solve the problem. */
  readonly canReload: boolean
}

const notices: Readonly<Record<StorageFaultKind, StorageNotice>> = {
  'quota-exceeded': { key: 'errors.storage-full', isHarmless: false, canReload: false },
  'connection-lost': { key: 'errors.storage-paused', isHarmless: false, canReload: false },
  // Reports of this fault ask for a restart besides [ERR-08].
  unknown: { key: 'errors.storage-paused', isHarmless: false, canReload: false },
  blocked: { key: 'errors.storage-blocked', isHarmless: false, canReload: false },
  'newer-version': { key: 'errors.storage-newer', isHarmless: false, canReload: true },
  unavailable: { key: 'errors.storage-not-kept', isHarmless: true, canReload: false },
  unanswered: { key: 'errors.storage-paused', isHarmless: false, canReload: false },
}

/** Undefined when there is nothing to tell. */
export const storageNotice = (health: StorageHealth): StorageNotice | undefined =>
  health.status === 'durable' ? undefined : notices[health.fault]

/** What tells whether something would be lost. */
export interface LeavingFacts {
  readonly storage: Client['storage']
  readonly authentication: Pick<Client['authentication'], 'unsentCount'>
}

/** Whether leaving the page now would lose messages that exist only in this page's memory. */
export const wouldLoseMessages = ({ storage, authentication }: LeavingFacts): boolean =>
  storage.get().status !== 'durable' && authentication.unsentCount() > 0

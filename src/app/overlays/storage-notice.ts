import type { AccountClient, Client } from '#client/client.ts'
import { createWritable, type Readable } from '#streams/readable.ts'
import type { StorageFaultKind } from '#streams/storage/storage-error.ts'
import type { StorageHealth } from '#streams/storage/storage-health.ts'

/** A notice about the device's storage. */
export interface StorageNotice {
  readonly key: string
  /** True if nothing will be lost. The notice can then be dismissed. */
  readonly isHarmless: boolean
  /** True if a reload can solve the problem. */
  readonly canReload: boolean
}

const notices: Readonly<Record<StorageFaultKind, StorageNotice>> = {
  'quota-exceeded': { key: 'errors.storage-full', isHarmless: false, canReload: false },
  'connection-lost': { key: 'errors.storage-paused', isHarmless: false, canReload: false },
  // Reports of this fault also suggest a restart [ERR-08].
  unknown: { key: 'errors.storage-paused', isHarmless: false, canReload: false },
  blocked: { key: 'errors.storage-blocked', isHarmless: false, canReload: false },
  'newer-version': { key: 'errors.storage-newer', isHarmless: false, canReload: true },
  unavailable: { key: 'errors.storage-not-kept', isHarmless: true, canReload: false },
  unanswered: { key: 'errors.storage-paused', isHarmless: false, canReload: false },
}

/** Returns undefined if the storage is healthy. */
export const storageNotice = (health: StorageHealth): StorageNotice | undefined =>
  health.status === 'durable' ? undefined : notices[health.fault]

/** The facts that decide whether leaving loses messages. */
export interface LeavingFacts {
  readonly storage: Client['storage']
  readonly authentication: Pick<Client['authentication'], 'unsentCount'>
}

/** Whether leaving the page now would lose messages that exist only in this page's memory. */
export const wouldLoseMessages = ({ storage, authentication }: LeavingFacts): boolean =>
  storage.get().status !== 'durable' && authentication.unsentCount('all') > 0

/**
 * Flushes pending writes, closes this tab's connections and reloads the page with the same account (DEC-36). If messages
 * would be lost, the browser asks first.
 */
export function reloadPage(client: LeavingFacts & Pick<Client, 'dispose'>): void {
  const reload = () => window.location.reload()
  if (wouldLoseMessages(client)) reload()
  else void client.dispose().finally(reload)
}

/** The number of things in this page that a reload would destroy, such as recordings. */
const heldReloads = createWritable(0)

/** Keeps an update from reloading the page until the returned function is called. */
export function holdReload(): () => void {
  heldReloads.set(heldReloads.get() + 1)
  return () => heldReloads.set(heldReloads.get() - 1)
}

interface UploadingAccount {
  readonly media: Pick<AccountClient['media'], 'progress'>
}

/**
 * Calls the listener once neither a recording nor an upload runs in this page. Returns a function that stops the wait.
 */
export function whenReloadIsSafe(
  { accounts }: { readonly accounts: Readable<readonly UploadingAccount[]> },
  listener: () => void,
): () => void {
  let subscriptions: readonly (() => void)[] = []
  const stop = () => {
    for (const unsubscribe of subscriptions) unsubscribe()
  }
  const check = () => {
    stop()
    // Accounts may sign in or out during the wait.
    const uploads = accounts.get().map(({ media }) => media.progress)
    const isFree = heldReloads.get() === 0 && uploads.every((progress) => progress.get().size === 0)
    subscriptions = isFree ? [] : [heldReloads, accounts, ...uploads].map((source) => source.subscribe(check))
    if (isFree) listener()
  }
  check()
  return stop
}

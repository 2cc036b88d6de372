/**
 * What can be wrong with a device's storage.
 *
 * - quota-exceeded: the device gives no more room; reading goes on.
 * - connection-lost: the browser closed the database under the app; opening it anew may help at once.
 * - unknown: the browser's database is broken in a way that it does not name; often only a restart of it helps [ERR-08].
 * - blocked: another tab holds an older version open, and this one waits for it.
 * - newer-version: the database was made by a later version of the app, which must be loaded first.
 * - unavailable: there is no database for this page, as in some private windows.
 * - unanswered: the database did not answer in time; what it was asked for may still happen [STORE-08].
 */
export const storageFaultKinds = [
  'quota-exceeded',
  'connection-lost',
  'unknown',
  'blocked',
  'newer-version',
  'unavailable',
  'unanswered',
] as const
export type StorageFaultKind = (typeof storageFaultKinds)[number]

/**
 * A storage operation that failed because the storage is faulty, and not because of what was asked. It changed nothing,
 * unless it was given up unanswered.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly kind: StorageFaultKind

  constructor(kind: StorageFaultKind, cause?: unknown) {
    super(`the storage is faulty: ${kind}`, { cause })
    this.kind = kind
  }
}

/** What is asked of an account's database that another tab has destroyed: what stands in its place now was begun without this tab. */
export class StorageDestroyed extends StorageError {
  constructor() {
    super('connection-lost')
  }
}

/** What is asked of a storage that its owner has let go, as by somebody whose answer came after the sign-out: nothing is wrong. */
export class StorageClosed extends Error {
  override readonly name = 'StorageClosed'
}

/** Whether something that was thrown is a fault of the storage, of one of these kinds or of any. */
export const isFault = (cause: unknown, ...kinds: readonly StorageFaultKind[]): cause is StorageError =>
  cause instanceof StorageError && (kinds.length === 0 || kinds.includes(cause.kind))

/** Names that browsers and Dexie give to faults. Those which opening alone raises are told apart by who asks. */
const kindOfName: ReadonlyMap<string, StorageFaultKind> = new Map([
  ['QuotaExceededError', 'quota-exceeded'],
  ['DatabaseClosedError', 'connection-lost'],
  ['InvalidStateError', 'connection-lost'],
  ['TransactionInactiveError', 'connection-lost'],
  ['AbortError', 'connection-lost'],
  ['UnknownError', 'unknown'],
  ['TimeoutError', 'unknown'],
  ['NotReadableError', 'unknown'],
  ['VersionError', 'newer-version'],
  ['MissingAPIError', 'unavailable'],
  ['SecurityError', 'unavailable'],
  ['NotAllowedError', 'unavailable'],
])

/** Safari tells a lost connection by an error of no particular name. */
const lostConnection = /connection to indexed database server lost|database connection is closing/i

/** The error as a fault of the storage; undefined when it is something else, such as a mistake of the caller. */
export function storageErrorOf(cause: unknown): StorageError | undefined {
  if (cause instanceof StorageError) return cause
  const kind = kindOf(cause)
  return kind && new StorageError(kind, cause)
}

/** The innermost name tells most: Dexie wraps the browser's error in one of its own. */
function kindOf(cause: unknown): StorageFaultKind | undefined {
  if (typeof cause !== 'object' || cause === null) return undefined
  const inner = kindOf(Reflect.get(cause, 'inner')) ?? kindOf(Reflect.get(cause, 'cause'))
  if (inner) return inner
  if ('message' in cause && lostConnection.test(String(cause.message))) return 'connection-lost'
  return 'name' in cause ? kindOfName.get(String(cause.name)) : undefined
}

/**
 * The faults of a device's storage.
 *
 * - quota-exceeded: the device has no space left for writes; reads still work.
 * - connection-lost: the browser closed the database; reopening it often helps immediately. A write may have been
 *   committed.
 * - unknown: the browser reports an unspecified error; often only a restart of the browser helps [ERR-08].
 * - blocked: another tab has an older version open.
 * - newer-version: the database was made by a newer version of the app, which the page must load first.
 * - unavailable: the browser gives this page no database, as in some private windows.
 * - unanswered: the database did not answer in time; the operation may still take effect [STORE-08].
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
 * An operation failed because of a storage fault, not because of its arguments. It has changed nothing, except that
 * after 'connection-lost' and 'unanswered' it may have taken effect.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly kind: StorageFaultKind

  constructor(kind: StorageFaultKind, cause?: unknown) {
    super(`the storage is faulty: ${kind}`, { cause })
    this.kind = kind
  }
}

/** Another tab has deleted the account's database. A new database of the same name is not this one. */
export class StorageDestroyed extends StorageError {
  constructor() {
    super('connection-lost')
  }
}

/** An operation on a storage that its owner has closed, for example an append after the sign-out. No fault. */
export class StorageClosed extends Error {
  override readonly name = 'StorageClosed'
}

/** Another tab has stored segments since the state from which the rejected events were decided. No fault. */
export class LogAdvanced extends Error {
  override readonly name = 'LogAdvanced'
}

/** Whether an error is a storage fault, of one of these kinds if any are given. */
export const isFault = (cause: unknown, ...kinds: readonly StorageFaultKind[]): cause is StorageError =>
  cause instanceof StorageError && (kinds.length === 0 || kinds.includes(cause.kind))

/** Whether an operation failed because the storage is faulty or closed, and not because of its arguments. */
export const isStorageFailure = (cause: unknown): boolean => isFault(cause) || cause instanceof StorageClosed

/** Error names of browsers and Dexie. */
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

/** Safari reports a lost connection by an error with an unspecific name. */
const lostConnection = /connection to indexed database server lost|database connection is closing/i

/** Translates an error into a storage fault; undefined when it is another error, such as a mistake of the caller. */
export function storageErrorOf(cause: unknown): StorageError | undefined {
  if (cause instanceof StorageError) return cause
  const kind = kindOf(cause)
  return kind && new StorageError(kind, cause)
}

/** Dexie wraps the browser's error, so the innermost name is the most specific. */
function kindOf(cause: unknown): StorageFaultKind | undefined {
  if (typeof cause !== 'object' || cause === null) return undefined
  const inner = kindOf(Reflect.get(cause, 'inner')) ?? kindOf(Reflect.get(cause, 'cause'))
  if (inner) return inner
  if ('message' in cause && lostConnection.test(String(cause.message))) return 'connection-lost'
  return 'name' in cause ? kindOfName.get(String(cause.name)) : undefined
}

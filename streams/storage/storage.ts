import type { UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import type { UploadFile } from '../upload-file.ts'

/** The storage of a device: the account directory, and one database per account. */
export interface Storage {
  readonly accounts: AccountDirectory
  open(account: UserId): Promise<AccountStorage>
  /** Deletes the account's database; resolves also when there is none. */
  destroy(account: UserId): Promise<void>
}

/** The stored credentials of this device's accounts, and which account is chosen [AUTH-43]. */
export interface AccountDirectory {
  list(): Promise<readonly StoredAccount[]>
  put(account: StoredAccount): Promise<void>
  /** Removes the account from the list; it is no longer chosen. */
  remove(account: UserId): Promise<void>
  /** Removes the account and marks its data for the wipe, in one transaction (DEC-56). */
  retire(account: UserId): Promise<void>
  /** The account that a new tab starts with; undefined when none is chosen. */
  chosen(): Promise<UserId | undefined>
  choose(account: UserId | undefined): Promise<void>
  /** Accounts whose data must still be wiped (DEC-56). */
  pendingWipes(): Promise<readonly UserId[]>
  markForWipe(account: UserId, isPending: boolean): Promise<void>
}

/** Files of messages in the outbox, by key. */
export interface LocalFiles {
  /** `storedAt` is this device's time, ms. */
  put(key: string, file: UploadFile, storedAt: number): Promise<void>
  read(key: string): Promise<UploadFile | undefined>
  remove(key: string): Promise<void>
  list(): Promise<readonly { readonly key: string; readonly storedAt: number }[]>
}

/** One row of the log: the events of one flush. Readers parse the events. */
export interface StoredSegment {
  readonly segment: number
  readonly events: readonly unknown[]
}
/** A row of a read model. */
export interface StoredRow {
  readonly key: string
  readonly value: unknown
}
/** The last segment folded into a read model, and the version of the code that folded it. */
export interface StoredCheckpoint {
  readonly segment: number
  readonly version: number
}

/** Rows whose keys lie between these two, both included. Keys are compared by UTF-16 code units. */
export interface RowRange {
  readonly from: string
  readonly to: string
}

/** A read model, read in one transaction. */
export interface StoredModel {
  readonly checkpoint: StoredCheckpoint | undefined
  /** Sorted by key, each once. Requested rows that do not exist are omitted. */
  readonly rows: readonly StoredRow[]
}

/** A write of rows and checkpoint in one transaction. A row with the value undefined is deleted. */
export interface ModelWrite {
  readonly model: string
  readonly checkpoint: StoredCheckpoint
  /** The erasure epoch before the rows were computed. */
  readonly epoch: number
  readonly rows: readonly StoredRow[]
  /** Deletes all rows of the model first, whatever the stored checkpoint is. */
  readonly isRebuild: boolean
}

/** A rewrite of stored segments, for an erasure or a step of compaction. */
export interface SegmentRewrite {
  /** The erasure epoch before the segments were read. */
  readonly epoch: number
  /** Replace the existing segments of the same numbers; other numbers are ignored. */
  readonly segments: readonly StoredSegment[]
  /** Deleted segments. Never the last one, because it determines the next number. */
  readonly removed?: readonly number[]
  /** Also moves a model's checkpoint, without its rows. */
  readonly checkpoint?: StoredCheckpoint & { readonly model: string }
}

/**
 * One account's database: the segmented log, the read models and files. Each method is one transaction. A rejected
 * promise has changed nothing, except that a write may have been committed after the faults 'connection-lost' and
 * 'unanswered'. Once another tab has deleted the account, each method rejects with `StorageDestroyed`, also after the
 * account was created again.
 */
export interface AccountStorage {
  readonly files: LocalFiles
  /** Writes one segment and returns its number, one above the head; `build` makes the events once it is known. */
  appendSegment(build: (segment: number) => readonly LogEvent[]): Promise<StoredSegment>
  /** Segments after `segment`, in order, at most `limit`. */
  readSegments(after: number, limit: number): Promise<readonly StoredSegment[]>
  /** The number of the last segment; 0 when the log is empty. */
  head(): Promise<number>
  /** The segments of these numbers that exist, in order. */
  readSegmentsAt(numbers: readonly number[]): Promise<readonly StoredSegment[]>
  /**
   * Replaces and deletes segments, for erasure and compaction only, and increments the erasure epoch. Returns false,
   * with nothing changed, when the epoch differs: another tab has rewritten the log since.
   */
  rewriteSegments(rewrite: SegmentRewrite): Promise<boolean>
  readRow(model: string, key: string): Promise<unknown>
  /** The model's checkpoint and its rows of these keys and ranges, or all rows, in one transaction. */
  readModel(model: string, wanted?: readonly (string | RowRange)[]): Promise<StoredModel>
  /** The model's rows sorted by key; only those whose key starts with `prefix` when one is given. */
  readRows(model: string, prefix?: string): Promise<readonly StoredRow[]>
  checkpoint(model: string): Promise<StoredCheckpoint | undefined>
  /**
   * Moves a read model. Rejects, returning false, when the stored checkpoint is further (`isRejected`) or the erasure
   * epoch differs from `epoch`.
   */
  writeModel(write: ModelWrite): Promise<boolean>
  /** Incremented by each rewrite. A read model computed before a rewrite must not be written after it. */
  epoch(): Promise<number>
  close(): void
}

/** Whether a write is rejected: the stored model is of newer code, or of the same code with a higher checkpoint. */
export const isRejected = (
  stored: StoredCheckpoint | undefined,
  { checkpoint, isRebuild }: Pick<ModelWrite, 'checkpoint' | 'isRebuild'>,
): boolean =>
  stored !== undefined &&
  (stored.version > checkpoint.version ||
    (!isRebuild && stored.version === checkpoint.version && stored.segment > checkpoint.segment))

/** The first segments that have at most `limit` events together; at least one segment, however many events it has. */
export function limitSegments<Segment extends { readonly events: readonly unknown[] }>(
  segments: readonly Segment[],
  limit: number,
): readonly Segment[] {
  let count = 0
  return segments.filter(({ events }, index) => {
    count += events.length
    return index === 0 || count <= limit
  })
}

import type { UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import type { UploadFile } from '../ports.ts'

/** What a device stores: the list of accounts, small settings, and one database per account. */
export interface Storage {
  readonly accounts: AccountDirectory
  open(account: UserId): Promise<AccountStorage>
  /** Deletes the account's database whole; resolves also when there is none. */
  destroy(account: UserId): Promise<void>
}

/** Stored credentials of every account of this device, and which one is chosen [AUTH-43]. */
export interface AccountDirectory {
  list(): Promise<readonly StoredAccount[]>
  put(account: StoredAccount): Promise<void>
  /** Takes it off the list; it is not chosen any more. */
  remove(account: UserId): Promise<void>
  /** Takes it off the list and marks its data to go, all or nothing: whoever dies over it has left it or not (DEC-56). */
  retire(account: UserId): Promise<void>
  /** The account that a new tab starts with; undefined when none is chosen. */
  chosen(): Promise<UserId | undefined>
  choose(account: UserId | undefined): Promise<void>
  /** Accounts whose data must still be wiped (DEC-56). */
  pendingWipes(): Promise<readonly UserId[]>
  markForWipe(account: UserId, isPending: boolean): Promise<void>
}

/** Files of this device that messages wait to send, by key. */
export interface LocalFiles {
  /** `storedAt` is this device's time, ms. */
  put(key: string, file: UploadFile, storedAt: number): Promise<void>
  read(key: string): Promise<UploadFile | undefined>
  remove(key: string): Promise<void>
  list(): Promise<readonly { readonly key: string; readonly storedAt: number }[]>
}

/** One row of the log: everything one flush wrote. Events are as stored; whoever reads them parses them. */
export interface StoredSegment {
  readonly segment: number
  readonly events: readonly unknown[]
}
/** A row of a read model. */
export interface StoredRow {
  readonly key: string
  readonly value: unknown
}
/** How far a read model has come, and by which version of its code. */
export interface StoredCheckpoint {
  readonly segment: number
  readonly version: number
}

/** Rows of a model whose keys stand between these two, both included; keys are compared unit by unit, as strings are. */
export interface RowRange {
  readonly from: string
  readonly to: string
}

/** A read model as it stands at one moment. */
export interface StoredModel {
  readonly checkpoint: StoredCheckpoint | undefined
  /** In the order of their keys, each once; those that were asked for and are not there are left out. */
  readonly rows: readonly StoredRow[]
}

/** One move of a read model: rows (undefined deletes one) and the checkpoint together. */
export interface ModelWrite {
  readonly model: string
  readonly checkpoint: StoredCheckpoint
  /** The erasure epoch before the rows were computed. */
  readonly epoch: number
  readonly rows: readonly StoredRow[]
  /** Deletes every other row of the model first and starts over, wherever the stored checkpoint stands. */
  readonly isRebuild: boolean
}

/** One change of what is written: an erasure, or a step of compaction. */
export interface SegmentRewrite {
  /** The erasure epoch before the segments were read. */
  readonly epoch: number
  /** These replace existing segments of the same numbers; others are left out. */
  readonly segments: readonly StoredSegment[]
  /** These go; never the last one, which gives the next its number. */
  readonly removed?: readonly number[]
  /** Moves a model's checkpoint, and nothing else of it, in the same transaction. */
  readonly checkpoint?: StoredCheckpoint & { readonly model: string }
}

/**
 * One account's database: the segmented log and the read models beside it.
 * Every method is one transaction; a rejected promise has changed nothing, unless its fault is 'unanswered'. Once another tab
 * has destroyed the account, each rejects with `StorageDestroyed`, also when it was begun anew since.
 */
export interface AccountStorage {
  readonly files: LocalFiles
  /** Writes one segment and returns its number, one above the head; `build` makes the events once it is known. */
  appendSegment(build: (segment: number) => readonly LogEvent[]): Promise<StoredSegment>
  /** Segments after `segment`, in order, at most `limit`. */
  readSegments(after: number, limit: number): Promise<readonly StoredSegment[]>
  /** The last segment's number, 0 when the log is empty. */
  head(): Promise<number>
  /** The segments of these numbers that exist, in order. */
  readSegmentsAt(numbers: readonly number[]): Promise<readonly StoredSegment[]>
  /**
   * Changes what is written, which only erasure and compaction may, and raises the erasure epoch. Refuses, returning false,
   * when the epoch differs: somebody else has changed the log meanwhile.
   */
  rewriteSegments(rewrite: SegmentRewrite): Promise<boolean>
  readRow(model: string, key: string): Promise<unknown>
  /** The model's checkpoint with those of its rows that have these keys or stand in these ranges, or with all, as they stand at one moment. */
  readModel(model: string, wanted?: readonly (string | RowRange)[]): Promise<StoredModel>
  /** The model's rows by key, those whose key starts with `prefix` when one is given. */
  readRows(model: string, prefix?: string): Promise<readonly StoredRow[]>
  checkpoint(model: string): Promise<StoredCheckpoint | undefined>
  /**
   * Moves a read model. Refuses, returning false, when the stored checkpoint is further (`isRefused`) or the erasure
   * epoch differs from `epoch`.
   */
  writeModel(write: ModelWrite): Promise<boolean>
  /** Raised by each rewrite; a read model computed before it must not be written after it. */
  epoch(): Promise<number>
  close(): void
}

/** Whether a write must give way: to newer code, or to a checkpoint of the same code that is further. */
export const isRefused = (
  stored: StoredCheckpoint | undefined,
  { checkpoint, isRebuild }: Pick<ModelWrite, 'checkpoint' | 'isRebuild'>,
): boolean =>
  stored !== undefined &&
  (stored.version > checkpoint.version ||
    (!isRebuild && stored.version === checkpoint.version && stored.segment > checkpoint.segment))

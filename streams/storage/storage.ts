import type { UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'

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
  remove(account: UserId): Promise<void>
  /** The account that a new tab starts with; undefined when none is chosen. */
  chosen(): Promise<UserId | undefined>
  choose(account: UserId | undefined): Promise<void>
  /** Accounts whose data must still be wiped (DEC-56). */
  pendingWipes(): Promise<readonly UserId[]>
  markForWipe(account: UserId, isPending: boolean): Promise<void>
  /** A 12-character id of this client, made once [BOOT-28]. */
  clientId(create: () => string): Promise<string>
}

/** One row of the log: everything one flush wrote. */
export interface StoredSegment {
  readonly segment: number
  readonly events: readonly LogEvent[]
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

/**
 * One account's database: the segmented log and the read models beside it.
 * Every method is one transaction; a rejected promise has changed nothing.
 */
export interface AccountStorage {
  /** Writes one segment and returns its number, one above the head; `number` builds the rows once that number is known. */
  appendSegment(build: (segment: number) => readonly LogEvent[]): Promise<StoredSegment>
  /** Segments after `segment`, in order, at most `limit`. */
  readSegments(after: number, limit: number): Promise<readonly StoredSegment[]>
  /** The last segment's number, 0 when the log is empty. */
  head(): Promise<number>
  /** Replaces the events of existing segments (erasure is the one permitted change) and raises the erasure epoch. */
  rewriteSegments(segments: readonly StoredSegment[]): Promise<void>
  readRow(model: string, key: string): Promise<unknown>
  readRows(model: string): Promise<readonly StoredRow[]>
  checkpoint(model: string): Promise<StoredCheckpoint | undefined>
  /**
   * Moves a read model: writes rows (undefined deletes one) and the checkpoint together.
   * Refuses, returning false, when the stored checkpoint is further or the erasure epoch differs from `epoch`.
   */
  writeModel(write: {
    readonly model: string
    readonly checkpoint: StoredCheckpoint
    readonly epoch: number
    readonly rows: readonly { readonly key: string; readonly value: unknown }[]
    /** Deletes every other row of the model first; used by a rebuild. */
    readonly isRebuild: boolean
  }): Promise<boolean>
  /** Raised by each erasure; a read model computed before it must not be written after it. */
  epoch(): Promise<number>
  close(): void
}

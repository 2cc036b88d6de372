import type { LogEvent } from '#schemas/log/envelope.ts'
import type { SegmentPlace } from '#schemas/log/position.ts'
import { createFallbackFiles, type FallbackFiles } from './fallback-files.ts'
import {
  createInMemorySegments,
  type ErasedSegment,
  eventsAt,
  type InMemorySegment,
  idOf,
} from './in-memory-segments.ts'
import type { JobPriority, PrioritizedStorage } from './job-pool.ts'
import { type AccountStorage, limitSegments, type StoredSegment } from './storage.ts'
import { isFault, LogAdvanced, StorageClosed } from './storage-error.ts'

/** The state of the log that its storage depends on. */
export interface LogStatus {
  /** The last stored segment that was folded. */
  head(): number
  isLeading(): boolean
  /** Called when this tab has added an unsaved segment or file. */
  onUnsaved(): void
  /** Called when in-memory events, of this or another tab, are stored in this segment. */
  onStored(segment: number, ids: readonly string[]): void
}

/**
 * An account's storage with in-memory segments for writes that the device rejects, so that `append` never fails because
 * of a storage fault. Read models are not written while segments are unsaved: no checkpoint may be ahead of the stored
 * log.
 */
export interface FallbackAccountStorage extends AccountStorage {
  readonly files: FallbackFiles
  /**
   * Writes one segment, in memory if the device fails, and returns its place; `build` makes its events. Rejects with
   * `LogAdvanced` if `after` is given and is not the last stored segment.
   */
  append(build: (place: SegmentPlace) => readonly LogEvent[], after?: number): Promise<SegmentPlace>
  /** The in-memory segments, in order. They stand behind every stored segment. */
  inMemory(): readonly InMemorySegment[]
  /**
   * Replaces the events of in-memory segments; false, with nothing changed, when one of them has been stored meanwhile.
   */
  rewriteInMemory(erased: readonly ErasedSegment[]): Promise<boolean>
  hasUnsaved(): boolean
  /** Segments that this tab made and has not stored yet. */
  ownUnsaved(): readonly InMemorySegment[]
  /** Adds pending events that another tab shared; undefined when all of them are known. */
  addShared(events: readonly LogEvent[]): InMemorySegment | undefined
  /** Adds events that this page had in memory before the account was opened. */
  addUnsaved(events: readonly LogEvent[]): void
  /** Drops these in-memory events at the next read of the log, because another tab has stored them. */
  markStored(ids: readonly string[]): void
  /**
   * Stores the in-memory segments and files: all segments if this tab leads, else its own and those before them.
   * Rejects with a `StorageError`; the rest stays in memory.
   */
  save(): Promise<void>
  attachLog(log: LogStatus): void
  withPriority(priority: JobPriority): AccountStorage
}

/** Events stored in one segment. */
const chunkSize = 500

/** @param head The last stored segment, used until `attachLog`. */
export function createFallbackAccountStorage(
  prioritized: PrioritizedStorage,
  head: number,
): FallbackAccountStorage {
  const unsaved = createInMemorySegments()
  let log: LogStatus = { head: () => head, isLeading: () => false, onUnsaved: () => {}, onStored: () => {} }
  const device = prioritized('normal')
  const appendOnce = createIdempotentAppend(device)
  const files = createFallbackFiles(device.files, {
    isUploading: () => log.isLeading(),
    onUnsaved: () => log.onUnsaved(),
  })
  let isClosed = false
  /** Set while a chunk of in-memory segments is being stored. */
  let storing: Promise<void> | undefined

  const addOwn = (build: (place: SegmentPlace) => readonly LogEvent[]): SegmentPlace => {
    log.onUnsaved()
    const { inMemory } = unsaved.add(true, build)
    return { inMemory }
  }
  const store = async (chunk: readonly InMemorySegment[]) => {
    const events = chunk.flatMap((segment) => segment.events)
    const { segment } = await retryLostConnection(() =>
      appendOnce((number) => eventsAt({ segment: number }, events)),
    )
    unsaved.remove(chunk)
    const ids = events.map(({ id }) => id)
    unsaved.markStored(ids)
    log.onStored(segment, ids)
  }
  const ownUnsaved = () => unsaved.list().filter(({ isOwn }) => isOwn)
  const storeAll = async (due: () => readonly InMemorySegment[]) => {
    for (;;) {
      const chunk = limitSegments(due(), chunkSize)
      if (chunk.length === 0) return
      storing = store(chunk).finally(() => {
        storing = undefined
      })
      await storing
    }
  }
  /** Drops in-memory segments that another tab has stored, or a write that was reported as failed. */
  const dropStored = async () => {
    if (unsaved.list().length > 0) unsaved.dropStored(await device.readSegments(log.head(), chunkSize))
  }

  const withFallback = (stored: AccountStorage): AccountStorage & { readonly files: FallbackFiles } => ({
    ...stored,
    files,
    async readSegments(after, limit) {
      const found = await stored.readSegments(after, limit)
      unsaved.dropStored(found)
      return found
    },
    async writeModel(write) {
      return unsaved.list().length > 0 ? false : stored.writeModel(write)
    },
    close() {
      isClosed = true
      stored.close()
    },
  })

  return {
    ...withFallback(device),
    withPriority: (priority) => withFallback(prioritized(priority)),
    inMemory: unsaved.list,
    async append(build, after) {
      // After closing, an in-memory segment would never be stored.
      if (isClosed) throw new StorageClosed()
      // Queues behind unsaved segments: segments are stored in the order in which they were made.
      if (ownUnsaved().length > 0) return addOwn(build)
      try {
        // With nothing unsaved, the write starts synchronously: a sent message is stored without waiting for a
        // microtask.
        if (unsaved.list().length > 0) {
          // Shared pending events are stored before newer ones.
          await dropStored()
          await storeAll(unsaved.list)
        }
        const { segment } = await retryLostConnection(() =>
          appendOnce((number) => build({ segment: number }), after),
        )
        return { segment }
      } catch (cause) {
        if (!isFault(cause)) throw cause
        return addOwn(build)
      }
    },
    async rewriteInMemory(erased) {
      // A chunk in flight was read before the rewrite. `save` reports its fault.
      while (storing) await storing.catch(() => undefined)
      return unsaved.rewrite(erased)
    },
    hasUnsaved: () => unsaved.list().length > 0 || files.hasUnsaved(),
    ownUnsaved,
    attachLog(status) {
      log = status
    },
    addShared(events) {
      const fresh = events.filter((event) => !unsaved.has(event))
      return fresh.length > 0 ? unsaved.add(false, (place) => eventsAt(place, fresh)) : undefined
    },
    markStored: unsaved.markStored,
    addUnsaved(events) {
      addOwn((place) => eventsAt(place, events))
    },
    async save() {
      await dropStored()
      await storeAll(() => (log.isLeading() ? unsaved.list() : upToLastOwn(unsaved.list())))
      // After the events: a file that does not fit must not keep texts from being stored.
      await files.save()
    },
  }
}

/** This tab's own segments and the shared ones before them. */
const upToLastOwn = (segments: readonly InMemorySegment[]): readonly InMemorySegment[] =>
  segments.slice(0, segments.findLastIndex(({ isOwn }) => isOwn) + 1)

/** The next operation reopens a lost connection, so one immediate retry often succeeds. */
async function retryLostConnection<Value>(task: () => Promise<Value>): Promise<Value> {
  try {
    return await task()
  } catch (cause) {
    if (!isFault(cause, 'connection-lost')) throw cause
    return task()
  }
}

type AppendOnce = (
  build: (segment: number) => readonly LogEvent[],
  after?: number,
) => ReturnType<AccountStorage['appendSegment']>

/**
 * Appends events at most once. A write that failed may have been committed: when the next append builds the same
 * events, their ids are looked up in the segment of the failed write.
 */
function createIdempotentAppend(device: AccountStorage): AppendOnce {
  let failed: StoredSegment | undefined

  const isCommitted = async ({ segment, events }: StoredSegment): Promise<boolean> => {
    const [stored] = await device.readSegmentsAt([segment])
    return stored !== undefined && haveSameIds(stored.events, events)
  }

  return async (build, after) => {
    if (failed) {
      const repeated = { segment: failed.segment, events: build(failed.segment) }
      if (haveSameIds(repeated.events, failed.events) && (await isCommitted(failed))) {
        failed = undefined
        return repeated
      }
    }
    let attempt: StoredSegment | undefined
    try {
      const appended = await device.appendSegment((segment) => {
        if (after !== undefined && segment !== after + 1) throw new LogAdvanced()
        const events = build(segment)
        attempt = { segment, events }
        return events
      })
      failed = undefined
      return appended
    } catch (cause) {
      failed = attempt ?? failed
      throw cause
    }
  }
}

const haveSameIds = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  left.length === right.length && left.every((event, index) => idOf(event) === idOf(right[index]))

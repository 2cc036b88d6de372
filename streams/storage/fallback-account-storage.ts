import type { LogEvent } from '#schemas/log/envelope.ts'
import { createFallbackFiles, type FallbackFiles } from './fallback-files.ts'
import { firstWithin } from './first-within.ts'
import type { JobPriority, PrioritizedStorage } from './job-pool.ts'
import type { AccountStorage, StoredSegment } from './storage.ts'
import { isFault, StorageClosed } from './storage-error.ts'
import { createUnsavedSegments, eventsAt, isUnsaved, type UnsavedSegment } from './unsaved-segments.ts'

/** The state of the log that its storage depends on. */
export interface LogStatus {
  /** The last segment that was folded. */
  head(): number
  isLeading(): boolean
  /** Called when this tab has added an unsaved segment or file. */
  onUnsaved(): void
}

/**
 * An account's storage with in-memory segments for writes that the device rejects. They are read like stored segments, so that an append
 * never fails because of a storage fault. Read models are not written while segments are unsaved: no checkpoint may be ahead of
 * the stored log.
 */
export interface FallbackAccountStorage extends AccountStorage {
  readonly files: FallbackFiles
  hasUnsaved(): boolean
  /** Segments that this tab made and has not stored yet. */
  ownUnsaved(): readonly UnsavedSegment[]
  /** Adds pending events that another tab shared; undefined when all of them are known. */
  addShared(events: readonly LogEvent[]): UnsavedSegment | undefined
  /** Moves the in-memory segments behind stored segments up to `head` that have overtaken them. Returns them if it moved any. */
  moveBehind(head: number): readonly UnsavedSegment[]
  /** Adds events that this page had in memory before the account was opened. */
  addUnsaved(events: readonly LogEvent[]): void
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
  const unsaved = createUnsavedSegments()
  let log: LogStatus = { head: () => head, isLeading: () => false, onUnsaved: () => {} }
  const device = prioritized('normal')
  const files = createFallbackFiles(device.files, {
    isUploading: () => log.isLeading(),
    onUnsaved: () => log.onUnsaved(),
  })
  let isClosed = false
  /** Set while a chunk of in-memory segments is being stored. */
  let storing: Promise<void> | undefined

  const addOwn = (build: (segment: number) => readonly LogEvent[]) => {
    log.onUnsaved()
    return unsaved.add(log.head(), true, build)
  }
  const store = async (chunk: readonly UnsavedSegment[]) => {
    const events = chunk.flatMap((segment) => segment.events)
    await retryLostConnection(() => device.appendSegment(at(events)))
    unsaved.remove(chunk)
  }
  const ownUnsaved = () => unsaved.list().filter(({ isOwn }) => isOwn)
  const storeAll = async (due: () => readonly UnsavedSegment[]) => {
    for (;;) {
      const chunk = firstWithin(due(), chunkSize)
      if (chunk.length === 0) return
      storing = store(chunk).finally(() => {
        storing = undefined
      })
      await storing
    }
  }
  /** Stores shared pending events before newer ones, unless the tab that made them has stored them. */
  const storeShared = async (stored: AccountStorage) => {
    unsaved.noteStored(await stored.readSegments(Math.floor(log.head()), chunkSize))
    await storeAll(unsaved.list)
  }

  const withFallback = (stored: AccountStorage): AccountStorage & { readonly files: FallbackFiles } => ({
    ...stored,
    files,
    async appendSegment(build) {
      // After closing, an in-memory segment would never be stored.
      if (isClosed) throw new StorageClosed()
      // Queues behind unsaved segments: segments are stored in the order in which they were made.
      if (ownUnsaved().length > 0) return addOwn(build)
      try {
        // With nothing unsaved, the write starts synchronously: a sent message is stored without waiting for a microtask.
        if (unsaved.list().length > 0) await storeShared(stored)
        return await retryLostConnection(() => stored.appendSegment(build))
      } catch (cause) {
        if (!isFault(cause)) throw cause
        return addOwn(build)
      }
    },
    async readSegments(after, limit) {
      const found = await stored.readSegments(after, limit)
      unsaved.noteStored(found)
      const pending = unsaved.after(after)
      if (pending.length === 0) return found
      // A full page means that more stored segments follow, which come first.
      const end = found.length < limit ? Number.POSITIVE_INFINITY : (found.at(-1)?.segment ?? 0)
      return [...found, ...pending.filter(({ segment }) => segment < end)].sort(byNumber).slice(0, limit)
    },
    async readSegmentsAt(numbers) {
      const pending = unsaved.list().filter(({ segment }) => numbers.includes(segment))
      return [...(await stored.readSegmentsAt(numbers)), ...pending].sort(byNumber)
    },
    async rewriteSegments(rewrite) {
      const segments = rewrite.segments.filter(({ segment }) => !isUnsaved(segment))
      if (!(await stored.rewriteSegments({ ...rewrite, segments }))) return false
      // A chunk in flight was read before the rewrite. `save` reports its fault.
      while (storing) await storing.catch(() => undefined)
      return unsaved.rewrite(rewrite.segments.filter(({ segment }) => isUnsaved(segment)))
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
    hasUnsaved: () => unsaved.list().length > 0 || files.hasUnsaved(),
    ownUnsaved,
    attachLog(status) {
      log = status
    },
    addShared(events) {
      const fresh = events.filter((event) => !unsaved.has(event))
      return fresh.length > 0 ? unsaved.add(log.head(), false, at(fresh)) : undefined
    },
    moveBehind: unsaved.moveBehind,
    addUnsaved(events) {
      addOwn(at(events))
    },
    async save() {
      await files.save()
      await storeAll(() => (log.isLeading() ? unsaved.list() : upToLastOwn(unsaved.list())))
    },
  }
}

/** This tab's own segments and the shared ones before them. */
const upToLastOwn = (segments: readonly UnsavedSegment[]): readonly UnsavedSegment[] =>
  segments.slice(0, segments.findLastIndex(({ isOwn }) => isOwn) + 1)

const byNumber = (left: StoredSegment, right: StoredSegment): number => left.segment - right.segment

const at =
  (events: readonly LogEvent[]) =>
  (segment: number): readonly LogEvent[] =>
    eventsAt(segment, events)

/** The next operation reopens a lost connection, so one immediate retry often succeeds. */
async function retryLostConnection<Value>(task: () => Promise<Value>): Promise<Value> {
  try {
    return await task()
  } catch (cause) {
    if (!isFault(cause, 'connection-lost')) throw cause
    return task()
  }
}

import type { LogEvent } from '#schemas/log/envelope.ts'
import { firstWithin } from './first-within.ts'
import { createStandbyFiles, type StandbyFiles } from './standby-files.ts'
import type { AccountStorage, StoredSegment } from './storage.ts'
import { isFault, StorageLetGo } from './storage-error.ts'
import type { JobLane, StorageLanes } from './storage-jobs.ts'
import { createUnsavedSegments, eventsAt, isUnsaved, type UnsavedSegment } from './unsaved-segments.ts'

/** What the log tells its storage. */
export interface LogFacts {
  /** The last segment that was folded. */
  head(): number
  isLeading(): boolean
  /** Something of this tab's waits to be stored. */
  kept(): void
}

/**
 * An account's storage that takes what the device refuses into memory, where it is read as if it were stored: an append
 * is never refused because the storage is faulty. Read models are not written meanwhile, so that none is ahead of the log.
 */
export interface StandbyAccountStorage extends AccountStorage {
  readonly files: StandbyFiles
  hasUnsaved(): boolean
  /** What this tab made and could not store yet. */
  ownUnsaved(): readonly UnsavedSegment[]
  /** Takes what another tab could not store; undefined when it is here already. */
  borrow(events: readonly LogEvent[]): UnsavedSegment | undefined
  /** What waits, moved behind stored segments up to `head` that have overtaken it; nothing when none has. */
  standBehind(head: number): readonly UnsavedSegment[]
  /** Keeps what this page had of the account before it was opened. */
  keep(events: readonly LogEvent[]): void
  /**
   * Stores what waits; a leader also all that it borrowed, others what came before their own. Rejects with a `StorageError`,
   * and the rest waits on.
   */
  save(): Promise<void>
  follow(log: LogFacts): void
  /** The same storage for work of another urgency. */
  lane(lane: JobLane): AccountStorage
}

/** Events that are stored together. */
const chunkSize = 500

/** `head` is where the stored log ends now; used until the log says how far it has folded. */
export function createStandbyAccountStorage(lanes: StorageLanes, head: number): StandbyAccountStorage {
  const unsaved = createUnsavedSegments()
  let log: LogFacts = { head: () => head, isLeading: () => false, kept: () => {} }
  const device = lanes('usual')
  const files = createStandbyFiles(device.files, {
    mayKeep: () => log.isLeading(),
    kept: () => log.kept(),
  })
  let isClosed = false
  /** While what waited is being stored. */
  let storing: Promise<void> | undefined

  const wait = (build: (segment: number) => readonly LogEvent[]) => {
    log.kept()
    return unsaved.add(log.head(), true, build)
  }
  const store = async (chunk: readonly UnsavedSegment[]) => {
    const events = chunk.flatMap((segment) => segment.events)
    await withSecondTry(() => device.appendSegment(at(events)))
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
  /** Stores what another tab lent, unless it has stored that itself: what is said now was said after it. */
  const storeBorrowed = async (stored: AccountStorage) => {
    unsaved.noteStored(await stored.readSegments(Math.floor(log.head()), chunkSize))
    await storeAll(unsaved.list)
  }

  const standingBy = (stored: AccountStorage): AccountStorage & { readonly files: StandbyFiles } => ({
    ...stored,
    files,
    async appendSegment(build) {
      // Nobody would store any more what were kept now.
      if (isClosed) throw new StorageLetGo()
      // While something waits the rest waits behind it: what was said first is stored first.
      if (ownUnsaved().length > 0) return wait(build)
      try {
        // Asked of the device in this very step where nothing waits: what follows a key is not to come before it.
        if (unsaved.list().length > 0) await storeBorrowed(stored)
        return await withSecondTry(() => stored.appendSegment(build))
      } catch (cause) {
        if (!isFault(cause)) throw cause
        return wait(build)
      }
    },
    async readSegments(after, limit) {
      const found = await stored.readSegments(after, limit)
      unsaved.noteStored(found)
      const waiting = unsaved.after(after)
      if (waiting.length === 0) return found
      // Beyond a full page of stored ones there are more, which come first.
      const end = found.length < limit ? Number.POSITIVE_INFINITY : (found.at(-1)?.segment ?? 0)
      return [...found, ...waiting.filter(({ segment }) => segment < end)].sort(byNumber).slice(0, limit)
    },
    async readSegmentsAt(numbers) {
      const waiting = unsaved.list().filter(({ segment }) => numbers.includes(segment))
      return [...(await stored.readSegmentsAt(numbers)), ...waiting].sort(byNumber)
    },
    async rewriteSegments(rewrite) {
      const segments = rewrite.segments.filter(({ segment }) => !isUnsaved(segment))
      if (!(await stored.rewriteSegments({ ...rewrite, segments }))) return false
      // What is stored meanwhile is stored as it was read before; whether that goes well is told to whoever stores it.
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
    ...standingBy(device),
    lane: (lane) => standingBy(lanes(lane)),
    hasUnsaved: () => unsaved.list().length > 0 || files.hasUnsaved(),
    ownUnsaved,
    follow(facts) {
      log = facts
    },
    borrow(events) {
      const fresh = events.filter((event) => !unsaved.has(event))
      return fresh.length > 0 ? unsaved.add(log.head(), false, at(fresh)) : undefined
    },
    standBehind: unsaved.standBehind,
    keep(events) {
      wait(at(events))
    },
    async save() {
      await files.save()
      await storeAll(() => (log.isLeading() ? unsaved.list() : upToLastOwn(unsaved.list())))
    },
  }
}

/** What this tab made, and what it knew from other tabs before that. */
const upToLastOwn = (segments: readonly UnsavedSegment[]): readonly UnsavedSegment[] =>
  segments.slice(0, segments.findLastIndex(({ isOwn }) => isOwn) + 1)

const byNumber = (left: StoredSegment, right: StoredSegment): number => left.segment - right.segment

const at =
  (events: readonly LogEvent[]) =>
  (segment: number): readonly LogEvent[] =>
    eventsAt(segment, events)

/** A lost connection is opened anew by whoever asks next, so asking again at once often helps. */
async function withSecondTry<Value>(task: () => Promise<Value>): Promise<Value> {
  try {
    return await task()
  } catch (cause) {
    if (!isFault(cause, 'connection-lost')) throw cause
    return task()
  }
}

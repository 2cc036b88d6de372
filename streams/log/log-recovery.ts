import type { LogEvent } from '#schemas/log/envelope.ts'
import type { Ports } from '../ports.ts'
import { createWritable, type Readable } from '../readable.ts'
import type { FallbackMemory } from '../storage/fallback-storage.ts'
import type { OpenedAccount } from '../storage/open-account-storage.ts'
import { createRecovery } from '../storage/recovery.ts'
import { isFault, StorageDestroyed } from '../storage/storage-error.ts'
import { durable } from '../storage/storage-health.ts'
import type { LogChannel } from './log-channel.ts'
import type { LogWriter, WrittenSegment } from './log-writer.ts'

/** Sees to it that a faulty storage holds nothing up and that nothing stays undone. */
export interface Saving {
  /** Tells the other tabs of a segment that this one made: where it is stored, or its events when it is not. */
  announce(written: WrittenSegment): void
  /** Something waits to be stored, or could not be read. */
  wake(): void
  /** Takes what another tab could not store. */
  borrow(events: readonly LogEvent[]): void
  /** Whether the device's storage is another one than was opened, be it that it came back or was emptied or destroyed: the account has to be opened anew. */
  readonly hasReturned: Readable<boolean>
  /** Whether the storage does not answer: nobody should wait for it in the queue of writes, and saving tells when it does. */
  isSilent(): boolean
  stop(): void
}

/** Most events that are lent to other tabs at once, when they are told again. */
const lendingLimit = 500

export function createLogRecovery(options: {
  readonly ports: Pick<Ports, 'clock' | 'report'>
  readonly opened: OpenedAccount
  readonly healthTracker: FallbackMemory['healthTracker']
  readonly tabs: Pick<LogChannel, 'announce' | 'lend'>
  readonly writer: Pick<LogWriter, 'head' | 'catchUp' | 'foldShared'>
  isLeading(): boolean
  /** Runs between two writes. */
  run(task: () => Promise<void>): Promise<void>
}): Saving {
  const { opened, healthTracker, tabs, writer, run } = options
  const { clock, report } = options.ports
  const { storage, isShared, tryDevice } = opened
  const hasReturned = createWritable(false)
  let isSilent = false

  const save = async () => {
    // What another tab has stored meanwhile is not stored again.
    await writer.catchUp()
    const hadUnsaved = storage.hasUnsaved()
    await storage.save()
    await writer.catchUp()
    if (hadUnsaved) tabs.announce(writer.head())
  }

  const recovery = createRecovery({
    clock,
    async attempt() {
      if (isShared) {
        // Asked outside the queue, so that no write waits behind a storage that does not answer.
        await storage.head()
        return run(save)
      }
      await tryDevice?.()
      hasReturned.set(true)
    },
    onResult(fault) {
      // What was folded from a destroyed log says nothing of the one that stands in its place.
      if (fault instanceof StorageDestroyed) return hasReturned.set(true)
      isSilent = isFault(fault, 'unanswered')
      if (fault) report.fault({ kind: 'log.save', detail: fault.kind, cause: fault })
      if (!isShared) return
      healthTracker.report('account', fault ? { status: 'degraded', fault: fault.kind } : durable)
      // A tab that came meanwhile has not heard of it.
      if (fault)
        tabs.lend(
          storage
            .ownUnsaved()
            .flatMap(({ events }) => events)
            .slice(0, lendingLimit),
        )
    },
    onError: (cause) => report.fault({ kind: 'log.save', detail: 'what waited could not be stored', cause }),
  })
  if (isShared ? storage.hasUnsaved() : tryDevice) recovery.wake()

  return {
    hasReturned,
    isSilent: () => isSilent,
    announce({ place, events }) {
      if (place.segment === undefined) return tabs.lend(events)
      // The number was given before: the device's storage was emptied while the app was open.
      if (place.segment <= writer.head()) hasReturned.set(true)
      tabs.announce(place.segment)
    },
    wake: recovery.wake,
    borrow(events) {
      const take = async () => {
        const borrowed = storage.addShared(events)
        if (!borrowed) return
        // A leader stores it before it acts on it, so that what follows from it comes behind it in the log.
        const isStored = options.isLeading() && (await isDone(save))
        if (isStored) return
        writer.foldShared(borrowed.events)
        if (options.isLeading()) recovery.wake()
      }
      run(take).catch((cause: unknown) =>
        report.fault({ kind: 'log.save', detail: 'what another tab lent could not be taken', cause }),
      )
    },
    stop: recovery.stop,
  }
}

/** Whether a task went well; a fault of the storage is met again by the next try. */
const isDone = (task: () => Promise<void>): Promise<boolean> =>
  task().then(
    () => true,
    (cause: unknown) => {
      if (isFault(cause)) return false
      throw cause
    },
  )

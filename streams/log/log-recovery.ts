import type { LogEvent } from '#schemas/log/envelope.ts'
import type { Ports } from '../ports.ts'
import { createWritable, type Readable } from '../readable.ts'
import type { FallbackMemory } from '../storage/fallback-storage.ts'
import type { OpenedAccount } from '../storage/open-account-storage.ts'
import { createRecovery } from '../storage/recovery.ts'
import { isFault, StorageDestroyed } from '../storage/storage-error.ts'
import { durableHealth } from '../storage/storage-health.ts'
import type { LogChannel } from './log-channel.ts'
import type { LogWriter, WrittenSegment } from './log-writer.ts'

/** Stores pending events once a faulty storage works again, and shares them with other tabs until then. */
export interface LogRecovery {
  /** Announces a new segment to other tabs: its number if it is stored, otherwise its events. */
  announce(written: WrittenSegment): void
  /** Starts the recovery, because events are pending or a read failed. */
  wake(): void
  /** Adds shared pending events of another tab. */
  receivePending(events: readonly LogEvent[]): void
  /**
   * True once the device's storage is not the opened one any more: it came back, was emptied or was destroyed. Reopen
   * the account then.
   */
  readonly hasReturned: Readable<boolean>
  /**
   * Whether the storage does not answer. Then do not wait for it in the write queue; the recovery notices when it
   * answers.
   */
  isSilent(): boolean
  stop(): void
}

/** Most pending events in one message to other tabs when they are shared again. */
const sharedEventsLimit = 500

export function createLogRecovery(options: {
  readonly ports: Pick<Ports, 'clock' | 'report'>
  readonly opened: OpenedAccount
  readonly healthTracker: FallbackMemory['healthTracker']
  readonly tabs: Pick<LogChannel, 'announce' | 'sharePending'>
  readonly writer: Pick<LogWriter, 'head' | 'catchUp' | 'foldShared'>
  isLeading(): boolean
  /** Runs between two writes. */
  run(task: () => Promise<void>): Promise<void>
}): LogRecovery {
  const { opened, healthTracker, tabs, writer, run } = options
  const { clock, report } = options.ports
  const { storage, isShared, tryDevice } = opened
  const hasReturned = createWritable(false)
  let isSilent = false

  const ownPending = () => storage.ownUnsaved().flatMap(({ events }) => events)

  const save = async () => {
    // Another tab may have stored some of these events meanwhile.
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
        // Probes outside the queue, so that no write waits behind a storage that does not answer.
        await storage.head()
        return run(save)
      }
      await tryDevice?.()
      hasReturned.set(true)
    },
    onResult(fault) {
      // The read models of a destroyed log do not apply to the new one.
      if (fault instanceof StorageDestroyed) return hasReturned.set(true)
      isSilent = isFault(fault, 'unanswered')
      if (fault) report.fault({ kind: 'log.save', detail: fault.kind, cause: fault })
      if (!isShared) return
      healthTracker.report('account', fault ? { status: 'degraded', fault: fault.kind } : durableHealth)
      // Tabs that opened since the last message do not have these events.
      if (fault) tabs.sharePending(ownPending().slice(0, sharedEventsLimit))
    },
    onError: (cause) =>
      report.fault({ kind: 'log.save', detail: 'pending events could not be stored', cause }),
  })
  if (isShared ? storage.hasUnsaved() : tryDevice) recovery.wake()

  return {
    hasReturned,
    isSilent: () => isSilent,
    announce({ place, events }) {
      if (place.segment === undefined) {
        const isCommand = events.some(({ origin }) => origin === 'local')
        if (!isCommand) return tabs.sharePending(events)
        // A tab that opened meanwhile must not store a command of the user before the earlier ones. The limit bounds the
        // cost to some 10 ms for each command.
        const pending = ownPending()
        return tabs.sharePending(pending.length <= sharedEventsLimit ? pending : events)
      }
      // A reused segment number: the device's storage was emptied while the app was open.
      if (place.segment <= writer.head()) hasReturned.set(true)
      tabs.announce(place.segment)
    },
    wake: recovery.wake,
    receivePending(events) {
      const take = async () => {
        const added = storage.addShared(events)
        if (!added) return
        // The leader stores shared events before it folds them, so that the events they cause follow them in the log.
        const isStored = options.isLeading() && (await isDone(save))
        if (isStored) return
        writer.foldShared(added.events)
        if (options.isLeading()) recovery.wake()
      }
      run(take).catch((cause: unknown) =>
        report.fault({ kind: 'log.save', detail: 'shared pending events could not be added', cause }),
      )
    },
    stop: recovery.stop,
  }
}

/**
 * Whether a task succeeded. A storage fault resolves with false because the next attempt reports it; other errors
 * reject.
 */
const isDone = (task: () => Promise<void>): Promise<boolean> =>
  task().then(
    () => true,
    (cause: unknown) => {
      if (isFault(cause)) return false
      throw cause
    },
  )

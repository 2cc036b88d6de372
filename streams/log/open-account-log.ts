import { expand, of, Subscription } from 'rxjs'
import { decide } from '#domain/commands/decide.ts'
import { clientId, type UserId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { randomId } from '../clock/random-text.ts'
import { delayBy, withTimeLimit } from '../clock/timing.ts'
import { silentChannel } from '../cross-tab/tab-channel.ts'
import { createFallbackMemory, type FallbackMemory } from '../storage/fallback-storage.ts'
import { type OpenedAccount, openAccountStorage } from '../storage/open-account-storage.ts'
import { StorageError } from '../storage/storage-error.ts'
import { durableHealth } from '../storage/storage-health.ts'
import { storageLimits } from '../storage/storage-limits.ts'
import { type AccountModels, createAccountFold, loadAccountModels } from './account-fold.ts'
import type { AccountLog, AccountLogPorts } from './account-log.ts'
import { createSyncStateReader } from './conversation-sync-state.ts'
import { withoutDeleted } from './erasure-targets.ts'
import { openLogChannel } from './log-channel.ts'
import { createLogRecovery } from './log-recovery.ts'
import { createLogTail, type LogTail } from './log-tail.ts'
import { createLogWriter } from './log-writer.ts'
import { type LogTime, restoreServerTime } from './server-time-store.ts'
import { createWriteQueue } from './write-queue.ts'

/** How often a leader looks for segments of a tab that closed before it could announce them, ms. */
const lookInterval = 12_000

export interface AccountLogOptions {
  readonly account: UserId
  readonly ports: AccountLogPorts
  readonly time: LogTime
  /** The fallback storage and the storage health of this page; private to this log by default. */
  readonly fallback?: FallbackMemory
}

/** The data that a start reads before the first view. */
interface StartingPoint {
  readonly tail: LogTail
  readonly models: AccountModels
}

/**
 * Opens an account's log: loads the read models, folds the tail of the log over them, and follows the log. Uses the
 * fallback storage if the device's storage is faulty or does not answer; rejects if it cannot be read for another
 * reason.
 */
export async function openAccountLog(options: AccountLogOptions): Promise<AccountLog> {
  const { account, ports, time, fallback = createFallbackMemory() } = options
  const opened = await openAccountStorage<StartingPoint>(ports, fallback, account, {
    async read(storage) {
      const reading = storage.withPriority('interactive')
      await restoreServerTime(reading, time)
      const tail = createLogTail(reading, ports.report, storage.inMemory)
      return { tail, models: await loadAccountModels(account, reading, ports.report) }
    },
    follow: ({ models, tail }) => models.follow(tail),
  })
  return startAccountLog({ ...options, fallback }, opened, opened.read)
}

function startAccountLog(
  { account, ports, time, fallback }: AccountLogOptions & { readonly fallback: FallbackMemory },
  opened: OpenedAccount,
  { tail, models }: StartingPoint,
): AccountLog {
  const { clock, random, report } = ports
  const { conversations } = models.states
  const { storage, isShared } = opened
  let isClosed = false
  let isLeader = false

  const folded = createAccountFold({
    ...{ account, ports, storage, tail, models, time },
    head: () => writer.head(),
    append: (events) => queue.append(events),
  })
  const { views, timelines, writeBehind, appended$, expiry, fold } = folded

  // Other tabs do not share a log in fallback storage.
  const tabs = openLogChannel(isShared ? ports.channel : silentChannel, account, {
    advanced(segment, stored) {
      storage.markStored(stored)
      if (segment > writer.head()) catchUp()
    },
    pendingReceived: (events) => logRecovery.receivePending(events),
  })
  const writer = createLogWriter({
    ports,
    storage,
    tail,
    start: models.foldedTo(),
    isClosed: () => isClosed,
    serverNow: time.now,
    fold,
    announce: (written) => logRecovery.announce(written),
  })
  const withoutDeletedTexts = (events: readonly NewEvent[]) =>
    events.map((event) => withoutDeleted(event, conversations()))
  const queue = createWriteQueue({
    clock,
    write: (events) => writer.write(withoutDeletedTexts(events)),
    writeDecided: (decideEvents) => writer.writeDecided(() => withoutDeletedTexts(decideEvents())),
    decide: (command) =>
      decide(command, models.accountState(), {
        now: time.now(),
        isNowGuessed: !time.isTrusted(),
        clientId: clientId(randomId(random)),
      }),
  })

  const logRecovery = createLogRecovery({
    ports,
    opened,
    tabs,
    writer,
    healthTracker: fallback.healthTracker,
    isLeading: () => isLeader,
    run: queue.run,
  })
  storage.attachLog({
    head: writer.head,
    isLeading: () => isLeader,
    onUnsaved: logRecovery.wake,
    onStored: tabs.announce,
  })

  let isCatchUpWaiting = false
  const catchUp = () => {
    if (isCatchUpWaiting) return
    isCatchUpWaiting = true
    const read = async () => {
      isCatchUpWaiting = false
      if (!logRecovery.isSilent()) await writer.catchUp()
    }
    // The writer has reported the failed read. The recovery retries it until the log closes.
    queue.run(read).catch(() => logRecovery.wake())
  }
  /** Looks for segments of other tabs while this tab leads. */
  let looking = Subscription.EMPTY
  const flush = async () => {
    await queue.drain()
    await writeBehind.flush()
  }
  const close = async () => {
    tabs.stop()
    logRecovery.stop()
    looking.unsubscribe()
    expiry.stop()
    timelines.stop()
    isClosed = true
    await flush().catch((cause: unknown) => {
      report.fault({ kind: 'log.model', detail: 'read models were not written at the end', cause })
    })
    writeBehind.setLeading(false)
    appended$.complete()
    await opened.release()
    fallback.healthTracker.report('account', durableHealth)
  }

  // Reads segments that other tabs wrote between the load and the subscription.
  catchUp()
  const [first] = views.conversations.get()
  if (first) timelines.preload(first.id)

  return {
    append: queue.append,
    appendDecided: queue.appendDecided,
    dispatch: queue.dispatch,
    appended$: appended$.asObservable(),
    conversations: views.conversations,
    summaryOf: views.summaryOf,
    friends: views.friends,
    applications: views.applications,
    profile: views.profile,
    outbox: views.outbox,
    files: storage.files,
    ownRows: storage,
    isShared,
    hasReturned: logRecovery.hasReturned,
    knownConversations: () => [...conversations().byId.keys()],
    syncState: createSyncStateReader(conversations),
    openTimeline: (id, reading = 'whole') => {
      const open = () => timelines.open(id, reading)
      return withTimeLimit(clock, storageLimits.opening, open, (late) => late.close())
    },
    readBackward: folded.readBackward,
    readNewest: folded.readNewest,
    shownConversations: timelines.shownConversations,
    retain: folded.retain,
    captureListWith(draw) {
      folded.cachedList.captureWith(draw)
      writeBehind.changed()
    },
    catchUp: () =>
      queue.run(async () => {
        if (logRecovery.isSilent()) throw new StorageError('unanswered')
        await writer.catchUp()
      }),
    flush,
    setLeading(isLeading) {
      isLeader = isLeading
      if (isLeading && storage.hasUnsaved()) logRecovery.wake()
      writeBehind.setLeading(isLeading)
      expiry.leadershipChanged()
      looking.unsubscribe()
      if (isLeading && !isClosed)
        looking = of(undefined)
          .pipe(expand(() => delayBy(clock, lookInterval)))
          .subscribe(catchUp)
    },
    isLeading: () => isLeader,
    expiry,
    close,
  }
}

import { Subject } from 'rxjs'
import { decide } from '#domain/commands/decide.ts'
import { clientId, type UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import { createAccountViews } from '../projections/account-views.ts'
import { createOpenTimelines } from '../projections/open-timelines.ts'
import { createTimelineWriter } from '../projections/timeline-writer.ts'
import { createWriteBehind } from '../projections/write-behind.ts'
import type { AccountStorage } from '../storage/storage.ts'
import type { AccountLog, AccountLogPorts } from './account-log.ts'
import { type AccountModels, loadAccountModels } from './account-models.ts'
import { announceSegments } from './cross-tab.ts'
import { createErasure, isErasing, withoutDeleted } from './erasure.ts'
import { createKnowledge } from './knowledge.ts'
import { createLogTail, type FoldedSegment, type LogTail } from './log-tail.ts'
import { createLogWriter } from './log-writer.ts'
import { randomId } from './random-id.ts'
import { withTimeLimit } from './time-limit.ts'
import { createWriteQueue } from './write-queue.ts'

/** Longest time to read a conversation's newest messages, ms [STORE-03] (DEC-100). */
const openingLimit = 3000

export interface AccountLogOptions {
  readonly account: UserId
  readonly ports: AccountLogPorts
  /** Server time now, ms (DEC-113). */
  serverNow(): number
}

/**
 * Opens an account's log: loads the read models, folds the tail of the log over them, and follows from there.
 * Rejects when the storage cannot be read.
 */
export async function openAccountLog(options: AccountLogOptions): Promise<AccountLog> {
  const storage = await options.ports.storage.open(options.account)
  const tail = createLogTail(storage, options.ports.report)
  const models = await loadAccountModels(options.account, storage, tail, options.ports.report)
  return startAccountLog(options, storage, tail, models)
}

function startAccountLog(
  { account, ports, serverNow }: AccountLogOptions,
  storage: AccountStorage,
  tail: LogTail,
  models: AccountModels,
): AccountLog {
  const { clock, random, report } = ports
  const appended$ = new Subject<readonly LogEvent[]>()
  const conversations = () => models.conversations.state()
  const profile = () => models.profile.state()
  let isClosed = false

  const views = createAccountViews(account, models.states)
  const pages = createTimelineWriter({ self: account, storage, tail, report, head: () => writer.head() })
  const erase = createErasure({ storage, tail, head: () => writer.head(), conversations })
  const timelines = createOpenTimelines({
    self: account,
    storage,
    tail,
    head: () => writer.head(),
    conversations,
    profile,
    onBroken: pages.rebuild,
  })

  const writeBehind = createWriteBehind({
    clock,
    async write() {
      await erase()
      await models.write(storage)
      await pages.write()
    },
    onFault: (cause) => report.fault({ kind: 'log.model', detail: 'read models were not written', cause }),
  })

  const fold = (segment: FoldedSegment) => {
    const isUrgent = segment.events.some((event) => isErasing(event, conversations()))
    models.fold(segment)
    for (const event of segment.events) {
      views.note(event)
      timelines.fold(event)
    }
    views.publish()
    timelines.publish()
    writeBehind.changed()
    if (isUrgent) writeBehind.urge()
    appended$.next(segment.events)
  }

  const tabs = announceSegments(ports.channel, account, (segment) => {
    if (segment > writer.head()) catchUp()
  })

  const writer = createLogWriter({
    ports,
    storage,
    tail,
    start: models.foldedTo(),
    isClosed: () => isClosed,
    serverNow,
    fold,
    announce: tabs.announce,
  })

  const queue = createWriteQueue({
    clock,
    write: (events) => writer.write(events.map((event) => withoutDeleted(event, conversations()))),
    decide: (command) =>
      decide(command, models.accountState(), {
        now: serverNow(),
        clientId: clientId(randomId(random)),
      }),
  })

  const catchUp = () => {
    // The writer tries until it works and reports; it gives up only when the log closes.
    queue.run(writer.catchUp).catch(() => {})
  }

  const flush = async () => {
    await queue.drain()
    await writeBehind.flush()
  }

  views.publish()
  // What other tabs wrote between the load and the subscription.
  catchUp()

  return {
    append: queue.append,
    dispatch: queue.dispatch,
    appended$: appended$.asObservable(),
    conversations: views.conversations,
    friends: views.friends,
    applications: views.applications,
    profile: views.profile,
    outbox: views.outbox,
    knowledge: createKnowledge(conversations),
    openTimeline: (id) =>
      withTimeLimit(
        clock,
        openingLimit,
        () => timelines.open(id),
        (late) => late.close(),
      ),
    flush,
    setLeading(isLeading) {
      writeBehind.setLeading(isLeading)
      if (isLeading) catchUp()
    },
    async close() {
      tabs.stop()
      await flush().catch((cause: unknown) => {
        report.fault({ kind: 'log.model', detail: 'read models were not written at the end', cause })
      })
      isClosed = true
      writeBehind.setLeading(false)
      appended$.complete()
      storage.close()
    },
  }
}

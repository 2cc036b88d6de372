import { decide } from '#domain/commands/decide.ts'
import { clientId, type UserId } from '#schemas/ids.ts'
import type { TimerHandle } from '../ports.ts'
import type { AccountStorage } from '../storage/storage.ts'
import { createAccountFold } from './account-fold.ts'
import type { AccountLog, AccountLogPorts } from './account-log.ts'
import { type AccountModels, loadAccountModels } from './account-models.ts'
import { announceSegments } from './cross-tab.ts'
import { withoutDeleted } from './erasure.ts'
import { createKnowledge } from './knowledge.ts'
import { createLogTail, type LogTail } from './log-tail.ts'
import { createLogWriter } from './log-writer.ts'
import { randomId } from './random-id.ts'
import { withTimeLimit } from './time-limit.ts'
import { type LogTime, restoreTime } from './time-keeping.ts'
import { createWriteQueue } from './write-queue.ts'

/** Longest time to read a conversation's newest messages, ms [STORE-03] (DEC-100). */
const openingLimit = 3000

/** How often a leader looks for what a tab stored that died before it could tell the others, ms. */
const lookInterval = 10_000

export interface AccountLogOptions {
  readonly account: UserId
  readonly ports: AccountLogPorts
  readonly time: LogTime
}

/**
 * Opens an account's log: loads the read models, folds the tail of the log over them, and follows from there.
 * Rejects when the storage cannot be read.
 */
export async function openAccountLog(options: AccountLogOptions): Promise<AccountLog> {
  const storage = await options.ports.storage.open(options.account)
  await restoreTime(storage, options.time)
  const tail = createLogTail(storage, options.ports.report)
  const models = await loadAccountModels(options.account, storage, tail, options.ports.report)
  return startAccountLog(options, storage, tail, models)
}

function startAccountLog(
  { account, ports, time }: AccountLogOptions,
  storage: AccountStorage,
  tail: LogTail,
  models: AccountModels,
): AccountLog {
  const { clock, random, report } = ports
  const { conversations } = models.states
  let isClosed = false

  const folded = createAccountFold({
    ...{ account, ports, storage, tail, models, time },
    head: () => writer.head(),
    append: (events) => queue.append(events),
  })
  const { views, timelines, writeBehind, appended$, wheel, fold } = folded

  const tabs = announceSegments(ports.channel, account, (segment) => {
    if (segment > writer.head()) catchUp()
  })
  const writer = createLogWriter({
    ports,
    storage,
    tail,
    start: models.foldedTo(),
    isClosed: () => isClosed,
    serverNow: time.now,
    fold,
    announce: tabs.announce,
  })
  const queue = createWriteQueue({
    clock,
    write: (events) => writer.write(events.map((event) => withoutDeleted(event, conversations()))),
    decide: (command) =>
      decide(command, models.accountState(), {
        now: time.now(),
        isNowGuessed: !time.isTrusted(),
        clientId: clientId(randomId(random)),
      }),
  })

  const catchUp = () => {
    // The writer tries until it works and reports; it gives up only when the log closes.
    queue.run(writer.catchUp).catch(() => {})
  }
  let lookTimer: TimerHandle | undefined
  const stopLooking = () => {
    if (lookTimer) clock.clearTimeout(lookTimer)
    lookTimer = undefined
  }
  const look = () => {
    catchUp()
    lookTimer = clock.setTimeout(look, lookInterval)
  }
  const flush = async () => {
    await queue.drain()
    await writeBehind.flush()
  }
  const close = async () => {
    tabs.stop()
    stopLooking()
    wheel.stop()
    isClosed = true
    await flush().catch((cause: unknown) => {
      report.fault({ kind: 'log.model', detail: 'read models were not written at the end', cause })
    })
    writeBehind.setLeading(false)
    appended$.complete()
    storage.close()
  }

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
    files: storage.files,
    knowledge: createKnowledge(conversations),
    openTimeline: (id) => {
      const open = () => timelines.open(id)
      return withTimeLimit(clock, openingLimit, open, (late) => late.close())
    },
    flush,
    setLeading(isLeading) {
      writeBehind.setLeading(isLeading)
      wheel.setLeading(isLeading && !isClosed)
      stopLooking()
      if (isLeading && !isClosed) look()
    },
    close,
  }
}

import type { ConversationsState } from '#domain/conversation/conversation-state.ts'
import {
  firstRetention,
  type RetentionTimes,
  retentionInterval,
  retentionTimes,
} from '#domain/retention/retention-times.ts'
import type { ConversationId, UserId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { getServiceSettings } from '../api/system.ts'
import type { ServerTime } from '../clock/server-time.ts'
import { withTimeLimit } from '../clock/timing.ts'
import type { Caller } from '../http/caller.ts'
import type { Clock, Random, ReportPort, TimerHandle } from '../ports.ts'
import type { WriteBehind } from '../projections/write-behind.ts'
import type { AccountStorage } from '../storage/storage.ts'
import { storageLimits } from '../storage/storage-limits.ts'
import type { AccountLog } from './account-log.ts'
import { compactLog } from './compaction.ts'
import { findTrimmableHistory } from './history-trimming.ts'
import { LogChanged } from './log-rewriter.ts'
import type { LogTail } from './log-tail.ts'

interface RetentionOptions {
  readonly self: UserId
  readonly clock: Clock
  readonly random: Random
  readonly storage: AccountStorage
  readonly tail: LogTail
  readonly writeBehind: WriteBehind
  conversations(): ConversationsState
  /** Whether something of what is folded waits in memory and may go with the page. */
  hasUnsaved(): boolean
  lookedAt(): readonly ConversationId[]
  /** Server time now, ms. */
  now(): number
  append(events: readonly NewEvent[]): Promise<unknown>
}

/** Conversations that are trimmed in one write. */
const trimmedAtOnce = 10

/** How often a log that somebody else changes meanwhile is tried again at once. */
const tries = 3

/**
 * Lets go of what is older than a device keeps it, while this tab leads: first of messages, by events that every tab folds,
 * then of what the log holds beside messages. Resolves also when somebody else changed the log; rejects when the storage
 * refuses, or with PROMISE_TIMED_OUT when messages could not be looked through in 10 s [STORE-05].
 */
export function createRetention(options: RetentionOptions): (times: RetentionTimes) => Promise<void> {
  const { clock, writeBehind, tail } = options

  async function trim(sentBefore: number): Promise<void> {
    const until = clock.monotonic() + storageLimits.trimming
    const isOver = () => clock.monotonic() >= until || !writeBehind.isLeading()
    const find = () => findTrimmableHistory({ ...options, isOver }, sentBefore, options.now())
    const events = await withTimeLimit(clock, storageLimits.trimming, find, () => {})
    // A few conversations at a time: all of them in one write would stop a page that is looked at.
    for (let at = 0; at < events.length && writeBehind.isLeading(); at += trimmedAtOnce) {
      await options.append(events.slice(at, at + trimmedAtOnce))
      await writeBehind.flush()
    }
  }

  const takeTurn = <Value>(step: () => Promise<Value>): Promise<Value> =>
    writeBehind.runExclusive(() => {
      if (!writeBehind.isLeading()) throw new LogChanged()
      return step()
    })

  /** What is only in memory may be lost: nothing stored goes because of it, and the next time it is stored. */
  const storedConversations = () => {
    if (options.hasUnsaved()) throw new LogChanged()
    return options.conversations()
  }

  async function compact(recordedBefore: number): Promise<void> {
    for (let left = tries; left > 0 && writeBehind.isLeading(); left -= 1) {
      try {
        return await compactLog({ ...options, conversations: storedConversations, takeTurn }, recordedBefore)
      } catch (error) {
        if (!(error instanceof LogChanged)) throw error
      } finally {
        // What this tab remembers of the log is not how it is stored any more.
        tail.forget()
      }
    }
  }

  return async (times) => {
    if (!writeBehind.isLeading()) return
    await writeBehind.flush()
    await trim(options.now() - times.messages)
    await compact(options.now() - times.events)
  }
}

/** Times in place of the server's and the usual ones, ms; for simulations, in which days would be too long. */
export interface RetentionPlan {
  readonly times: RetentionTimes
  readonly interval: number
}

interface RetentionParts {
  readonly log: Pick<AccountLog, 'retain'>
  readonly caller: Caller
  readonly serverTime: Pick<ServerTime, 'isTrusted'>
  readonly clock: Clock
  readonly report: ReportPort
  readonly signal: AbortSignal
  readonly plan?: RetentionPlan | undefined
}

/**
 * Removes what is too old from the log: soon after this tab began to lead, and then every hour. It waits while the clock is
 * not trusted, because that clock may be days ahead. Ends with the signal.
 */
export function startRetention(parts: RetentionParts): void {
  const { clock, log, serverTime, report, signal, plan } = parts
  const interval = plan?.interval ?? retentionInterval
  let timer: TimerHandle | undefined

  const retain = async () => {
    const times = plan?.times ?? (await timesOfServer(parts))
    if (!signal.aborted) await log.retain(times)
  }

  const turn = () => {
    timer = undefined
    if (!serverTime.isTrusted()) return wind(firstRetention)
    retain()
      .catch((cause: unknown) => {
        if (!signal.aborted)
          report.fault({ kind: 'log.retention', detail: 'what is too old could not go', cause })
      })
      .finally(() => wind(interval))
  }

  function wind(delay: number): void {
    if (!signal.aborted) timer = clock.setTimeout(turn, delay)
  }

  wind(plan?.interval ?? firstRetention)
  signal.addEventListener('abort', () => timer && clock.clearTimeout(timer), { once: true })
}

/** The server's figure, or the usual one while it gives none [STORE-06] (DEC-90). */
async function timesOfServer({ caller, signal }: RetentionParts): Promise<RetentionTimes> {
  const result = await getServiceSettings(caller, { signal })
  return retentionTimes(result.isOk ? result.data.retentionDays : undefined)
}

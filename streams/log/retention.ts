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
  /** Whether folded events are only in memory and lost when the page closes. */
  hasUnsaved(): boolean
  shownConversations(): readonly ConversationId[]
  /** Server time now, ms. */
  now(): number
  append(events: readonly NewEvent[]): Promise<unknown>
}

/** Conversations that one write trims. */
const trimmedPerWrite = 10

/** Attempts to compact a log that other tabs change meanwhile. */
const tries = 3

/**
 * Removes old data while this tab leads: first messages, by events that every tab folds, then other events of the log.
 * Resolves also when another tab changed the log. Rejects when the storage fails, or with PROMISE_TIMED_OUT when the
 * search for old messages takes 10 s [STORE-05].
 */
export function createRetention(options: RetentionOptions): (times: RetentionTimes) => Promise<void> {
  const { clock, writeBehind, tail } = options

  async function trim(sentBefore: number): Promise<void> {
    const until = clock.monotonic() + storageLimits.trimming
    const isOver = () => clock.monotonic() >= until || !writeBehind.isLeading()
    const find = () => findTrimmableHistory({ ...options, isOver }, sentBefore, options.now())
    const events = await withTimeLimit(clock, storageLimits.trimming, find, () => {})
    // One write of all conversations would block the page for too long.
    for (let at = 0; at < events.length && writeBehind.isLeading(); at += trimmedPerWrite) {
      await options.append(events.slice(at, at + trimmedPerWrite))
      await writeBehind.flush()
    }
  }

  const takeTurn = <Value>(step: () => Promise<Value>): Promise<Value> =>
    writeBehind.runExclusive(() => {
      if (!writeBehind.isLeading()) throw new LogChanged()
      return step()
    })

  /**
   * Stops the compaction while events are only in memory: they may be lost, so nothing stored is removed because of
   * them.
   */
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
        // The cached segments do not match the stored log any more.
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

/** Replaces the server's and the default times, ms, in simulations, where days would be too long. */
export interface RetentionPlan {
  readonly times: RetentionTimes
  readonly interval: number
}

interface RetentionServices {
  readonly log: Pick<AccountLog, 'retain'>
  readonly caller: Caller
  readonly serverTime: Pick<ServerTime, 'isTrusted'>
  readonly clock: Clock
  readonly report: ReportPort
  readonly signal: AbortSignal
  readonly plan?: RetentionPlan | undefined
}

/**
 * Removes old data from the log soon after this tab became the leader, and then every hour. Waits while server time is
 * not trusted, because the device's clock may be days ahead. Ends with the signal.
 */
export function startRetention(services: RetentionServices): void {
  const { clock, log, serverTime, report, signal, plan } = services
  const interval = plan?.interval ?? retentionInterval
  let timer: TimerHandle | undefined

  const retain = async () => {
    const times = plan?.times ?? (await timesOfServer(services))
    if (!signal.aborted) await log.retain(times)
  }

  const run = () => {
    timer = undefined
    if (!serverTime.isTrusted()) return schedule(firstRetention)
    retain()
      .catch((cause: unknown) => {
        if (!signal.aborted)
          report.fault({ kind: 'log.retention', detail: 'old data could not be removed', cause })
      })
      .finally(() => schedule(interval))
  }

  function schedule(delay: number): void {
    if (!signal.aborted) timer = clock.setTimeout(run, delay)
  }

  schedule(plan?.interval ?? firstRetention)
  signal.addEventListener('abort', () => timer && clock.clearTimeout(timer), { once: true })
}

/** The times that the server's settings name, or the defaults [STORE-06] (DEC-90). */
async function timesOfServer({ caller, signal }: RetentionServices): Promise<RetentionTimes> {
  const result = await getServiceSettings(caller, { signal })
  return retentionTimes(result.isOk ? result.data.retentionDays : undefined)
}

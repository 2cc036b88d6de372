import type { ConversationsState } from '#domain/conversation/conversation-state.ts'
import type { RetentionTimes } from '#domain/retention/retention-times.ts'
import type { ConversationId, UserId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { withTimeLimit } from '../clock/timing.ts'
import type { Clock, Random } from '../ports.ts'
import type { WriteBehind } from '../projections/write-behind.ts'
import type { AccountStorage } from '../storage/storage.ts'
import { storageLimits } from '../storage/storage-limits.ts'
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
    writeBehind.takeTurn(() => {
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

import { readTimeMark } from '#schemas/storage/time-mark.ts'
import type { ServerTime } from '../clock/server-time.ts'
import type { AccountStorage } from '../storage/storage.ts'

/** The part of server time that an account's log needs (DEC-113). */
export type LogTime = Pick<
  ServerTime,
  'now' | 'latest' | 'hasOwnTimestamp' | 'isTrusted' | 'mark' | 'restore'
>

const timeModel = { name: 'server-time', version: 1 } as const
const markKey = 'mark'
/** The maximum age of a stored time mark, ms. */
const staleness = 60_000

/** Restores the estimate of an earlier start, before anything is folded. Rejects if the storage cannot be read. */
export async function restoreServerTime(storage: AccountStorage, time: LogTime): Promise<void> {
  time.restore(readTimeMark(await storage.readRow(timeModel.name, markKey)))
}

/** Stores the estimate for the next start, at most once a minute. Rejects if the storage rejects. */
export function createServerTimeStore(storage: AccountStorage, time: LogTime): () => Promise<void> {
  let kept = Number.NEGATIVE_INFINITY
  return async () => {
    const value = time.mark()
    if (!value || value.server - kept < staleness) return
    const { name: model, version } = timeModel
    const checkpoint = { segment: 0, version }
    const rows = [{ key: markKey, value }]
    await storage.writeModel({ model, checkpoint, epoch: await storage.epoch(), rows, isRebuild: false })
    kept = value.server
  }
}

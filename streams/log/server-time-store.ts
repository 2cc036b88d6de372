import { readTimeMark } from '#schemas/storage/time-mark.ts'
import type { ServerTime } from '../clock/server-time.ts'
import type { AccountStorage } from '../storage/storage.ts'

/** Server time as an account's log needs it (DEC-113). */
export type LogTime = Pick<ServerTime, 'now' | 'latest' | 'isKnown' | 'isTrusted' | 'mark' | 'restore'>

const timeModel = { name: 'server-time', version: 1 } as const
const markKey = 'mark'
/** A mark is good enough for so long, ms. */
const staleness = 60_000

/** Goes by what an earlier start has kept, before anything is folded; rejects when the storage cannot be read. */
export async function restoreServerTime(storage: AccountStorage, time: LogTime): Promise<void> {
  time.restore(readTimeMark(await storage.readRow(timeModel.name, markKey)))
}

/** Keeps the server's time for the next start, at most once a minute; rejects when the storage rejects. */
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

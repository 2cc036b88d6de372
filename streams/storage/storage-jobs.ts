import { withTimeLimit } from '../clock/time-limit.ts'
import { TimedOut } from '../clock/timing.ts'
import type { Clock } from '../ports.ts'
import type { AccountStorage } from './storage.ts'
import { StorageError } from './storage-error.ts'
import { storageLimits } from './storage-limits.ts'

/**
 * What a job is for. Reads of what is looked at go before all that waits; letting go of what is old goes behind it, one
 * job at a time, so that it never has more than one of the pool's places.
 */
export type JobLane = 'looked-at' | 'usual' | 'background'

/** An account's storage by what its jobs are for. */
export type StorageLanes = (lane: JobLane) => AccountStorage

/** Jobs that run at the same time [STORE-08]. */
const poolSize = 3

/**
 * The jobs of one account's storage: at most three at once, the others in order behind them. One that takes longer than
 * 15 s rejects with the fault 'unanswered' and gives up its place; what it does may still happen [STORE-08].
 */
export function createStorageLanes(clock: Clock, stored: AccountStorage): StorageLanes {
  const run = createJobPool(clock)
  return (lane) => inLane(stored, (job) => run(lane, job))
}

type RunJob = <Value>(job: () => Promise<Value>) => Promise<Value>

function createJobPool(clock: Clock) {
  const waiting: Record<JobLane, (() => void)[]> = { 'looked-at': [], usual: [], background: [] }
  const running: Record<JobLane, number> = { 'looked-at': 0, usual: 0, background: 0 }

  const mayStart = (lane: JobLane): boolean =>
    running['looked-at'] + running.usual + running.background < poolSize &&
    (lane !== 'background' || running.background === 0)

  const startNext = () => {
    for (const lane of ['looked-at', 'usual', 'background'] as const) {
      if (!mayStart(lane)) continue
      const next = waiting[lane].shift()
      if (next) return next()
    }
  }

  const start = async <Value>(lane: JobLane, job: () => Promise<Value>): Promise<Value> => {
    running[lane] += 1
    try {
      return await withTimeLimit(clock, storageLimits.job, job, () => {})
    } catch (cause) {
      throw cause instanceof TimedOut ? new StorageError('unanswered', cause) : cause
    } finally {
      running[lane] -= 1
      startNext()
    }
  }

  return <Value>(lane: JobLane, job: () => Promise<Value>): Promise<Value> =>
    mayStart(lane)
      ? start(lane, job)
      : new Promise((resolve, reject) => {
          waiting[lane].push(() => void start(lane, job).then(resolve, reject))
        })
}

const inLane = (stored: AccountStorage, run: RunJob): AccountStorage => ({
  appendSegment: (build) => run(() => stored.appendSegment(build)),
  readSegments: (after, limit) => run(() => stored.readSegments(after, limit)),
  head: () => run(stored.head),
  readSegmentsAt: (numbers) => run(() => stored.readSegmentsAt(numbers)),
  rewriteSegments: (rewrite) => run(() => stored.rewriteSegments(rewrite)),
  readRow: (model, key) => run(() => stored.readRow(model, key)),
  readModel: (model, wanted) => run(() => stored.readModel(model, wanted)),
  readRows: (model, prefix) => run(() => stored.readRows(model, prefix)),
  checkpoint: (model) => run(() => stored.checkpoint(model)),
  writeModel: (write) => run(() => stored.writeModel(write)),
  epoch: () => run(stored.epoch),
  files: {
    put: (key, file, storedAt) => run(() => stored.files.put(key, file, storedAt)),
    read: (key) => run(() => stored.files.read(key)),
    remove: (key) => run(() => stored.files.remove(key)),
    list: () => run(stored.files.list),
  },
  close: () => stored.close(),
})

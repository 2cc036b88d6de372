import { TimedOut, withTimeLimit } from '../clock/timing.ts'
import type { Clock } from '../ports.ts'
import type { AccountStorage } from './storage.ts'
import { StorageError } from './storage-error.ts'
import { storageLimits } from './storage-limits.ts'

/**
 * The priority of a storage job. `interactive`: reads for an open screen, before all queued jobs. `background`:
 * retention, after all others and one job at a time, so that it occupies at most one of the pool's slots.
 */
export type JobPriority = 'interactive' | 'normal' | 'background'

/** An account's storage whose jobs run with the given priority. */
export type PrioritizedStorage = (priority: JobPriority) => AccountStorage

/** From first to last. */
const priorities = ['interactive', 'normal', 'background'] as const

/** Jobs that run at the same time [STORE-08]. */
const poolSize = 3

/**
 * Runs the jobs of one account's storage: at most three at the same time, the others queue. A job that takes longer
 * than 15 s rejects with the fault 'unanswered' and releases its slot. Its effect may still happen [STORE-08].
 */
export function createPrioritizedStorage(clock: Clock, storage: AccountStorage): PrioritizedStorage {
  const run = createJobPool(clock)
  return (priority) => inPool(storage, (job) => run(priority, job))
}

type RunJob = <Value>(job: () => Promise<Value>) => Promise<Value>

function createJobPool(clock: Clock) {
  const queues: Record<JobPriority, (() => void)[]> = { interactive: [], normal: [], background: [] }
  const running: Record<JobPriority, number> = { interactive: 0, normal: 0, background: 0 }

  const canStart = (priority: JobPriority): boolean =>
    running.interactive + running.normal + running.background < poolSize &&
    (priority !== 'background' || running.background === 0)

  const startNext = () => {
    for (const priority of priorities) {
      if (!canStart(priority)) continue
      const next = queues[priority].shift()
      if (next) return next()
    }
  }

  const start = async <Value>(priority: JobPriority, job: () => Promise<Value>): Promise<Value> => {
    running[priority] += 1
    try {
      return await withTimeLimit(clock, storageLimits.job, job, () => {})
    } catch (cause) {
      throw cause instanceof TimedOut ? new StorageError('unanswered', cause) : cause
    } finally {
      running[priority] -= 1
      startNext()
    }
  }

  return <Value>(priority: JobPriority, job: () => Promise<Value>): Promise<Value> =>
    canStart(priority)
      ? start(priority, job)
      : new Promise((resolve, reject) => {
          queues[priority].push(() => void start(priority, job).then(resolve, reject))
        })
}

const inPool = (storage: AccountStorage, run: RunJob): AccountStorage => ({
  appendSegment: (build) => run(() => storage.appendSegment(build)),
  readSegments: (after, limit) => run(() => storage.readSegments(after, limit)),
  head: () => run(storage.head),
  readSegmentsAt: (numbers) => run(() => storage.readSegmentsAt(numbers)),
  rewriteSegments: (rewrite) => run(() => storage.rewriteSegments(rewrite)),
  readRow: (model, key) => run(() => storage.readRow(model, key)),
  readModel: (model, wanted) => run(() => storage.readModel(model, wanted)),
  readRows: (model, prefix) => run(() => storage.readRows(model, prefix)),
  checkpoint: (model) => run(() => storage.checkpoint(model)),
  writeModel: (write) => run(() => storage.writeModel(write)),
  epoch: () => run(storage.epoch),
  files: {
    put: (key, file, storedAt) => run(() => storage.files.put(key, file, storedAt)),
    read: (key) => run(() => storage.files.read(key)),
    remove: (key) => run(() => storage.files.remove(key)),
    list: () => run(storage.files.list),
  },
  close: () => storage.close(),
})

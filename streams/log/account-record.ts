import type { ReportPort } from '../ports.ts'
import { createWritable, type Readable } from '../readable.ts'
import { createTaskQueue } from '../task-queue.ts'
import type { OwnRows } from './account-log.ts'

/** A small value that this account keeps on this device, such as its search history. */
export interface AccountRecord<Value> extends Readable<Value> {
  /** Changes the value. Never rejects: if the storage fails, the change holds for this page. */
  change(apply: (before: Value) => Value): Promise<void>
}

interface AccountRecordOptions<Value> {
  readonly storage: OwnRows
  readonly report: ReportPort
  /** The name of the read model that holds the value. */
  readonly model: string
  /** Reads a stored value; returns the initial one for anything invalid. */
  readonly read: (stored: unknown) => Value
  /** The report when the value could not be read or written. */
  readonly failure: string
}

const version = 1
const rowKey = 'value'
/** How often a write is tried while other tabs rewrite the log. */
const attempts = 3

/** Opens a value in the account's database, which is deleted at the sign-out. */
export function openAccountRecord<Value>(options: AccountRecordOptions<Value>): AccountRecord<Value> {
  const { storage, report, model, read, failure } = options
  const value = createWritable(read(undefined))
  const inTurn = createTaskQueue()

  const inTurnOrReport = (task: () => Promise<void>): Promise<void> =>
    inTurn(task).catch((cause: unknown) => {
      report.fault({ kind: 'log.model', detail: failure, cause })
    })
  const readStored = async () => read(await storage.readRow(model, rowKey))
  const write = async (next: Value) => {
    const rows = [{ key: rowKey, value: next }]
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const epoch = await storage.epoch()
      const checkpoint = { segment: 0, version }
      if (await storage.writeModel({ model, checkpoint, epoch, rows, isRebuild: false })) return
    }
  }

  return {
    get: value.get,
    subscribe(listener) {
      void inTurnOrReport(async () => value.set(await readStored()))
      return value.subscribe(listener)
    },
    /** Other tabs write too, so the stored value is read before each change. */
    change(apply) {
      value.set(apply(value.get()))
      return inTurnOrReport(async () => {
        const next = apply(await readStored())
        await write(next)
        value.set(next)
      })
    },
  }
}

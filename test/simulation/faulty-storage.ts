import type { AccountDirectory, AccountStorage, LocalFiles, Storage } from '#streams/storage/storage.ts'
import { StorageError } from '#streams/storage/storage-error.ts'
import type { Device } from './device.ts'
import type { OccurrenceCounts } from './fault-counts.ts'
import type { TabLife } from './tab-life.ts'
import type { VirtualTime } from './virtual-clock.ts'

/** The disk rejected a transaction and wrote nothing of it. */
export class DiskFailure extends Error {
  override readonly name = 'DiskFailure'
}

interface StorageWorld {
  readonly time: VirtualTime
  readonly device: Device
  readonly life: TabLife
  readonly occurrences: OccurrenceCounts
}

const faultNameOf = {
  'quota-exceeded': 'storage full',
  'connection-lost': 'storage lost',
  unknown: 'storage broken',
} as const

/**
 * One tab's view of the device's disk. Transactions run in request order and take time. They fail while the disk fails,
 * and a crash can interrupt them before or after they took effect.
 */
export function createFaultyStorage({ time, device, life, occurrences }: StorageWorld): Storage {
  let freeAt = 0

  const waitForTurn = () => {
    const delay = device.state.diskDelay > 0 ? device.random.integer(0, device.state.diskDelay) : 0
    freeAt = Math.max(freeAt, time.now() + delay)
    if (freeAt === time.now()) return undefined
    occurrences.fault('disk slow')
    const due = freeAt - time.now()
    return device.whileDiskWorks(life, () => new Promise((resolve) => device.after(life, due, resolve)))
  }

  /** Throws while the disk fails. A full disk can still be read. */
  const failIfFaulty = (does: Work) => {
    const { diskFailsUntil, diskFault } = device.state
    if (time.now() >= diskFailsUntil || (diskFault === 'quota-exceeded' && does === 'reads')) return
    device.strike('storage')
    occurrences.fault(diskFault ? faultNameOf[diskFault] : 'disk failing')
    // Only a named fault leaves the events in the tab's memory. After another failure the command is rejected.
    if (does === 'appends' && diskFault) device.recordUnsaved(true)
    throw diskFault ? new StorageError(diskFault) : new DiskFailure('the disk is failing')
  }

  /** Commits a write and reports it as failed. */
  const loseAnswer = async (run: () => Promise<unknown>): Promise<never> => {
    await run()
    device.strike('storage')
    occurrences.fault('write committed and reported as failed')
    throw new StorageError('connection-lost')
  }

  /** Runs one transaction on the real disk. */
  const transaction: Transaction = (run, does = 'writes') =>
    life.call(async () => {
      await waitForTurn()
      failIfFaulty(does)
      const losesAnswer = does !== 'reads' && time.now() < device.state.losesAnswersUntil
      const done = losesAnswer ? loseAnswer(run) : run()
      if (does === 'appends') device.recordUnsaved(false)
      return done
    })

  const disk = device.disk.storage()
  return {
    accounts: wrapDirectory(disk.accounts, transaction, device),
    open: (account) => transaction(async () => wrapAccount(await disk.open(account), transaction, device)),
    destroy: (account) =>
      transaction(() => {
        device.strike('database deleted')
        return disk.destroy(account)
      }),
  }
}

type Work = 'reads' | 'writes' | 'appends'
type Transaction = <Value>(run: () => Promise<Value>, does?: Work) => Promise<Value>

const wrapDirectory = (
  directory: AccountDirectory,
  transaction: Transaction,
  device: Device,
): AccountDirectory => ({
  list: () => transaction(() => directory.list(), 'reads'),
  put: (account) => transaction(() => directory.put(account)),
  remove: (account) => transaction(() => directory.remove(account)),
  retire: (account) => transaction(() => directory.retire(account)),
  chosen: () => transaction(() => directory.chosen(), 'reads'),
  choose: (account) =>
    transaction(async () => {
      await directory.choose(account)
      if (account !== undefined) device.recordStoredSignIn()
    }),
  pendingWipes: () => transaction(() => directory.pendingWipes(), 'reads'),
  markForWipe: (account, isPending) => transaction(() => directory.markForWipe(account, isPending)),
})

const wrapAccount = (account: AccountStorage, transaction: Transaction, device: Device): AccountStorage => ({
  appendSegment: (build) => transaction(() => account.appendSegment(build), 'appends'),
  readSegments: (after, limit) => transaction(() => account.readSegments(after, limit), 'reads'),
  head: () => transaction(() => account.head(), 'reads'),
  readSegmentsAt: (numbers) => transaction(() => account.readSegmentsAt(numbers), 'reads'),
  rewriteSegments: (rewrite) => transaction(() => account.rewriteSegments(rewrite)),
  readRow: (model, key) => transaction(() => account.readRow(model, key), 'reads'),
  readModel: (model, keys) => transaction(() => account.readModel(model, keys), 'reads'),
  readRows: (model, prefix) => transaction(() => account.readRows(model, prefix), 'reads'),
  checkpoint: (model) => transaction(() => account.checkpoint(model), 'reads'),
  writeModel: (write) => transaction(() => account.writeModel(write)),
  epoch: () => transaction(() => account.epoch(), 'reads'),
  files: wrapFiles(account.files, transaction, device),
  close: () => account.close(),
})

function wrapFiles(files: LocalFiles, transaction: Transaction, device: Device): LocalFiles {
  const write = (key: string, run: () => Promise<void>): Promise<void> => {
    const writing = transaction(run)
    writing.catch(() => device.recordFileFault(key))
    return writing
  }
  return {
    put: (key, file, storedAt) => write(key, () => files.put(key, file, storedAt)),
    read: (key) => transaction(() => files.read(key), 'reads'),
    remove: (key) => write(key, () => files.remove(key)),
    list: () => transaction(() => files.list(), 'reads'),
  }
}

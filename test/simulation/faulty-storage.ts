import type { AccountDirectory, AccountStorage, Storage } from '#streams/storage/storage.ts'
import type { Device } from './device.ts'
import type { TabLife } from './tab-life.ts'
import type { VirtualTime } from './virtual-clock.ts'

/** The disk refused a transaction; nothing of it was written. */
export class DiskFailure extends Error {
  override readonly name = 'DiskFailure'
}

/**
 * The device's disk as one tab sees it: transactions in the order in which they were asked for, each taking its time,
 * failing while the disk fails, and cut off by a crash before or after they took effect.
 */
export function createFaultyStorage(time: VirtualTime, device: Device, life: TabLife): Storage {
  let freeAt = 0

  const waitForTurn = () => {
    const delay = device.state.diskDelay > 0 ? device.random.integer(0, device.state.diskDelay) : 0
    freeAt = Math.max(freeAt, time.now() + delay)
    if (freeAt === time.now()) return undefined
    return new Promise<void>((resolve) => device.after(life, freeAt - time.now(), resolve))
  }

  /** One transaction on the real disk. */
  const transaction = <Value>(run: () => Promise<Value>): Promise<Value> =>
    life.call(async () => {
      await waitForTurn()
      if (time.now() < device.state.diskFailsUntil) throw new DiskFailure('the disk is failing')
      return run()
    })

  const disk = device.disk.storage()
  return {
    accounts: wrapDirectory(disk.accounts, transaction),
    open: (account) => transaction(async () => wrapAccount(await disk.open(account), transaction)),
    destroy: (account) => transaction(() => disk.destroy(account)),
  }
}

type Transaction = <Value>(run: () => Promise<Value>) => Promise<Value>

const wrapDirectory = (directory: AccountDirectory, transaction: Transaction): AccountDirectory => ({
  list: () => transaction(() => directory.list()),
  put: (account) => transaction(() => directory.put(account)),
  remove: (account) => transaction(() => directory.remove(account)),
  chosen: () => transaction(() => directory.chosen()),
  choose: (account) => transaction(() => directory.choose(account)),
  pendingWipes: () => transaction(() => directory.pendingWipes()),
  markForWipe: (account, isPending) => transaction(() => directory.markForWipe(account, isPending)),
  clientId: (create) => transaction(() => directory.clientId(create)),
})

const wrapAccount = (account: AccountStorage, transaction: Transaction): AccountStorage => ({
  appendSegment: (build) => transaction(() => account.appendSegment(build)),
  readSegments: (after, limit) => transaction(() => account.readSegments(after, limit)),
  head: () => transaction(() => account.head()),
  readSegmentsAt: (numbers) => transaction(() => account.readSegmentsAt(numbers)),
  rewriteSegments: (rewrite) => transaction(() => account.rewriteSegments(rewrite)),
  readRow: (model, key) => transaction(() => account.readRow(model, key)),
  readRows: (model, prefix) => transaction(() => account.readRows(model, prefix)),
  checkpoint: (model) => transaction(() => account.checkpoint(model)),
  writeModel: (write) => transaction(() => account.writeModel(write)),
  epoch: () => transaction(() => account.epoch()),
  files: {
    put: (key, file, storedAt) => transaction(() => account.files.put(key, file, storedAt)),
    read: (key) => transaction(() => account.files.read(key)),
    remove: (key) => transaction(() => account.files.remove(key)),
    list: () => transaction(() => account.files.list()),
  },
  close: () => account.close(),
})

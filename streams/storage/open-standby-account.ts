import type { UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import { parseLogEvent } from '#schemas/log/parse-event.ts'
import type { Clock } from '../ports.ts'
import { type MemoryAccounts, openAccountIn } from './memory-account-storage.ts'
import { isLasting, openPatiently } from './open-patiently.ts'
import type { Standby } from './standby.ts'
import { createStandbyAccountStorage, type StandbyAccountStorage } from './standby-account-storage.ts'
import type { AccountStorage, Storage } from './storage.ts'
import { isFault, type StorageError } from './storage-error.ts'
import { durable } from './storage-health.ts'
import { createStorageLanes } from './storage-jobs.ts'

/** An account's storage as a client opened it: on the device, or in this page's memory. */
export interface OpenedAccount {
  readonly storage: StandbyAccountStorage
  /** False when it is this page's alone, which then is a client of its own beside the other tabs. */
  readonly isShared: boolean
  /** Whether the device's storage, which is not used, could be opened and read now; rejects with its fault. Absent where it is hopeless. */
  readonly tryDevice?: () => Promise<void>
  /** Stores or keeps what waits, and lets the storage go. */
  release(): Promise<void>
}

/** What a start reads of an account's storage; both reject when it is faulty. */
export interface AccountReading<Read> {
  /** What there is to show, for which a start waits 6 s at most [STORE-04]. */
  read(storage: StandbyAccountStorage): Promise<Read>
  /** What came after it: as long as it takes, if only the storage answers. */
  follow(read: Read): Promise<void>
}

interface OpeningPorts {
  readonly clock: Clock
  readonly storage: Storage
}

/**
 * Opens an account's storage and reads it, in memory when the device's is faulty or does not answer; rejects with what is
 * no fault of the storage.
 */
export async function openStandbyAccount<Read>(
  { clock, storage }: OpeningPorts,
  { accounts, board, forgetting }: Standby,
  account: UserId,
  { read, follow }: AccountReading<Read>,
): Promise<OpenedAccount & { readonly read: Read }> {
  const forgotten = forgetting(account)
  const tellBlocked = (isBlocked: boolean) =>
    board.tell('account', isBlocked ? { status: 'waiting', fault: 'blocked' } : durable)
  const openDevice = () => openAndRead(clock, () => storage.open(account), read)
  const tryDevice = async () => {
    const device = await openDevice()
    await follow(device.read).finally(device.standby.close)
  }

  const openMemory = async (fault: StorageError): Promise<OpenedAccount & { readonly read: Read }> => {
    board.tell('account', { status: 'memory', fault: fault.kind })
    const opened = await openAndRead(clock, async () => openAccountIn(accounts, account), read)
    await follow(opened.read)
    return {
      storage: opened.standby,
      read: opened.read,
      isShared: false,
      ...(isLasting(fault) ? {} : { tryDevice }),
      release: async () => opened.standby.close(),
    }
  }

  const opened = await openPatiently(clock, openDevice, tellBlocked, ({ standby }) => standby.close())
  if ('fault' in opened) return openMemory(opened.fault)
  board.tell('account', durable)
  const { standby } = opened.value
  await takeLeftovers(openAccountIn(accounts, account), standby)
  accounts.delete(account)
  const release = async () => {
    // What still cannot be stored waits for the next opening by this page, unless the account was signed out; the health has
    // told of it before.
    await standby
      .save()
      .catch(() => (forgotten.aborted ? undefined : leaveBehind(accounts, account, standby)))
    standby.close()
  }
  try {
    await follow(opened.value.read)
  } catch (cause) {
    await release()
    if (isFault(cause)) return openMemory(cause)
    throw cause
  }
  return { storage: standby, read: opened.value.read, isShared: true, release }
}

/** Opens a storage and reads it; lets it go again when that fails. */
async function openAndRead<Read>(
  clock: Clock,
  open: () => Promise<AccountStorage>,
  read: AccountReading<Read>['read'],
): Promise<{ readonly standby: StandbyAccountStorage; readonly read: Read }> {
  const lanes = createStorageLanes(clock, await open())
  const stored = lanes('looked-at')
  try {
    const standby = createStandbyAccountStorage(lanes, await stored.head())
    return { standby, read: await read(standby) }
  } catch (cause) {
    stored.close()
    throw cause
  }
}

/** What this page had in memory of the account is stored as soon as possible. */
async function takeLeftovers(memory: AccountStorage, standby: StandbyAccountStorage): Promise<void> {
  for (const { events } of await memory.readSegments(0, Number.MAX_SAFE_INTEGER)) {
    const known = events.flatMap(eventIn)
    if (known.length > 0) standby.keep(known)
  }
  for (const { key, storedAt } of await memory.files.list()) {
    const file = await memory.files.read(key)
    if (file) standby.files.keep(key, file, storedAt)
  }
}

const eventIn = (value: unknown): readonly LogEvent[] => {
  const parsed = parseLogEvent(value)
  return parsed.kind === 'event' ? [parsed.event] : []
}

async function leaveBehind(
  accounts: MemoryAccounts,
  account: UserId,
  standby: StandbyAccountStorage,
): Promise<void> {
  const left = openAccountIn(accounts, account)
  for (const { events } of standby.ownUnsaved()) await left.appendSegment(() => events)
  for (const [key, { file, storedAt }] of standby.files.unsaved()) await left.files.put(key, file, storedAt)
}

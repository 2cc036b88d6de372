import type { UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import { parseLogEvent } from '#schemas/log/parse-event.ts'
import type { Clock } from '../ports.ts'
import { createFallbackAccountStorage, type FallbackAccountStorage } from './fallback-account-storage.ts'
import type { FallbackMemory } from './fallback-storage.ts'
import { createPrioritizedStorage } from './job-pool.ts'
import { type MemoryAccounts, openAccountIn } from './memory-account-storage.ts'
import { isPermanentFault, openWithRetry } from './open-with-retry.ts'
import type { AccountStorage, Storage } from './storage.ts'
import { isFault, type StorageError } from './storage-error.ts'
import { durableHealth } from './storage-health.ts'

/** An account's storage, opened on the device or in this page's memory. */
export interface OpenedAccount {
  readonly storage: FallbackAccountStorage
  /** False when the storage is in this page's memory: other tabs do not see its events. */
  readonly isShared: boolean
  /**
   * Opens and reads the device's storage that a fault has replaced by memory. Rejects with its fault. Absent when the
   * device's storage is in use, and after a permanent fault.
   */
  readonly tryDevice?: () => Promise<void>
  /** Stores what is unsaved, or keeps it in the fallback memory, and closes the storage. */
  release(): Promise<void>
}

/** The reads at the start of an account. Both reject when the storage is faulty. */
export interface AccountReading<Read> {
  /** Reads the stored read models. A start waits 6 s at most for it [STORE-04]. */
  read(storage: FallbackAccountStorage): Promise<Read>
  /** Reads the events after the read models. Has no time limit as a whole, only each job of the storage has. */
  follow(read: Read): Promise<void>
}

interface OpeningPorts {
  readonly clock: Clock
  readonly storage: Storage
}

/**
 * Opens and reads an account's storage, in memory when the device's storage is faulty or does not answer. Rejects on an
 * error that is no storage fault.
 */
export async function openAccountStorage<Read>(
  { clock, storage }: OpeningPorts,
  { accounts, healthTracker, discardSignal }: FallbackMemory,
  account: UserId,
  { read, follow }: AccountReading<Read>,
): Promise<OpenedAccount & { readonly read: Read }> {
  const discarded = discardSignal(account)
  const onBlocked = (isBlocked: boolean) =>
    healthTracker.report('account', isBlocked ? { status: 'waiting', fault: 'blocked' } : durableHealth)
  const openDevice = () => openAndRead(clock, () => storage.open(account), read)
  const tryDevice = async () => {
    const device = await openDevice()
    await follow(device.read).finally(device.storage.close)
  }

  const openMemory = async (fault: StorageError): Promise<OpenedAccount & { readonly read: Read }> => {
    healthTracker.report('account', { status: 'memory', fault: fault.kind })
    const opened = await openAndRead(clock, async () => openAccountIn(accounts, account), read)
    await follow(opened.read)
    return {
      storage: opened.storage,
      read: opened.read,
      isShared: false,
      ...(isPermanentFault(fault) ? {} : { tryDevice }),
      release: async () => opened.storage.close(),
    }
  }

  const opened = await openWithRetry(clock, openDevice, onBlocked, (late) => late.storage.close())
  if ('fault' in opened) return openMemory(opened.fault)
  healthTracker.report('account', durableHealth)
  const device = opened.value.storage
  await addFromMemory(openAccountIn(accounts, account), device)
  accounts.delete(account)
  const release = async () => {
    // Unsaved events stay in memory for the next opening by this page, unless the account was signed out. The health
    // tracker has reported the fault already.
    await device.save().catch(() => (discarded.aborted ? undefined : moveToMemory(accounts, account, device)))
    device.close()
  }
  try {
    await follow(opened.value.read)
  } catch (cause) {
    await release()
    if (isFault(cause)) return openMemory(cause)
    throw cause
  }
  return { storage: device, read: opened.value.read, isShared: true, release }
}

/** Opens a storage and reads it; closes it when the reading fails. */
async function openAndRead<Read>(
  clock: Clock,
  open: () => Promise<AccountStorage>,
  read: AccountReading<Read>['read'],
): Promise<{ readonly storage: FallbackAccountStorage; readonly read: Read }> {
  const prioritized = createPrioritizedStorage(clock, await open())
  const interactive = prioritized('interactive')
  try {
    const storage = createFallbackAccountStorage(prioritized, await interactive.head())
    return { storage, read: await read(storage) }
  } catch (cause) {
    interactive.close()
    throw cause
  }
}

/**
 * Adds the events and files that this page has in memory of the account; the device's storage saves them as soon as it
 * can.
 */
async function addFromMemory(memory: AccountStorage, device: FallbackAccountStorage): Promise<void> {
  for (const { events } of await memory.readSegments(0, Number.MAX_SAFE_INTEGER)) {
    const known = events.flatMap(readEvent)
    if (known.length > 0) device.addUnsaved(known)
  }
  for (const { key, storedAt } of await memory.files.list()) {
    const file = await memory.files.read(key)
    if (file) device.files.addUnsaved(key, file, storedAt)
  }
}

const readEvent = (value: unknown): readonly LogEvent[] => {
  const parsed = parseLogEvent(value)
  return parsed.kind === 'event' ? [parsed.event] : []
}

async function moveToMemory(
  accounts: MemoryAccounts,
  account: UserId,
  device: FallbackAccountStorage,
): Promise<void> {
  const memory = openAccountIn(accounts, account)
  for (const { events } of device.ownUnsaved()) await memory.appendSegment(() => events)
  for (const [key, { file, storedAt }] of device.files.unsaved()) await memory.files.put(key, file, storedAt)
}

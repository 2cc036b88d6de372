import type { UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import { parseLogEvent } from '#schemas/log/parse-event.ts'
import type { Clock } from '../ports.ts'
import { isLasting, openPatiently } from './open-patiently.ts'
import type { Standby } from './standby.ts'
import { createStandbyAccountStorage, type StandbyAccountStorage } from './standby-account-storage.ts'
import type { AccountStorage, Storage } from './storage.ts'
import { durable } from './storage-health.ts'

/** An account's storage as a client opened it: on the device, or in this page's memory. */
export interface OpenedAccount {
  readonly storage: StandbyAccountStorage
  /** False when it is this page's alone, which then is a client of its own beside the other tabs. */
  readonly isShared: boolean
  /** Whether the device's storage, which is not used, could be opened now; rejects with its fault. Absent where it is hopeless. */
  readonly tryDevice?: () => Promise<void>
  /** Stores or keeps what waits, and lets the storage go. */
  release(): Promise<void>
}

interface OpeningPorts {
  readonly clock: Clock
  readonly storage: Storage
}

/** Opens an account's storage, in memory when the device's is faulty; rejects with what is no fault of the storage. */
export async function openStandbyAccount(
  { clock, storage }: OpeningPorts,
  { memory, board }: Standby,
  account: UserId,
): Promise<OpenedAccount> {
  const open = () => storage.open(account)
  const tellBlocked = (isBlocked: boolean) =>
    board.tell('account', isBlocked ? { status: 'waiting', fault: 'blocked' } : durable)
  const opened = await openPatiently(
    clock,
    async () => {
      const stored = await open()
      return { stored, head: await stored.head() }
    },
    tellBlocked,
  )
  if ('fault' in opened) {
    board.tell('account', { status: 'memory', fault: opened.fault.kind })
    const standby = createStandbyAccountStorage(await memory.open(account), 0)
    return {
      storage: standby,
      isShared: false,
      ...(isLasting(opened.fault) ? {} : { tryDevice: async () => (await open()).close() }),
      release: async () => standby.close(),
    }
  }
  board.tell('account', durable)
  const { stored, head } = opened.value
  const standby = createStandbyAccountStorage(stored, head)
  await takeLeftovers(await memory.open(account), standby)
  await memory.destroy(account)
  return {
    storage: standby,
    isShared: true,
    async release() {
      // What still cannot be stored waits for the next opening by this page; the health has told of it before.
      await standby.save().catch(() => leaveBehind(memory, account, standby))
      standby.close()
    },
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

async function leaveBehind(memory: Storage, account: UserId, standby: StandbyAccountStorage): Promise<void> {
  const left = await memory.open(account)
  for (const { events } of standby.ownUnsaved()) await left.appendSegment(() => events)
  for (const [key, { file, storedAt }] of standby.files.unsaved()) await left.files.put(key, file, storedAt)
}

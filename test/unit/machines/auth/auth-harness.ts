import { Subject } from 'rxjs'
import { createActor } from 'xstate'
import { createDeviceCredentials, renewOtherAccount } from '#client/account-services.ts'
import { createAuthentication } from '#client/authentication.ts'
import { createCodeCountdown } from '#client/code-countdown.ts'
import type { Notice } from '#domain/notification/toast.ts'
import type { AuthServices } from '#machines/auth/account-directory.ts'
import { createAuthMachine } from '#machines/auth/auth-machine.ts'
import { type UserId, userId } from '#schemas/ids.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import { createServerTime } from '#streams/clock/server-time.ts'
import { silentChannel } from '#streams/cross-tab/tab-channel.ts'
import { openAccountLog } from '#streams/log/open-account-log.ts'
import { createPreservedOutbox } from '#streams/log/preserved-outbox.ts'
import type { LocksPort, TabAccountPort } from '#streams/ports.ts'
import { createMemoryDisk, type MemoryDisk } from '#streams/storage/memory-storage.ts'
import { createSeededNumbers } from '#test/unit/seeded-numbers.ts'
import { createFakeCaller } from '../fake-caller.ts'
import { createLocks } from '../locks.ts'
import { SimulatedClock, settle } from '../simulated-clock.ts'

export const ann: StoredAccount = {
  userId: userId(7),
  nickname: 'Ann',
  avatarUrl: '',
  token: 'token-1',
  refreshToken: 'refresh-1',
  traceRate: 0.01,
}
export const phone = { telCode: '86', phone: '13800000001' }

interface TabOptions {
  readonly disk?: MemoryDisk
  readonly locks?: LocksPort
  readonly clock?: SimulatedClock
  /** The time until which the storage rejects every operation, ms of the clock. */
  readonly failsUntil?: number
  /** Operations that fail while their names are in it. */
  readonly broken?: ReadonlySet<string>
  /** Delays the effect of an operation until it resolves. */
  readonly before?: (operation: string) => Promise<void> | undefined
  /** Announces to other tabs that the stored credentials changed. */
  readonly tell?: () => void
  /** The stored account of the tab; a new tab has none. */
  readonly tabAccount?: TabAccountPort
  /** The server may hold a device token. */
  readonly hasPush?: boolean
}

/** A disk on which this account is stored and chosen. */
export async function diskWith(account: StoredAccount): Promise<MemoryDisk> {
  const disk = createMemoryDisk()
  const { accounts } = disk.storage()
  await accounts.put(account)
  await accounts.choose(account.userId)
  return disk
}

/** The session storage of one tab, which outlives its reloads. */
export function createTabAccount(): TabAccountPort {
  let account: ReturnType<TabAccountPort['read']>
  return {
    read: () => account,
    write: (chosen) => {
      account = chosen
    },
  }
}

/** One tab's auth machine over a device's disk. */
export async function openTab({
  disk = createMemoryDisk(),
  locks = createLocks(),
  failsUntil = 0,
  ...given
}: TabOptions = {}) {
  const clock = given.clock ?? new SimulatedClock()
  const caller = createFakeCaller()
  const faults: string[] = []
  const told: number[] = []
  const destroyed: number[] = []
  /** The times at which the device token was revoked. */
  const revoked: number[] = []
  const storage = disk.storage((operation) => {
    if (given.broken?.has(operation)) throw new Error('the disk fails')
    if (clock.monotonic() < failsUntil) throw new Error('the disk is failing')
    if (operation === 'destroy') destroyed.push(clock.monotonic())
    return given.before?.(operation)
  })
  const notices: Notice[] = []
  const notices$ = new Subject<Notice>()
  notices$.subscribe((notice) => notices.push(notice))
  // Each opened log draws different ids, as in a browser.
  let seed = 1
  const openLog = (account: UserId) =>
    openAccountLog({
      account,
      time: createServerTime(clock),
      ports: {
        clock,
        storage,
        random: createSeededNumbers(seed++),
        channel: silentChannel,
        report: { fault: ({ kind }) => void faults.push(kind) },
      },
    })
  const kept = createPreservedOutbox({ storage, clock, openLog })
  const services: AuthServices = {
    ...{ storage, locks, clock, caller },
    report: { fault: ({ kind }) => void faults.push(kind) },
    preservedOutbox: kept,
    ...(given.hasPush && { push: { revokeToken: async () => void revoked.push(clock.monotonic()) } }),
    tabAccount: given.tabAccount,
    notifyTabs: (changed) => {
      told.push(changed)
      given.tell?.()
    },
  }
  const actor = createActor(createAuthMachine(services), { clock })
  const codeCountdown = createCodeCountdown(clock)
  actor.start()
  await settle()
  const authentication = createAuthentication({
    auth: actor,
    codeCountdown,
    caller,
    clock,
    crypto: {
      encrypt: async (plain, secret, purpose) => `${purpose}|${secret}|${plain}`,
      decrypt: async (cipher) => cipher,
    },
    secret: 'brandtest',
    notices$,
    unsentCount: () => 0,
  })
  const credentials = createDeviceCredentials(
    () => actor,
    (rejected) => renewOtherAccount(services, actor, rejected),
  )
  return {
    actor,
    authentication,
    caller,
    clock,
    credentials,
    destroyed,
    disk,
    faults,
    kept,
    locks,
    notices,
    openLog,
    revoked,
    storage,
    told,
    status: () => authentication.view.get().status,
    stored: () => storage.accounts.list(),
  }
}

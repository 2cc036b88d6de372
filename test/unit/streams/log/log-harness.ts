import { createActor } from 'xstate'
import { createExpiryMachine } from '#machines/disappearing/expiry-machine.ts'
import type { UserId } from '#schemas/ids.ts'
import type { AccountLog, AccountLogPorts } from '#streams/log/account-log.ts'
import { openAccountLog } from '#streams/log/open-account-log.ts'
import type { LogTime } from '#streams/log/server-time-store.ts'
import type { ChannelPort } from '#streams/ports.ts'
import { createFallbackMemory, type FallbackMemory } from '#streams/storage/fallback-storage.ts'
import type { StorageGate } from '#streams/storage/memory-directory.ts'
import { createMemoryDisk, type MemoryDisk } from '#streams/storage/memory-storage.ts'
import { me } from '#test/unit/domain/log-events.ts'
import { createTestClock, type TestClock } from '../test-clock.ts'

/** Known server time; the test sets `now`. */
export const knownTime = (now: () => number): LogTime => ({
  now,
  latest: now,
  hasOwnTimestamp: () => true,
  isTrusted: () => true,
  mark: () => undefined,
  restore: () => {},
})

/** One device: a disk, a clock and the channel between its tabs. */
export interface TestDevice {
  readonly clock: TestClock
  readonly disk: MemoryDisk
  readonly faults: string[]
  /** Opens a tab's log. `gate` delays or fails its storage; `fallback` is its fallback storage. */
  openTab(
    gate?: StorageGate,
    account?: UserId,
    time?: LogTime,
    fallback?: FallbackMemory,
  ): Promise<AccountLog>
  /** Opens a tab and makes it the leader. */
  openLeader(gate?: StorageGate): Promise<AccountLog>
}

/** `disk` may be shared with an earlier device of the same test: a restart. */
export function createTestDevice(disk = createMemoryDisk()): TestDevice {
  const clock = createTestClock()
  const faults: string[] = []
  const createChannel = createHub()
  let seed = 1
  const ports = (gate?: StorageGate): AccountLogPorts => ({
    clock,
    random: {
      next: () => {
        seed = (seed * 48271) % 2147483647
        return seed / 2147483647
      },
    },
    storage: disk.storage(gate),
    channel: createChannel(),
    report: { fault: ({ kind }) => faults.push(kind) },
  })
  const ownTime = knownTime(() => clock.now())
  const openTab: TestDevice['openTab'] = async (
    gate,
    account = me,
    time = ownTime,
    fallback = createFallbackMemory(),
  ) => {
    const tabPorts = ports(gate)
    const log = await openAccountLog({ account, ports: tabPorts, time, fallback })
    createActor(createExpiryMachine({ log, ports: tabPorts }), { clock }).start()
    return log
  }
  return {
    clock,
    disk,
    faults,
    openTab,
    async openLeader(gate) {
      const log = await openTab(gate)
      log.setLeading(true)
      return log
    },
  }
}

/** Channels that receive each other's messages, but not their own. */
function createHub(): () => ChannelPort {
  const members = new Set<{ readonly listeners: Set<(message: unknown) => void> }>()
  return () => {
    const member = { listeners: new Set<(message: unknown) => void>() }
    members.add(member)
    return {
      post(message) {
        for (const other of members)
          if (other !== member) for (const listener of other.listeners) listener(structuredClone(message))
      },
      subscribe(listener) {
        member.listeners.add(listener)
        return () => member.listeners.delete(listener)
      },
    }
  }
}

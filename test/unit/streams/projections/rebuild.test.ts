import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AccountLog, OpenTimeline } from '#streams/log/account-log.ts'
import type { MemoryDisk } from '#streams/storage/memory-storage.ts'
import { chat } from '#test/unit/domain/log-events.ts'
import { createTestDevice, type TestDevice } from '../log/log-harness.ts'
import { settle } from '../test-clock.ts'
import { history, other, type TestEvent } from './account-history.ts'

interface Tab {
  readonly log: AccountLog
  /** Dies at its n-th operation from now. */
  crashAfter(operations: number): void
  isDead(): boolean
  /** Cancels a planned crash. */
  spare(): void
}

async function openTab(device: TestDevice): Promise<Tab> {
  let left = Number.POSITIVE_INFINITY
  const log = await device.openTab(() => {
    left -= 1
    return left < 0 ? new Promise(() => {}) : undefined
  })
  return {
    log,
    crashAfter: (operations) => {
      left = Math.min(left, operations - 1)
    },
    isDead: () => left < 0,
    spare: () => {
      left = Number.POSITIVE_INFINITY
    },
  }
}

/** Plays a history on two tabs of a device and returns the tab that is left. */
async function play(device: TestDevice, events: readonly TestEvent[]): Promise<AccountLog> {
  let leading = await openTab(device)
  let following = await openTab(device)
  leading.log.setLeading(true)

  const step = async (event: TestEvent) => {
    if (event.kind === 'append') void leading.log.append(event.events)
    if (event.kind === 'flush') void leading.log.flush()
    if (event.kind === 'crash') leading.crashAfter(event.after)
    if (event.kind === 'retain') void leading.log.retain(timesOf(device, event))
    if (event.kind === 'wait') await device.clock.advance(event.duration)
    if (event.kind === 'takeOver') {
      leading.log.setLeading(false)
      following.log.setLeading(true)
      ;[leading, following] = [following, leading]
    }
    await device.clock.advance(16)
    if (leading.isDead()) {
      leading = await openTab(device)
      leading.log.setLeading(true)
    }
    if (following.isDead()) following = await openTab(device)
  }

  for (const event of events) await step(event)
  leading.spare()
  leading.log.setLeading(true)
  await leading.log.flush()
  await settle()
  return leading.log
}

/** Messages of these tests were sent at 500,000 plus their number. */
const timesOf = (device: TestDevice, { below, events }: Extract<TestEvent, { kind: 'retain' }>) => ({
  messages: device.clock.now() - 500_000 - below,
  events,
})

async function loadAll(timeline: OpenTimeline): Promise<void> {
  // If nothing arrives although an event should be stored, the comparison below shows that.
  while (timeline.hasOlderStored() && (await timeline.loadOlderStored(50)) > 0);
}

/** All views of a log. */
async function shownBy(log: AccountLog) {
  const conversations = await Promise.all(
    [chat, other].map(async (id) => {
      const timeline = await log.openTimeline(id)
      await loadAll(timeline)
      const syncState = log.syncState(id)
      const ends = syncState?.contiguousRanges.flatMap(({ from, to }) => [
        syncState.idAtRangeEnd(from),
        syncState.idAtRangeEnd(to),
      ])
      return {
        messages: timeline.messages.get(),
        held: syncState?.contiguousRanges,
        newest: syncState?.newestId,
        ends,
      }
    }),
  )
  return {
    conversations,
    list: log.conversations.get(),
    outbox: log.outbox.get(),
    friends: log.friends.get(),
    applications: log.applications.get(),
    profile: log.profile.get(),
  }
}

const withoutTrim = (event: TestEvent): TestEvent =>
  event.kind === 'retain' ? { ...event, below: 0 } : event

const shownAfterStart = async (disk: MemoryDisk) => shownBy(await createTestDevice(disk).openTab())

/** Plays many complete devices, which takes long on a busy machine. */
const timeout = 60_000

describe('read models', () => {
  it('equal the fold in memory and a rebuild from the log after any history of events, crashes and handovers', {
    timeout,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(history, async (events) => {
        const device = createTestDevice()
        const log = await play(device, events)
        const inMemory = await shownBy(log)
        expect(await shownAfterStart(device.disk)).toEqual(inMemory)
        expect(await shownAfterStart(device.disk.copy('logs'))).toEqual(inMemory)
      }),
      // History 31 of this seed: a conversation that returns with tombstones from before its removal, compacted.
      { seed: 9, numRuns: 60 },
    )
  })

  it('have the same counts, markers and list after any trimming and compaction [STORE-06 STORE-07]', {
    timeout,
  }, async () => {
    const isCalm = ({ kind }: TestEvent) => kind !== 'crash'
    await fc.assert(
      fc.asyncProperty(history, async (events) => {
        const calm = events.filter(isCalm)
        const keeping = await play(
          createTestDevice(),
          calm.filter(({ kind }) => kind !== 'retain'),
        )
        const { conversations: _, ...kept } = await shownBy(keeping)
        const { conversations: __, ...left } = await shownBy(await play(createTestDevice(), calm))
        expect(left).toEqual(kept)
      }),
      { seed: 1, numRuns: 40 },
    )
  })

  it('show in an open conversation what a fresh start would show', { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(history, async (events) => {
        const device = createTestDevice()
        const watching = await device.openTab()
        const timeline = await watching.openTimeline(chat)
        // An open timeline keeps messages that a fresh start does not show.
        await play(device, events.map(withoutTrim))
        watching.setLeading(true)
        await settle()
        const fresh = await (await createTestDevice(device.disk).openTab()).openTimeline(chat)
        await loadAll(timeline)
        await loadAll(fresh)
        expect(timeline.messages.get()).toEqual(fresh.messages.get())
      }),
      { seed: 1, numRuns: 60 },
    )
  })
})

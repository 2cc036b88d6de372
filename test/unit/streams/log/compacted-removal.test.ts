import { describe, expect, it } from 'vitest'
import type { AccountLog } from '#streams/log/account-log.ts'
import type { MemoryDisk } from '#streams/storage/memory-storage.ts'
import { chat, deleted, inChat, listed, range, received } from '#test/unit/domain/log-events.ts'
import { settle } from '../test-clock.ts'
import { createTestDevice, type TestDevice } from './log-harness.ts'

/** Retention times that keep every message and no other event. */
const messagesAlone = { messages: 10 ** 9, events: 0 }
const removal = inChat('ConversationRemoved', {})

type Events = Parameters<AccountLog['append']>[0]

/** A device that received each event in a separate segment, and has written every read model. */
async function deviceAfter(...segments: readonly Events[]): Promise<TestDevice> {
  const device = createTestDevice()
  await appendEach(device, segments)
  return device
}

async function appendEach(device: TestDevice, segments: readonly Events[]): Promise<void> {
  const log = await device.openLeader()
  for (const events of segments) {
    void log.append(events)
    await log.flush()
  }
  await device.clock.advance(1)
  await log.close()
}

/** Lets a tab lead that dies at a storage operation while it compacts; returns whether it finished before. */
async function retainUntil(device: TestDevice, operation: number): Promise<boolean> {
  let left = Number.POSITIVE_INFINITY
  const dying = await device.openLeader(() => {
    left -= 1
    return left < 0 ? new Promise(() => {}) : undefined
  })
  left = operation
  return Promise.race([dying.retain(messagesAlone).then(() => true), settled()])
}

async function bodiesIn(disk: MemoryDisk): Promise<readonly (string | null)[]> {
  const timeline = await (await createTestDevice(disk).openTab()).openTimeline(chat)
  return timeline.messages.get().map(({ body }) => body)
}

/** The views of the read models, and those of a rebuild from the log alone. */
const shownBy = async ({ disk }: TestDevice) => [await bodiesIn(disk), await bodiesIn(disk.copy('logs'))]

/** False once all work that needs no clock is done. */
async function settled(): Promise<boolean> {
  for (let turn = 0; turn < 20; turn += 1) await settle()
  return false
}

describe('a removed and restarted conversation after compaction', () => {
  const texts = ['text 1', 'text 2', 'text 3']
  const messages = range(1, 3).map((sequence) => received(sequence))

  it.each<{ title: string; before: Events }>([
    { title: 'a tombstone of a message', before: [listed(), received(2, { body: null })] },
    { title: 'a deletion', before: [listed(), ...messages, deleted(1, 2, 3)] },
    { title: 'texts, which the removal erased', before: [listed(), ...messages] },
  ])('starts empty, although the log held $title before [STORE-07]', async ({ before }) => {
    for (const apart of [
      [before, [removal], [listed(), ...messages]],
      [[...before, removal], [listed()], messages],
      [before, [removal, listed(), ...messages]],
    ]) {
      const device = await deviceAfter(...apart)
      const log = await device.openLeader()
      const shown = await shownBy(device)
      await log.retain(messagesAlone)
      expect(device.disk.toJson()).toContain('ConversationCompacted')
      expect(await shownBy(device)).toEqual(shown)
    }
  })

  it('shows its messages again in a rebuild from the log [STORE-07]', async () => {
    const device = await deviceAfter([listed(), ...messages], [removal], [listed(), ...messages])
    await (await device.openLeader()).retain(messagesAlone)
    expect(await shownBy(device)).toEqual([texts, texts])
  })

  it('keeps messages deleted that were deleted since its restart [LIFE-18]', async () => {
    const device = await deviceAfter([listed(), ...messages], [removal], [listed(), ...messages, deleted(2)])
    const log = await device.openLeader()
    await log.retain(messagesAlone)
    void log.append([received(2), deleted(3)])
    await log.flush()
    expect(await shownBy(device)).toEqual([['text 1'], ['text 1']])
    expect(device.disk.toJson()).not.toContain('"text 2"')
  })

  const apart = (events: Events): readonly Events[] => events.map((event) => [event])

  it.each<{ when: string; before: readonly Events[]; after: readonly Events[] }>([
    {
      when: 'after its restart',
      before: [...apart([listed(), ...messages, removal]), ...apart([listed(), ...messages])],
      after: [],
    },
    {
      when: 'before its restart',
      before: apart([listed(), ...messages, removal]),
      after: apart([listed(), ...messages]),
    },
  ])('starts empty wherever a compaction $when was interrupted', async ({ before, after }) => {
    let isWhole = false
    for (let operations = 1; !isWhole; operations += 1) {
      const device = await deviceAfter(...before)
      isWhole = await retainUntil(device, operations)
      const next = createTestDevice(device.disk)
      await appendEach(next, after)
      expect(await shownBy(device)).toEqual([texts, texts])
      const log = await next.openLeader()
      await log.retain(messagesAlone)
      expect(await shownBy(device)).toEqual([texts, texts])
      expect(operations).toBeLessThan(150)
    }
  })
})

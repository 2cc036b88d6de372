import { describe, expect, it } from 'vitest'
import type { AccountLog, OpenTimeline } from '#streams/log/account-log.ts'
import { pageKey } from '#streams/projections/timeline-rows.ts'
import { chat, deleted, idOf, listed, me, range, received } from '#test/unit/domain/log-events.ts'
import { createTestDevice, type TestDevice } from './log-harness.ts'

const sequencesOf = (timeline: OpenTimeline) => timeline.messages.get().map(({ sequence }) => sequence)

/** Appends messages `from` to `to` in flushes of 30, as they arrive in practice. */
async function fill(log: AccountLog, from: number, to: number): Promise<void> {
  for (let start = from; start <= to; start += 30) {
    void log.append(range(start, Math.min(to, start + 29)).map((sequence) => received(sequence)))
    await log.flush()
  }
}

/** A device whose conversation has these messages, stored in pages or in the log alone. */
async function deviceWith(from: number, to: number, isInPages: boolean): Promise<TestDevice> {
  const device = createTestDevice()
  const log = isInPages ? await device.openLeader() : await device.openTab()
  void log.append([listed()])
  await fill(log, from, to)
  await log.close()
  return createTestDevice(device.disk)
}

const places = [
  { place: 'pages', isInPages: true },
  { place: 'the log alone', isInPages: false },
]

describe.each(places)('opening a conversation stored in $place', ({ isInPages }) => {
  it('reads up to 200 of the newest messages from storage alone, then 50 at a time [STORE-01 STORE-02]', async () => {
    const device = await deviceWith(1, 330, isInPages)
    const timeline = await (await device.openTab()).openTimeline(chat)
    expect(sequencesOf(timeline)).toEqual(range(131, 330))
    expect(timeline.hasOlderStored()).toBe(true)
    expect(await timeline.loadOlderStored(50)).toBe(50)
    expect(sequencesOf(timeline)).toEqual(range(81, 330))
    expect(await timeline.loadOlderStored(50)).toBe(50)
    expect(await timeline.loadOlderStored(50)).toBe(30)
    expect(sequencesOf(timeline)).toEqual(range(1, 330))
    expect(timeline.hasOlderStored()).toBe(false)
    expect(await timeline.loadOlderStored(50)).toBe(0)
  })

  it('stops at a gap, and continues when it is filled [LIFE-20]', async () => {
    const device = await deviceWith(1, 100, isInPages)
    const log = await device.openLeader()
    await fill(log, 141, 160)
    const timeline = await log.openTimeline(chat)
    expect(sequencesOf(timeline)).toEqual(range(141, 160))
    expect(timeline.hasOlderStored()).toBe(false)
    await fill(log, 101, 140)
    expect(sequencesOf(timeline)).toEqual(range(101, 160))
    expect(timeline.hasOlderStored()).toBe(true)
    await timeline.loadOlderStored(50)
    expect(sequencesOf(timeline)).toEqual(range(51, 160))
  })

  it('does not count tombstones among the requested messages [STORE-02]', async () => {
    const device = await deviceWith(1, 500, isInPages)
    const log = await device.openLeader()
    void log.append([deleted(...range(301, 490)), deleted(...range(11, 200))])
    await log.flush()
    const timeline = await log.openTimeline(chat)
    expect(sequencesOf(timeline)).toEqual(
      [...range(1, 10), ...range(201, 300), ...range(491, 500)].slice(-200),
    )
    expect(timeline.messages.get()).toHaveLength(120)
    expect(timeline.hasOlderStored()).toBe(false)
  })

  it('shows messages that arrive during and after its read once', async () => {
    const device = await deviceWith(1, 10, isInPages)
    const log = await device.openLeader()
    const opening = log.openTimeline(chat)
    void log.append([received(11)])
    await log.flush()
    const timeline = await opening
    void log.append([received(11), received(12)])
    await log.flush()
    expect(sequencesOf(timeline)).toEqual(range(1, 12))
    timeline.close()
    void log.append([received(13)])
    await log.flush()
    expect(sequencesOf(timeline)).toEqual(range(1, 12))
  })
})

describe('opening a conversation', () => {
  it('fails after 3 seconds without a response of the storage [STORE-03]', async () => {
    const device = await deviceWith(1, 10, true)
    // The four in-memory models are read, and no message is.
    let models = 0
    const log = await device.openTab((operation) =>
      operation === 'readModel' && ++models > 4 ? new Promise(() => {}) : undefined,
    )
    let outcome = 'waiting'
    log.openTimeline(chat).catch((error: Error) => {
      outcome = error.message
    })
    await device.clock.advance(2999)
    expect(outcome).toBe('waiting')
    await device.clock.advance(1)
    expect(outcome).toBe('PROMISE_TIMED_OUT')
  })

  it('shows an empty one for an unknown conversation', async () => {
    const log = await createTestDevice().openTab()
    const timeline = await log.openTimeline(chat)
    expect(timeline.messages.get()).toEqual([])
    expect(timeline.hasOlderStored()).toBe(false)
    expect(await timeline.loadOlderStored(50)).toBe(0)
  })

  it('shows no events of the log that this tab has not folded yet', async () => {
    const device = await deviceWith(1, 10, false)
    const log = await device.openTab()
    // A tab that the other one cannot notify: it shares the disk alone.
    const unannounced = await createTestDevice(device.disk).openTab()
    void unannounced.append([received(11)])
    await unannounced.flush()
    expect(sequencesOf(await log.openTimeline(chat))).toEqual(range(1, 10))
  })

  it('folds the log instead of an unreadable page, and the leader rebuilds the page', async () => {
    const device = await deviceWith(1, 60, true)
    const account = await device.disk.storage().open(me)
    const checkpoint = await account.checkpoint('timeline')
    if (!checkpoint) throw new Error('no pages were written')
    const rows = [{ key: pageKey(chat, 1), value: 'nonsense' }]
    await account.writeModel({ model: 'timeline', checkpoint, epoch: 0, rows, isRebuild: false })

    const log = await device.openLeader()
    const timeline = await log.openTimeline(chat)
    expect(sequencesOf(timeline)).toEqual(range(1, 60))
    expect(device.faults).toEqual(['log.model'])
    await log.flush()
    expect(await account.readRow('timeline', pageKey(chat, 1))).toHaveLength(11)
  })

  it('keeps each message object as long as the message does not change', async () => {
    const log = await createTestDevice().openTab()
    void log.append([listed(), ...range(1, 3).map((sequence) => received(sequence))])
    await log.flush()
    const timeline = await log.openTimeline(chat)
    const before = timeline.messages.get()
    void log.append([received(2)])
    await log.flush()
    expect(timeline.messages.get()).toBe(before)
    void log.append([received(4)])
    await log.flush()
    expect(
      timeline.messages
        .get()
        .slice(0, 3)
        .every((message, index) => message === before[index]),
    ).toBe(true)
  })
})

describe('syncState of a conversation', () => {
  it('lists the stored ranges without opening it [LIFE-20]', async () => {
    const device = await deviceWith(11, 20, true)
    const log = await device.openTab()
    void log.append([received(31), received(32)])
    await log.flush()
    const syncState = log.syncState(chat)
    expect(syncState).toMatchObject({
      newestId: idOf(32),
      contiguousRanges: [
        { from: 11, to: 20 },
        { from: 31, to: 32 },
      ],
    })
    expect([11, 20, 31, 32, 25].map((sequence) => syncState?.idAtRangeEnd(sequence))).toEqual([
      idOf(11),
      idOf(20),
      idOf(31),
      idOf(32),
      undefined,
    ])
    expect((await createTestDevice().openTab()).syncState(chat)).toBeUndefined()
  })
})

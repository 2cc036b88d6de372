import { describe, expect, it } from 'vitest'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { AccountLog, OpenTimeline } from '#streams/log/account-log.ts'
import {
  chat,
  deleted,
  idOf,
  inChat,
  listed,
  message,
  range,
  received,
} from '#test/unit/domain/log-events.ts'
import { createTestDevice, type TestDevice } from './log-harness.ts'

const secret = 'meet me at the bridge'
const anything = () => true
const sequencesOf = (timeline: OpenTimeline) => timeline.messages.get().map(({ sequence }) => sequence)

const apart = (from: number, to: number): readonly NewEvent[] =>
  range(from, to).map((sequence) => ({
    ...received(sequence),
    ...{ type: 'MessageReceived', data: { message: message(sequence), isDetached: true } },
  }))

async function fill(log: AccountLog, events: readonly NewEvent[]): Promise<void> {
  void log.append(events)
  await log.flush()
}

/** A device that holds the newest messages, and others far back that were looked for. */
async function deviceWith(isInPages: boolean): Promise<TestDevice> {
  const device = createTestDevice()
  const log = isInPages ? await device.openLeader() : await device.openTab()
  await fill(log, [listed(), ...range(901, 1000).map((sequence) => received(sequence))])
  await fill(log, apart(101, 400))
  await log.close()
  return createTestDevice(device.disk)
}

describe.each([
  { place: 'pages', isInPages: true },
  { place: 'the log alone', isInPages: false },
])('an island stored in $place', ({ isInPages }) => {
  it('is shown around its message, and read on in both directions until its ends [ROUTE-26]', async () => {
    const timeline = await (await (await deviceWith(isInPages)).openTab()).openTimeline(chat)
    expect(await timeline.showAround(250, anything)).toBe(true)
    expect(sequencesOf(timeline)).toEqual(range(150, 350))
    expect(timeline.shown()).toEqual({ from: 150, to: 350, isDetached: true })
    expect([timeline.hasOlderStored(), timeline.hasNewerStored()]).toEqual([true, true])
    await timeline.loadNewerStored(50)
    expect(await timeline.loadOlderStored(50)).toBe(49)
    expect(sequencesOf(timeline)).toEqual(range(101, 400))
    expect([timeline.hasOlderStored(), timeline.hasNewerStored()]).toEqual([false, false])
    await timeline.loadNewerStored(50)
    expect(sequencesOf(timeline)).toEqual(range(101, 400))
  })

  it('is apart after a restart too, until what lies between has come [LIFE-20]', async () => {
    const log = await (await deviceWith(isInPages)).openTab()
    expect(log.syncState(chat)?.contiguousRanges).toEqual([
      { from: 101, to: 400, isDetached: true },
      { from: 901, to: 1000 },
    ])
    await fill(log, apart(401, 900))
    expect(log.syncState(chat)?.contiguousRanges).toEqual([{ from: 101, to: 1000 }])
  })
})

describe('an island', () => {
  it('is not shown when it is refused, or nothing of it is held', async () => {
    const timeline = await (await (await deviceWith(true)).openTab()).openTimeline(chat)
    const before = timeline.messages.get()
    expect(await timeline.showAround(250, () => false)).toBe(false)
    expect(await timeline.showAround(500, anything)).toBe(false)
    timeline.showNewest()
    expect(timeline.messages.get()).toBe(before)
  })

  it('takes part in what happens to its messages, and in nothing else [LIFE-18]', async () => {
    const log = await (await deviceWith(true)).openLeader()
    const timeline = await log.openTimeline(chat)
    await timeline.showAround(250, anything)
    const before = timeline.messages.get()
    await fill(log, [received(1001)])
    expect(timeline.messages.get()).toBe(before)
    await fill(log, [deleted(250)])
    expect(sequencesOf(timeline)).not.toContain(250)
    timeline.showNewest()
    expect(sequencesOf(timeline)).toEqual(range(901, 1001))
  })

  it('that has met the newest messages follows them from then on, over a hole too', async () => {
    const log = await (await deviceWith(true)).openTab()
    const timeline = await log.openTimeline(chat)
    await timeline.showAround(400, anything)
    await fill(log, apart(401, 900))
    expect(timeline.shown()).toEqual({ from: 300, to: 1000, isDetached: false })
    await fill(log, [received(1100)])
    expect(sequencesOf(timeline)).toEqual([1100])
  })

  it('stays apart when old events are folded into the base [STORE-07]', async () => {
    const device = await deviceWith(true)
    const log = await device.openLeader()
    const held = log.syncState(chat)?.contiguousRanges
    await device.clock.advance(10_000)
    await log.retain({ messages: 10 ** 9, events: 1000 })
    const again = await createTestDevice(device.disk).openTab()
    expect(again.syncState(chat)?.contiguousRanges).toEqual(held)
    expect(held?.[0]).toMatchObject({ isDetached: true })
  })

  it('is drawn no more by a window that was closed while it was read', async () => {
    const log = await (await deviceWith(true)).openTab()
    const timeline = await log.openTimeline(chat)
    const before = timeline.messages.get()
    const shown = timeline.showAround(250, anything)
    timeline.close()
    expect(await shown).toBe(false)
    expect(timeline.messages.get()).toBe(before)
  })

  it('never paints a body whose time is over, though it is on the device still [BURN-10]', async () => {
    const device = await deviceWith(true)
    const log = await device.openTab()
    const burnable = received(401, { body: secret, burnsAfter: 60 })
    await fill(log, [burnable, inChat('ConversationRead', { upTo: idOf(401), at: device.clock.now() })])
    await device.clock.advance(61_000)
    // A tab that follows veils it; what is written is erased by the leader alone.
    expect(device.disk.toJson()).toContain(secret)
    const timeline = await log.openTimeline(chat)
    await timeline.showAround(380, anything)
    expect(timeline.shown()).toMatchObject({ isDetached: true, to: 401 })
    expect(sequencesOf(timeline)).toEqual(range(280, 400))
  })

  it('tells what is held at its ends, and page by page', async () => {
    const log = await (await deviceWith(true)).openTab()
    const timeline = await log.openTimeline(chat)
    const sequences = async (messages: ReturnType<OpenTimeline['heldEnds']>) =>
      (await messages).map(({ sequence }) => sequence)
    expect(await sequences(timeline.heldEnds())).toEqual([101, 400, 901, 1000])
    expect(await sequences(timeline.storedAfter(150))).toEqual(range(151, 200))
    expect(await sequences(timeline.storedAfter(380))).toEqual(range(381, 400))
    expect(await sequences(timeline.storedAfter(400))).toEqual([])
    await fill(log, [inChat('ConversationCleared', { through: idOf(120), sequence: 120, activeAt: 1 })])
    expect(await sequences(timeline.heldEnds())).toEqual([121, 400, 901, 1000])
    expect(await sequences(timeline.storedAfter(100))).toEqual(range(121, 170))
  })
})

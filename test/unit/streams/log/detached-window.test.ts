import { describe, expect, it } from 'vitest'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { AccountLog, OpenTimeline } from '#streams/log/account-log.ts'
import type { StorageGate } from '#streams/storage/memory-directory.ts'
import {
  chat,
  deleted,
  idOf,
  inChat,
  listed,
  me,
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

/** A device with the newest messages and an older range that a search has loaded. */
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
])('a detached window stored in $place', ({ isInPages }) => {
  it('shows the messages around the jump target, and loads older and newer ones up to its ends [ROUTE-26]', async () => {
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

  it('stays detached after a restart, until the messages between have arrived [LIFE-20]', async () => {
    const log = await (await deviceWith(isInPages)).openTab()
    expect(log.syncState(chat)?.contiguousRanges).toEqual([
      { from: 101, to: 400, isDetached: true },
      { from: 901, to: 1000 },
    ])
    await fill(log, apart(401, 900))
    expect(log.syncState(chat)?.contiguousRanges).toEqual([{ from: 101, to: 1000 }])
  })
})

describe('a detached window', () => {
  it('is not shown when the caller rejects it or no message of it is stored', async () => {
    const timeline = await (await (await deviceWith(true)).openTab()).openTimeline(chat)
    const before = timeline.messages.get()
    expect(await timeline.showAround(250, () => false)).toBe(false)
    expect(await timeline.showAround(500, anything)).toBe(false)
    timeline.showNewest()
    expect(timeline.messages.get()).toBe(before)
  })

  it('follows the events of its own messages only [LIFE-18]', async () => {
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

  it('becomes live when it reaches the newest messages, also across a gap', async () => {
    const log = await (await deviceWith(true)).openTab()
    const timeline = await log.openTimeline(chat)
    await timeline.showAround(400, anything)
    await fill(log, apart(401, 900))
    expect(timeline.shown()).toEqual({ from: 300, to: 1000, isDetached: false })
    await fill(log, [received(1100)])
    expect(sequencesOf(timeline)).toEqual([1100])
  })

  it('stays detached when old events are folded into the log snapshot [STORE-07]', async () => {
    const device = await deviceWith(true)
    const log = await device.openLeader()
    const held = log.syncState(chat)?.contiguousRanges
    await device.clock.advance(10_000)
    await log.retain({ messages: 10 ** 9, events: 1000 })
    const again = await createTestDevice(device.disk).openTab()
    expect(again.syncState(chat)?.contiguousRanges).toEqual(held)
    expect(held?.[0]).toMatchObject({ isDetached: true })
  })

  it('does not update after it was closed during a read', async () => {
    const log = await (await deviceWith(true)).openTab()
    const timeline = await log.openTimeline(chat)
    const before = timeline.messages.get()
    const shown = timeline.showAround(250, anything)
    timeline.close()
    expect(await shown).toBe(false)
    expect(timeline.messages.get()).toBe(before)
  })

  it('never shows an expired body that is still stored [BURN-10]', async () => {
    const device = await deviceWith(true)
    const log = await device.openTab()
    const disappearing = received(401, { body: secret, timerSeconds: 60 })
    await fill(log, [disappearing, inChat('ConversationRead', { upTo: idOf(401), at: device.clock.now() })])
    await device.clock.advance(61_000)
    // A follower hides it; only the leader erases the stored text.
    expect(device.disk.toJson()).toContain(secret)
    const timeline = await log.openTimeline(chat)
    await timeline.showAround(380, anything)
    expect(timeline.shown()).toMatchObject({ isDetached: true, to: 401 })
    expect(sequencesOf(timeline)).toEqual(range(280, 400))
  })

  it('returns the ends of its ranges, and its messages page by page', async () => {
    const log = await (await deviceWith(true)).openTab()
    const timeline = await log.openTimeline(chat)
    const sequences = async (messages: ReturnType<OpenTimeline['rangeEnds']>) =>
      (await messages).map(({ sequence }) => sequence)
    expect(await sequences(timeline.rangeEnds())).toEqual([101, 400, 901, 1000])
    expect(await sequences(timeline.storedAfter(150))).toEqual(range(151, 200))
    expect(await sequences(timeline.storedAfter(380))).toEqual(range(381, 400))
    expect(await sequences(timeline.storedAfter(400))).toEqual([])
    await fill(log, [inChat('ConversationCleared', { through: idOf(120), sequence: 120, activeAt: 1 })])
    expect(await sequences(timeline.rangeEnds())).toEqual([121, 400, 901, 1000])
    expect(await sequences(timeline.storedAfter(100))).toEqual(range(121, 170))
  })
})

/**
 * A tab on a device whose conversation has messages 1 to 330, of which the last `unread` are not read; nothing is
 * hydrated.
 */
async function openTab(unread: number, gate?: StorageGate) {
  const stored = createTestDevice()
  const writer = await stored.openLeader()
  void writer.append([listed(), ...range(1, 330).map((sequence) => received(sequence))])
  void writer.append([inChat('ConversationRead', { upTo: idOf(330 - unread), at: 600_000 })])
  await writer.close()
  const device = createTestDevice(stored.disk)
  const log = await device.openTab(gate)
  const hydrated = await log.openTimeline(chat)
  hydrated.close()
  return { device, log }
}

/** The tab and its conversation, with the newest messages only so far. */
async function openNewest(gate?: StorageGate) {
  const { device, log } = await openTab(0, gate)
  return { device, log, timeline: await log.openTimeline(chat, 'newest-first') }
}

describe('a conversation that is read newest first', () => {
  it('has more than a screen of messages when it opens, and the others right after [STORE-01 STORE-02]', async () => {
    const { device, timeline } = await openNewest()
    expect(sequencesOf(timeline)).toEqual(range(281, 330))
    expect(timeline.hasOlderStored()).toBe(true)
    let told = 0
    timeline.messages.subscribe(() => {
      told += 1
    })
    await device.clock.advance(0)
    expect(sequencesOf(timeline)).toEqual(range(131, 330))
    expect(told).toBe(1)
    expect(await timeline.loadOlderStored(50)).toBe(50)
    expect(sequencesOf(timeline)).toEqual(range(81, 330))
  })

  it.each([
    { unread: 25, shown: 50 },
    { unread: 26, shown: 200 },
    { unread: 120, shown: 200 },
  ])('shows unread messages with the read ones before them: $shown of them for $unread', async (given) => {
    const { log } = await openTab(given.unread)
    const timeline = await log.openTimeline(chat, 'newest-first')
    expect(sequencesOf(timeline)).toEqual(range(331 - given.shown, 330))
  })

  it('starts reading synchronously when it opens', async () => {
    const asked: string[] = []
    const { log } = await openTab(0, (operation) => void asked.push(operation))
    asked.length = 0
    const opening = log.openTimeline(chat, 'newest-first')
    expect(asked).toEqual(['readModel'])
    await opening
  })

  it('includes events that arrive before the rest is read', async () => {
    const { device, log, timeline } = await openNewest()
    void log.append([received(331), deleted(200, 300)])
    await log.flush()
    await device.clock.advance(0)
    const left = [...range(130, 199), ...range(201, 299), ...range(301, 331)]
    expect(sequencesOf(timeline)).toEqual(left.slice(-200))
  })

  it('loads an older page before the rest is read, without duplicates', async () => {
    const { device, timeline } = await openNewest()
    const loading = timeline.loadOlderStored(50)
    await device.clock.advance(0)
    await loading
    expect(sequencesOf(timeline)).toEqual(range(131, 330))
  })

  it('stops reading when it is closed', async () => {
    const asked: string[] = []
    const { device, timeline } = await openNewest((operation) => void asked.push(operation))
    timeline.close()
    asked.length = 0
    await device.clock.advance(0)
    expect(asked).toEqual([])
    expect(sequencesOf(timeline)).toEqual(range(281, 330))
  })

  it('rejects the load of older messages when the storage fails', async () => {
    let isBroken = false
    const { device, timeline } = await openNewest((operation) => {
      if (isBroken && operation === 'readModel') throw new Error('disk broken')
    })
    isBroken = true
    await device.clock.advance(0)
    expect(sequencesOf(timeline)).toEqual(range(281, 330))
    expect(timeline.hasOlderStored()).toBe(true)
    await expect(timeline.loadOlderStored(50)).rejects.toThrow('disk broken')
    isBroken = false
    expect(await timeline.loadOlderStored(50)).toBe(50)
  })
})

describe('pages of the previous version', () => {
  it('are rebuilt from the log, whose messages are shown meanwhile', async () => {
    const stored = createTestDevice()
    const writer = await stored.openTab()
    void writer.append([listed(), ...range(1, 120).map((sequence) => received(sequence))])
    await writer.close()
    const account = await stored.disk.storage().open(me)
    const rows = ['beside', 'p0', 'p1', 'p2'].map((key) => ({ key: `${chat}/${key}`, value: 'as it was' }))
    const checkpoint = { segment: await account.head(), version: 2 }
    await account.writeModel({ model: 'timeline', checkpoint, epoch: 0, rows, isRebuild: true })

    const device = createTestDevice(stored.disk)
    const log = await device.openLeader()
    expect(sequencesOf(await log.openTimeline(chat))).toEqual(range(1, 120))
    await log.flush()
    expect((await account.readRows('timeline')).map(({ value }) => value)).not.toContain('as it was')
    expect((await account.checkpoint('timeline'))?.version).toBe(3)
    expect(sequencesOf(await (await device.openTab()).openTimeline(chat))).toEqual(range(1, 120))
    expect(device.faults).toEqual([])
  })
})

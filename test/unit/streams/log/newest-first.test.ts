import { describe, expect, it } from 'vitest'
import type { OpenTimeline } from '#streams/log/account-log.ts'
import type { StorageGate } from '#streams/storage/memory-storage.ts'
import { chat, deleted, idOf, inChat, listed, me, range, received } from '#test/unit/domain/log-events.ts'
import { createTestDevice } from './log-harness.ts'

const sequencesOf = (timeline: OpenTimeline) => timeline.messages.get().map(({ sequence }) => sequence)

/** A tab on a device whose conversation has messages 1 to 330, of which the last `unread` are not read; nothing is hydrated. */
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
  it('has more than a screen shows at once, and all of the first reading right after [STORE-01 STORE-02]', async () => {
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
  ])('shows what is unread with what was read before it: $shown of them for $unread', async (given) => {
    const { log } = await openTab(given.unread)
    const timeline = await log.openTimeline(chat, 'newest-first')
    expect(sequencesOf(timeline)).toEqual(range(331 - given.shown, 330))
  })

  it('asks the storage in the step in which it is opened', async () => {
    const asked: string[] = []
    const { log } = await openTab(0, (operation) => void asked.push(operation))
    asked.length = 0
    const opening = log.openTimeline(chat, 'newest-first')
    expect(asked).toEqual(['readModel'])
    await opening
  })

  it('takes in what happens before the rest is read', async () => {
    const { device, log, timeline } = await openNewest()
    void log.append([received(331), deleted(200, 300)])
    await log.flush()
    await device.clock.advance(0)
    const left = [...range(130, 199), ...range(201, 299), ...range(301, 331)]
    expect(sequencesOf(timeline)).toEqual(left.slice(-200))
  })

  it('loads a page that is asked for before the rest is read, and has each message once', async () => {
    const { device, timeline } = await openNewest()
    const loading = timeline.loadOlderStored(50)
    await device.clock.advance(0)
    await loading
    expect(sequencesOf(timeline)).toEqual(range(131, 330))
  })

  it('reads no more once it is closed', async () => {
    const asked: string[] = []
    const { device, timeline } = await openNewest((operation) => void asked.push(operation))
    timeline.close()
    asked.length = 0
    await device.clock.advance(0)
    expect(asked).toEqual([])
    expect(sequencesOf(timeline)).toEqual(range(281, 330))
  })

  it('tells whoever scrolls there of a storage that refuses the rest', async () => {
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

describe('pages of the version before', () => {
  it('are written anew from the log, whose messages are shown meanwhile', async () => {
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

import { describe, expect, it } from 'vitest'
import { conversationId } from '#schemas/ids.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import type { StorageGate } from '#streams/storage/memory-directory.ts'
import type { MemoryDisk } from '#streams/storage/memory-storage.ts'
import {
  acknowledged,
  chat,
  client,
  deleted,
  idOf,
  inAccount,
  inChat,
  listed,
  me,
  range,
  received,
  submitted,
} from '#test/unit/domain/log-events.ts'
import { settle } from '../test-clock.ts'
import { createFaultyPage, shownTexts } from './faulty-page.ts'
import { createTestDevice, type TestDevice } from './log-harness.ts'

const other = conversationId('direct', 8)
const eventTime = 1000
/** Keeps every message. */
const forEver = { messages: 10 ** 9, events: eventTime }

const profile = (nickname: string) =>
  inAccount('ProfileUpdated', {
    facts: {
      ...{ userId: me, type: 0, nickname, avatarUrl: '', phone: '', telCode: '', signature: '', chatId: '' },
    },
  })

/** A log of many segments, all older than the retention time of events. */
async function oldDevice(count = 30): Promise<{ readonly device: TestDevice; readonly log: AccountLog }> {
  const device = createTestDevice()
  const log = await device.openLeader()
  const say = async (...events: Parameters<AccountLog['append']>[0]) => {
    void log.append(events)
    await log.flush()
  }
  await say(listed(), listed({}, other), profile('Me'), submitted(client('kept')), submitted(client('sent')))
  for (const sequence of range(1, count)) await say(received(sequence), profile(`Me ${sequence}`))
  await say(
    acknowledged(client('sent'), count + 1),
    deleted(7),
    inChat('DraftSaved', { text: 'half', savedAt: 1 }),
  )
  await say(
    inChat('ConversationRead', { upTo: idOf(20), at: 1 }),
    inChat('PeerRead', { upTo: idOf(5), at: 1 }),
  )
  await device.clock.advance(eventTime + 1)
  return { device, log }
}

async function shownBy(log: AccountLog) {
  const timeline = await log.openTimeline(chat)
  const messages = timeline.messages.get()
  timeline.close()
  const { contiguousRanges, newestId } = log.syncState(chat) ?? {}
  const [list, outbox, own] = [log.conversations.get(), log.outbox.get(), log.profile.get()]
  return { messages, contiguousRanges, newestId, list, outbox, own }
}
const shownAfterStart = async (disk: MemoryDisk) => shownBy(await createTestDevice(disk).openTab())

async function storedLog(disk: MemoryDisk) {
  const account = await disk.storage().open(me)
  return { account, segments: await account.readSegments(0, 1000) }
}
const typesIn = (events: readonly unknown[]): readonly string[] =>
  events.map((event) => String(typeof event === 'object' && event !== null && Reflect.get(event, 'type')))

/** False once all work that needs no clock is done. */
async function settled(): Promise<boolean> {
  for (let turn = 0; turn < 20; turn += 1) await settle()
  return false
}

describe('compaction', () => {
  it('leaves messages, and all other state in one log snapshot, and changes no view [STORE-07]', async () => {
    const { device, log } = await oldDevice()
    const before = await shownBy(log)
    const { length } = (await storedLog(device.disk)).segments
    await log.retain(forEver)
    const { segments } = await storedLog(device.disk)
    expect(length).toBeGreaterThan(30)
    expect(segments.length).toBeLessThan(8)
    const types = segments.flatMap(({ events }) => typesIn(events))
    expect([...new Set(types)].sort()).toEqual([
      'AccountCompacted',
      'ConversationCompacted',
      'MessageReceived',
    ])
    expect(types.filter((type) => type === 'MessageReceived')).toHaveLength(31)
    for (const disk of [device.disk, device.disk.copy('logs')])
      expect(await shownAfterStart(disk)).toEqual(before)
    expect(before.outbox.messages.map(({ clientId }) => clientId)).toEqual([client('kept')])
    expect(before.list[0]).toMatchObject({ draft: 'half', unreadCount: 10 })
    expect(device.faults).toEqual([])
  })

  it('keeps newer events, and continues from its log snapshot the next time [STORE-07]', async () => {
    const { device, log } = await oldDevice()
    await log.retain(forEver)
    void log.append([profile('young'), deleted(8)])
    await log.flush()
    await log.retain(forEver)
    const young = (await storedLog(device.disk)).segments.at(-1)?.events ?? []
    expect(typesIn(young)).toEqual(['ProfileUpdated', 'MessagesDeleted'])
    await device.clock.advance(eventTime + 1)
    await log.retain(forEver)
    const types = (await storedLog(device.disk)).segments.flatMap(({ events }) => typesIn(events))
    expect(types.filter((type) => type.endsWith('Compacted'))).toHaveLength(3)
    expect(types).not.toContain('ProfileUpdated')
    expect(await shownAfterStart(device.disk.copy('logs'))).toEqual(await shownBy(log))
  })

  it('does not let a late copy restore a deleted message [LIFE-18]', async () => {
    const { device, log } = await oldDevice()
    await log.retain(forEver)
    void log.append([received(7, { body: 'a late copy' })])
    await log.flush()
    expect(device.disk.toJson()).not.toContain('a late copy')
    expect(device.disk.toJson()).not.toContain('text 7"')
  })

  it('hides no text from an erasure: neither in the base nor where messages were moved [LIFE-18]', async () => {
    const { device, log } = await oldDevice()
    await log.retain(forEver)
    for (const text of ['text 30', 'text 12', `own ${client('sent')}`]) {
      expect(device.disk.toJson()).toContain(`"${text}"`)
    }
    void log.append([deleted(30, 12, 31)])
    await log.flush()
    for (const text of ['text 30', 'text 12', `own ${client('sent')}`])
      expect(device.disk.toJson()).not.toContain(`"${text}"`)
    expect(device.disk.toJson()).toContain('"text 13"')
  })

  it('may be interrupted at any storage operation, and another leader continues', async () => {
    let isWhole = false
    for (let after = 1; !isWhole; after += 2) {
      const { device, log } = await oldDevice(9)
      const before = await shownBy(log)
      await log.close()
      let left = Number.POSITIVE_INFINITY
      const dying = await device.openLeader(() => {
        left -= 1
        return left < 0 ? new Promise(() => {}) : undefined
      })
      left = after
      isWhole = await Promise.race([dying.retain(forEver).then(() => true), settled()])
      for (const disk of [device.disk, device.disk.copy('logs')])
        expect(await shownAfterStart(disk)).toEqual(before)
      const next = await createTestDevice(device.disk).openLeader()
      await next.retain({ ...forEver, events: 0 })
      for (const disk of [device.disk, device.disk.copy('logs')])
        expect(await shownAfterStart(disk)).toEqual(before)
      expect(after).toBeLessThan(150)
    }
  })
})

describe('a log that is compacted', () => {
  /** Delays a storage operation until it is released. */
  function holding(operation: string) {
    let isHolding = false
    const waiting: (() => void)[] = []
    const gate: StorageGate = (name) =>
      isHolding && name === operation ? new Promise<void>((resolve) => waiting.push(resolve)) : undefined
    return {
      gate,
      hold() {
        isHolding = true
      },
      release() {
        isHolding = false
        for (const resolve of waiting) resolve()
      },
    }
  }

  it('can be followed, opened and led by other tabs meanwhile', async () => {
    const { device, log } = await oldDevice()
    const before = await shownBy(log)
    await log.close()
    const held = holding('rewriteSegments')
    const leading = await device.openLeader(held.gate)
    const following = await device.openTab()
    held.hold()
    const retained = leading.retain(forEver)
    await settle()
    expect(await shownBy(following)).toEqual(before)
    expect(await shownAfterStart(device.disk)).toEqual(before)
    // The lock was lost, and its former holder has not noticed it.
    following.setLeading(true)
    await following.retain(forEver)
    held.release()
    await Promise.race([retained, settled()])
    for (const disk of [device.disk, device.disk.copy('logs')])
      expect(await shownAfterStart(disk)).toEqual(before)
    expect(device.faults).toEqual([])
  })

  it('brings a tab that slept through it up to date', async () => {
    const { device, log } = await oldDevice()
    const held = holding('readSegments')
    const sleeping = await device.openTab(held.gate)
    const timeline = await sleeping.openTimeline(chat)
    held.hold()
    void log.append([profile('later'), deleted(9), inChat('DraftSaved', { text: 'other half', savedAt: 2 })])
    void log.append([{ ...inChat('ConversationRemoved', {}), stream: other }])
    await log.flush()
    await device.clock.advance(eventTime + 1)
    await log.retain(forEver)
    expect(sleeping.conversations.get()).toHaveLength(2)
    held.release()
    await settle()
    expect(await shownBy(sleeping)).toEqual(await shownBy(log))
    expect(timeline.messages.get()).toEqual((await shownBy(log)).messages)
    expect(sleeping.conversations.get()).toHaveLength(1)
  })

  it('is left alone by a tab that does not lead', async () => {
    const { device, log } = await oldDevice()
    log.setLeading(false)
    const before = device.disk.toJson()
    await log.retain({ messages: 0, events: 0 })
    expect(device.disk.toJson()).toBe(before)
  })
})

/** A log older than the retention time of events, led by a page whose storage fails on demand. */
async function oldPage() {
  const device = createTestDevice()
  const page = createFaultyPage(device)
  const log = await page.openLeader()
  void log.append([listed()])
  await log.flush()
  for (const sequence of range(1, 9)) {
    void log.append([received(sequence)])
    await log.flush()
  }
  await device.clock.advance(2000)
  return { device, page, log }
}
const times = { messages: 10 ** 9, events: 1000 }

describe('a log with pending events', () => {
  it('loses no message for a clearing that is lost with its page [STORE-07]', async () => {
    const { device, page, log } = await oldPage()
    const before = await shownTexts(device)
    page.fail('quota-exceeded', 'appendSegment', 'writeModel')
    void log.dispatch({ type: 'ClearConversation', conversationId: chat })
    await device.clock.advance(100)
    expect(log.conversations.get()[0]?.lastMessage).toBeUndefined()
    await log.retain(times)
    const later = createTestDevice(device.disk.copy('logs'))
    expect(before).toHaveLength(9)
    expect(await shownTexts(later)).toHaveLength(9)
  })

  it('loses no message from just before such a clearing', async () => {
    const { device, page, log } = await oldPage()
    void log.append([received(10)])
    await device.clock.advance(20)
    page.fail('quota-exceeded', 'appendSegment')
    void log.dispatch({ type: 'ClearConversation', conversationId: chat })
    await device.clock.advance(10_000)
    expect(log.conversations.get()[0]?.lastMessage).toBeUndefined()
    expect(await shownTexts(createTestDevice(device.disk.copy('logs')))).toContain('text 10')
  })

  it('is compacted once that is stored', async () => {
    const { device, page, log } = await oldPage()
    page.fail('quota-exceeded', 'appendSegment')
    void log.dispatch({ type: 'ClearConversation', conversationId: chat })
    await device.clock.advance(100)
    page.heal()
    await device.clock.advance(60_000)
    await log.retain(times)
    expect(await shownTexts(createTestDevice(device.disk.copy('logs')))).toEqual([])
    expect(device.disk.toJson()).not.toContain('text 5')
  })
})

import { describe, expect, it } from 'vitest'
import type { AccountLog } from '#streams/log/account-log.ts'
import { chat, idOf, inChat, listed, me, peer, received } from '#test/unit/domain/log-events.ts'
import { createFaultyPage, shownTexts } from './faulty-page.ts'
import { createTestDevice, knownTime, type TestDevice } from './log-harness.ts'

const secret = 'not meant for these walls'
const limit = 10_000
const messages = [idOf(2)]
const quote = {
  ...{ serverId: idOf(2), senderId: peer, senderName: 'Peer' },
  type: 'txt' as const,
  text: secret,
}

const shown = (log: AccountLog): string => JSON.stringify([log.conversations.get(), log.outbox.get()])

async function finished<Value>(device: TestDevice, work: Promise<Value>): Promise<Value> {
  await device.clock.advance(16)
  return work
}
const deleteForMe = (device: TestDevice, log: AccountLog) =>
  finished(device, log.dispatch({ type: 'DeleteForMe', conversationId: chat, messages }))
const undoDeletion = (device: TestDevice, log: AccountLog) =>
  finished(device, log.dispatch({ type: 'UndoDeleteForMe', conversationId: chat, messages }))

/** A leader whose conversation has a secret message between two others; the second one quotes it. */
async function holding(device = createTestDevice(), open: () => Promise<AccountLog> = device.openLeader) {
  const log = await open()
  const events = [listed(), received(1), received(2, { body: secret }), received(3, { quote })]
  await finished(device, log.append(events))
  const timeline = await log.openTimeline(chat)
  const bodies = () => timeline.messages.get().map(({ body }) => body)
  const painted = () => shown(log) + JSON.stringify(timeline.messages.get())
  return { device, log, bodies, painted }
}

describe('a message deleted for this device', () => {
  it('is hidden, also in quotes, and erased from the device after 11 s (DEC-19) [LIFE-18]', async () => {
    const { device, log, bodies, painted } = await holding()
    expect(await deleteForMe(device, log)).toMatchObject({ isOk: true })
    expect(bodies()).toEqual(['text 1', 'text 3'])
    expect(painted()).not.toContain(secret)
    await device.clock.advance(limit + 1000)
    expect(device.disk.toJson()).not.toContain(secret)
  })

  it('is restored completely by an undo in time', async () => {
    const { device, log, bodies } = await holding()
    await deleteForMe(device, log)
    await device.clock.advance(limit - 500)
    expect(await undoDeletion(device, log)).toMatchObject({ isOk: true })
    await device.clock.advance(5 * limit)
    expect(bodies()).toEqual(['text 1', secret, 'text 3'])
  })

  it('cannot be restored after its erasure, not even by a late copy', async () => {
    const { device, log, bodies } = await holding()
    await deleteForMe(device, log)
    await device.clock.advance(limit + 1000)
    const rejected = { isOk: false, rejection: { key: 'conversation.delete.undo-too-late' } }
    expect(await undoDeletion(device, log)).toEqual(rejected)
    await finished(device, log.append([received(2, { body: secret })]))
    await device.clock.advance(1000)
    expect(bodies()).toEqual(['text 1', 'text 3'])
    expect(device.disk.toJson()).not.toContain(secret)
  })

  it('stays deleted when its page is killed, and is never shown after a restart', async () => {
    const { device, log } = await holding()
    await deleteForMe(device, log)
    await log.flush()
    const later = createTestDevice(device.disk)
    await later.clock.advance(limit)
    const next = await later.openTab()
    const timeline = await next.openTimeline(chat)
    expect(JSON.stringify(timeline.messages.get())).not.toContain(secret)
    next.setLeading(true)
    await later.clock.advance(1000)
    expect(later.disk.toJson()).not.toContain(secret)
  })

  it('does not count as unread, also after a rebuild from the log (DEC-19)', async () => {
    const { device, log } = await holding()
    const counted = inChat('UnreadCounted', { readUpTo: idOf(0), through: idOf(9), count: 4 }, 'http')
    await finished(device, log.append([counted]))
    await deleteForMe(device, log)
    await device.clock.advance(limit + 1000)
    expect(log.summaryOf(chat)?.unreadCount).toBe(3)
    // The log alone, without the message's text, gives the same result.
    const later = createTestDevice(device.disk.copy('logs'))
    expect((await later.openTab()).summaryOf(chat)?.unreadCount).toBe(3)
  })

  it('is hidden in other tabs', async () => {
    const device = createTestDevice()
    const { log } = await holding(device)
    const follower = await device.openTab()
    const timeline = await follower.openTimeline(chat)
    const painted = () => JSON.stringify(timeline.messages.get())
    expect(painted()).toContain(secret)
    await deleteForMe(device, log)
    await device.clock.advance(100)
    expect(painted()).not.toContain(secret)
  })

  it('is erased although a clock that was a day ahead set its deadline', async () => {
    const device = createTestDevice()
    const { log } = await holding(device)
    const day = 86_400_000
    const ahead = await device.openTab(
      undefined,
      me,
      knownTime(() => device.clock.now() + day),
    )
    await deleteForMe(device, ahead)
    await device.clock.advance(1000)
    expect(shown(log) + device.disk.toJson()).not.toContain(secret)
  })
})

describe('a message deleted for this device while the storage is full', () => {
  /** The leader erases it when it deletes it, if at all, because stored events can still be changed. */
  async function deletedInMemory(isIndexed: boolean) {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const held = await holding(device, page.openLeader)
    if (isIndexed) await held.log.flush()
    page.fail('quota-exceeded', 'appendSegment')
    await deleteForMe(device, held.log)
    await device.clock.advance(limit + 1000)
    return { ...held, page }
  }
  const whole = ['text 1', secret, 'text 3']

  it.each([
    ['long before', true],
    ['just before', false],
  ])('is restored if its page dies, though it came %s', async (_, isIndexed) => {
    const { device, painted } = await deletedInMemory(isIndexed)
    expect(painted()).not.toContain(secret)
    expect(await shownTexts(createTestDevice(device.disk.copy('logs')))).toEqual(whole)
    expect(await shownTexts(createTestDevice(device.disk))).toEqual(whole)
  })

  it('is erased once the deletion is stored', async () => {
    const { device, page } = await deletedInMemory(true)
    page.heal()
    await device.clock.advance(60_000)
    expect(device.disk.toJson()).not.toContain(secret)
    expect(await shownTexts(createTestDevice(device.disk.copy('logs')))).toEqual(['text 1', 'text 3'])
  })
})

import { describe, expect, it } from 'vitest'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import { createErasure } from '#streams/log/erasure.ts'
import { createLogTail } from '#streams/log/log-tail.ts'
import { createFallbackAccountStorage } from '#streams/storage/fallback-account-storage.ts'
import { createPrioritizedStorage } from '#streams/storage/job-pool.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'
import {
  acknowledged,
  chat,
  client,
  idOf,
  inChat,
  listed,
  logged,
  me,
  range,
  received,
  submitted,
} from '#test/unit/domain/log-events.ts'
import { createTestClock, settle } from '../test-clock.ts'
import { createFaultyPage, say, shownTexts, storedTexts, unsent } from './faulty-page.ts'
import { createTestDevice } from './log-harness.ts'

/** The positions that a tab received, as `segment.index`. */
function listen(log: AccountLog) {
  const heard: string[] = []
  log.appended$.subscribe((events: readonly LogEvent[]) => {
    for (const { position } of events) heard.push(`${position.segment}.${position.index}`)
  })
  return heard
}
const send = (log: AccountLog, text: string) => log.dispatch({ type: 'SendText', conversationId: chat, text })

describe('tabs of one account', () => {
  it('fold every segment exactly once, in order, of every tab', async () => {
    const device = createTestDevice()
    const tabs = [await device.openLeader(), await device.openTab(), await device.openTab()]
    const heard = tabs.map(listen)
    for (const [turn, tab] of [...tabs, ...tabs].entries()) void tab.append([listed(), received(turn + 1)])
    await device.clock.advance(16)
    await Promise.all(tabs.map((tab, index) => send(tab, `from tab ${index}`)))
    await device.clock.advance(16)

    const expected = heard[0] ?? []
    expect(expected.length).toBe(15)
    expect(expected).toEqual(
      [...expected].sort((left, right) => Number(left.split('.')[0]) - Number(right.split('.')[0])),
    )
    for (const other of heard) expect(other).toEqual(expected)
    const texts = tabs.map((tab) => tab.outbox.get().messages.map(({ body }) => body))
    expect(texts[0]).toHaveLength(3)
    for (const other of texts) expect(other).toEqual(texts[0])
  })

  it('read the events of others before the own segment is folded', async () => {
    const device = createTestDevice()
    const [one, other] = [await device.openTab(), await device.openTab()]
    await settle()
    const heard = listen(other)
    await Promise.all([send(one, 'nowhere'), one.append([listed()]), device.clock.advance(16)])
    await Promise.all([send(one, 'first'), send(other, 'second')])
    await settle()
    expect(heard).toEqual(['1.0', '2.0', '3.0'])
    expect(other.outbox.get().messages.map(({ body }) => body)).toEqual(['first', 'second'])
  })

  it('mark a conversation as unread after all messages that another tab has stored', async () => {
    const device = createTestDevice()
    const [leader, other] = [await device.openLeader(), await device.openTab()]
    await settle()
    const own = client('own')
    const readUpTo = (sequence: number) =>
      inChat('ConversationRead', { upTo: idOf(sequence), at: 1 }, 'socket')
    const before = [listed(), received(1), readUpTo(1), submitted(own)]
    await Promise.all([leader.append(before), device.clock.advance(16)])
    await Promise.all([
      leader.appendDecided(() => [acknowledged(own, 2)]),
      other.dispatch({ type: 'MarkConversationUnread', conversationId: chat }),
    ])
    await settle()
    await Promise.all([leader.append([readUpTo(2)]), device.clock.advance(16)])
    await settle()
    for (const tab of [leader, other]) expect(tab.summaryOf(chat)?.isMarkedUnread).toBe(true)
  })

  it('find a segment of a tab that died before announcing it, once they lead', async () => {
    const device = createTestDevice()
    const follower = await device.openTab()
    await settle()
    const account = await device.disk.storage().open(me)
    const dying = await createTestDevice(device.disk).openTab()
    void dying.append([listed(), received(1)])
    // The other device's channel does not reach the follower, as if the tab died before it could announce the event.
    await dying.flush()
    expect(await account.head()).toBe(1)
    expect(follower.conversations.get()).toEqual([])
    follower.setLeading(true)
    await settle()
    expect(follower.conversations.get()[0]?.unreadCount).toBe(1)
  })

  it('that lead find such a segment within 12 s without an announcement', async () => {
    const device = createTestDevice()
    const leader = await device.openLeader()
    await settle()
    const dying = await createTestDevice(device.disk).openTab()
    void dying.append([listed(), received(1)])
    await dying.flush()
    expect(leader.conversations.get()).toEqual([])
    await device.clock.advance(12_000)
    expect(leader.conversations.get()[0]?.unreadCount).toBe(1)
    await leader.close()
  })

  it('show a conversation that another tab fills', async () => {
    const device = createTestDevice()
    const leader = await device.openLeader()
    const follower = await device.openTab()
    const timeline = await follower.openTimeline(chat)
    let told = 0
    timeline.messages.subscribe(() => {
      told += 1
    })
    void leader.append([listed(), ...range(1, 120).map((sequence) => received(sequence))])
    await device.clock.advance(16)
    expect(timeline.messages.get()).toHaveLength(120)
    expect(told).toBe(1)
  })

  it('lose no text of two edits of one message that they store at the same time (DEC-242)', async () => {
    const device = createTestDevice()
    const tabs = [await device.openLeader(), await device.openTab()] as const
    void tabs[0].append([listed(), received(1, { senderId: me })])
    await device.clock.advance(16)
    const edit = (tab: AccountLog, text: string) =>
      tab.dispatch({
        ...{ type: 'EditMessage', conversationId: chat, serverId: idOf(1) },
        ...{ text, replaces: 'text 1' },
      })
    await Promise.all([edit(tabs[0], 'first'), edit(tabs[1], 'second')])
    await settle()
    for (const tab of tabs) {
      expect(tab.outbox.get().edits).toMatchObject([{ body: 'second' }])
      expect(tab.summaryOf(chat)?.draft).toBe('first')
    }
    await device.clock.advance(2000)
    for (const tab of tabs) await tab.close()
  })

  it('add a returned text to the draft that another tab has just stored', async () => {
    const device = createTestDevice()
    const [leader, other] = [await device.openLeader(), await device.openTab()]
    void leader.append([listed(), received(1, { senderId: me })])
    await device.clock.advance(16)
    const command = { conversationId: chat, serverId: idOf(1) }
    await leader.dispatch({ ...command, type: 'EditMessage', text: 'rejected' })
    await settle()
    const [{ requestId } = { requestId: '' }] = leader.outbox.get().edits
    await Promise.all([
      other.dispatch({ type: 'SaveDraft', conversationId: chat, text: 'typed' }),
      leader.dispatch({ ...command, type: 'ReturnEdit', requestId }),
    ])
    await settle()
    expect([leader, other].map((tab) => tab.summaryOf(chat)?.draft)).toEqual(Array(2).fill('typed\nrejected'))
    for (const tab of [leader, other]) await tab.close()
  })

  it('leave the read models to the leader', async () => {
    const device = createTestDevice()
    const operations: string[] = []
    const follower = await device.openTab((operation) => {
      operations.push(operation)
    })
    void follower.append([listed()])
    await device.clock.advance(10_000)
    await follower.close()
    expect(operations).toContain('appendSegment')
    expect(operations).not.toContain('writeModel')
  })
})

describe('a pending segment while another tab stores earlier events', () => {
  it('precedes a later command of its tab when a tab that opened meanwhile stores that', async () => {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const one = await page.openLeader()
    void one.append([listed()])
    await device.clock.advance(1000)
    page.fail('quota-exceeded', 'appendSegment')
    const saveDraft = (text: string) => one.dispatch({ type: 'SaveDraft', conversationId: chat, text })
    void saveDraft('first')
    await device.clock.advance(100)
    one.setLeading(false)
    const late = await device.openLeader()
    void saveDraft('second')
    await device.clock.advance(100)
    page.heal()
    await device.clock.advance(31_000)
    for (const tab of [one, late, await device.openTab()])
      expect(tab.conversations.get()[0]?.draft).toBe('second')
  })

  it('is kept if it followed a removal that is stored', async () => {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const leader = await page.openLeader()
    void leader.append([listed(), received(1)])
    const otherPage = createFaultyPage(device)
    const other = await otherPage.open()
    await device.clock.advance(1000)
    for (const { fail } of [page, otherPage]) fail('connection-lost', 'appendSegment')
    // The user leaves the group and joins again, and the follower writes between two messages.
    void leader.append([inChat('ConversationRemoved', {}), listed(), received(2)])
    await device.clock.advance(100)
    void say(other, 'answer')
    await device.clock.advance(100)
    void leader.append([received(3)])
    await device.clock.advance(100)
    // The follower stores the events up to its own, and leaves the rest to the leader.
    otherPage.heal()
    await device.clock.advance(10_000)
    expect(await storedTexts(device)).toEqual(['answer'])
    for (const tab of [leader, other]) expect(tab.conversations.get()[0]?.unreadCount).toBe(2)
    page.heal()
    await device.clock.advance(31_000)
    for (const tab of [leader, other]) expect(tab.conversations.get()[0]?.unreadCount).toBe(2)
    expect(await shownTexts(device)).toEqual(['text 2', 'text 3', 'answer'])
  })

  it('is not offered for a retry if it was discarded and only its submission is stored', async () => {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const leader = await page.openLeader()
    void leader.append([listed()])
    const otherPage = createFaultyPage(device)
    const other = await otherPage.open()
    await device.clock.advance(1000)
    for (const { fail } of [page, otherPage]) fail('connection-lost', 'appendSegment')
    void say(other, 'given up')
    await device.clock.advance(100)
    const [message] = leader.outbox.get().messages
    if (!message) throw new Error('the leader has not heard of it')
    void leader.dispatch({ type: 'DiscardMessage', conversationId: chat, clientId: message.clientId })
    await device.clock.advance(100)
    const offered: string[] = []
    const stop = leader.outbox.subscribe(() => offered.push(...unsent(leader)))
    otherPage.heal()
    await device.clock.advance(10_000)
    expect(await storedTexts(device)).toEqual(['given up'])
    page.heal()
    await device.clock.advance(31_000)
    stop()
    expect(offered).toEqual([])
    for (const tab of [leader, other, await device.openTab()]) expect(unsent(tab)).toEqual([])
  })

  it('keeps its text if its tab erases before it has folded the removal', async () => {
    const events = logged([listed(), received(1), inChat('ConversationRemoved', {}), received(2)])
    const [listing, older, removal, newer] = events
    if (!listing || !older || !removal || !newer) throw new Error('too few events')
    const device = await createMemoryDisk().storage().open(me)
    await device.appendSegment(() => [listing, older])
    const storage = createFallbackAccountStorage(createPrioritizedStorage(createTestClock(), device), 1)
    storage.addUnsaved([newer])
    await device.appendSegment(() => [removal])
    const tail = createLogTail(storage, { fault: () => {} }, storage.inMemory)
    const conversations = events.reduce(evolveConversations, initialConversations(me))
    const erase = createErasure({
      ...{ self: me, storage, tail },
      head: () => 1,
      conversations: () => conversations,
    })

    await erase()
    expect(JSON.stringify(storage.ownUnsaved())).toContain('text 2')
  })
})

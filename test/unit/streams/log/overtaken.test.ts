import { describe, expect, it } from 'vitest'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import { createErasure } from '#streams/log/erasure.ts'
import { createLogTail } from '#streams/log/log-tail.ts'
import { createFallbackAccountStorage } from '#streams/storage/fallback-account-storage.ts'
import { createPrioritizedStorage } from '#streams/storage/job-pool.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'
import { chat, inChat, listed, logged, me, received } from '#test/unit/domain/log-events.ts'
import { createTestClock } from '../test-clock.ts'
import { createFaultyPage, say, shownTexts, storedTexts, unsent } from './faulty-page.ts'
import { createTestDevice } from './log-harness.ts'

describe('what waits to be stored while another tab stores what came before it', () => {
  it('is kept when it came after a removal that is stored', async () => {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const leader = await page.openLeader()
    void leader.append([listed(), received(1)])
    const otherPage = createFaultyPage(device)
    const other = await otherPage.open()
    await device.clock.advance(1000)
    for (const { fail } of [page, otherPage]) fail('connection-lost', 'appendSegment')
    // Out of the group and in again, and the follower writes between two messages.
    void leader.append([inChat('ConversationRemoved', {}), listed(), received(2)])
    await device.clock.advance(100)
    void say(other, 'answer')
    await device.clock.advance(100)
    void leader.append([received(3)])
    await device.clock.advance(100)
    // The follower stores what goes up to its own, and leaves the rest to the leader.
    otherPage.heal()
    await device.clock.advance(10_000)
    expect(await storedTexts(device)).toEqual(['answer'])
    for (const tab of [leader, other]) expect(tab.conversations.get()[0]?.unreadCount).toBe(2)
    page.heal()
    await device.clock.advance(31_000)
    for (const tab of [leader, other]) expect(tab.conversations.get()[0]?.unreadCount).toBe(2)
    expect(await shownTexts(device)).toEqual(['text 2', 'text 3', 'answer'])
  })

  it('is not offered for sending again when it was given up and only its writing is stored', async () => {
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

  it('keeps its text when its tab erases before it has folded the removal', async () => {
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

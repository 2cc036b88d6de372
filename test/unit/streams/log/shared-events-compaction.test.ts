import { describe, expect, it } from 'vitest'
import { chat, deleted, listed } from '#test/unit/domain/log-events.ts'
import { createFaultyPage, say, unsent } from './faulty-page.ts'
import { createTestDevice } from './log-harness.ts'

/** A leader tab, and a follower tab that has read everything so far. */
async function openTwoTabs() {
  const device = createTestDevice()
  const [leaderPage, followerPage] = [createFaultyPage(device), createFaultyPage(device)]
  const leader = await leaderPage.openLeader()
  void leader.append([listed()])
  const follower = await followerPage.open()
  await device.clock.advance(1000)
  const compact = async () => {
    await leader.retain({ messages: 10 ** 9, events: 0 })
    expect(device.disk.toJson()).toContain('AccountCompacted')
  }
  const save = (log: typeof leader, text: string) =>
    void log.dispatch({ type: 'SaveDraft', conversationId: chat, text })
  return { device, leaderPage, followerPage, leader, follower, compact, save }
}

describe('shared events that were stored and compacted before a tab reads the log', () => {
  it('are not folded again after newer ones', async () => {
    const { device, leaderPage, followerPage, leader, follower, compact, save } = await openTwoTabs()
    leaderPage.fail('quota-exceeded', 'appendSegment')
    save(leader, 'old')
    await device.clock.advance(100)
    expect(follower.conversations.get()[0]?.draft).toBe('old')
    const pause = followerPage.pause('readSegments')
    leaderPage.heal()
    await device.clock.advance(5000)
    await compact()
    pause.resolve()
    save(leader, 'new')
    await device.clock.advance(1000)
    expect(follower.conversations.get()[0]?.draft).toBe('new')
  })

  it('are not stored again by the tab that made them', async () => {
    // Given a follower whose draft only the leader could store, and which then slept
    const { device, followerPage, leader, follower, compact, save } = await openTwoTabs()
    followerPage.fail('quota-exceeded', 'appendSegment', 'readSegments')
    save(follower, 'old')
    await device.clock.advance(100)
    save(leader, 'new')
    await device.clock.advance(100)
    expect(leader.conversations.get()[0]?.draft).toBe('new')
    // When it wakes after a compaction
    await compact()
    followerPage.heal()
    await device.clock.advance(60_000)
    // Then every tab has the newer draft
    for (const log of [leader, follower, await device.openTab()])
      expect(log.conversations.get()[0]?.draft).toBe('new')
  })

  it('leave the memory of a follower, even if their message was deleted meanwhile', async () => {
    // Given a message that a leader shared while its storage failed, and a follower that has stopped reading
    const { device, leaderPage, followerPage, leader, follower, compact } = await openTwoTabs()
    leaderPage.fail('quota-exceeded', 'appendSegment')
    void say(leader, 'sent and deleted')
    await device.clock.advance(100)
    expect(unsent(follower)).toEqual(['sent and deleted'])
    const pause = followerPage.pause('readSegments')
    leaderPage.heal()
    await device.clock.advance(5000)
    // When the message is discarded and compacted
    const [message] = leader.outbox.get().messages
    if (!message) throw new Error('No message waits.')
    void leader.dispatch({ type: 'DiscardMessage', conversationId: chat, clientId: message.clientId })
    void leader.append([deleted(1)])
    await device.clock.advance(100)
    await compact()
    expect(device.disk.toJson()).not.toContain('sent and deleted')
    pause.resolve()
    // Then the follower no longer shows it and never stores it, not even as the leader
    await device.clock.advance(1000)
    expect(unsent(follower)).toEqual([])
    leader.setLeading(false)
    follower.setLeading(true)
    await device.clock.advance(60_000)
    expect(device.disk.toJson()).not.toContain('sent and deleted')
  })
})

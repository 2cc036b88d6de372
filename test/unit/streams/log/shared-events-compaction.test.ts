import { expect, it } from 'vitest'
import { chat, listed } from '#test/unit/domain/log-events.ts'
import { createFaultyPage } from './faulty-page.ts'
import { createTestDevice } from './log-harness.ts'

it('a tab folds no shared events after newer ones if it reads the log only after a compaction', async () => {
  const device = createTestDevice()
  const page = createFaultyPage(device)
  const leader = await page.openLeader()
  void leader.append([listed()])
  const lateReader = createFaultyPage(device)
  const follower = await lateReader.open()
  await device.clock.advance(1000)
  page.fail('quota-exceeded', 'appendSegment')
  void leader.dispatch({ type: 'SaveDraft', conversationId: chat, text: 'old' })
  await device.clock.advance(100)
  expect(follower.conversations.get()[0]?.draft).toBe('old')
  const pause = lateReader.pause('readSegments')
  page.heal()
  await device.clock.advance(5000)
  await leader.retain({ messages: 10 ** 9, events: 0 })
  expect(device.disk.toJson()).toContain('AccountCompacted')
  pause.resolve()
  void leader.dispatch({ type: 'SaveDraft', conversationId: chat, text: 'new' })
  await device.clock.advance(1000)
  expect(follower.conversations.get()[0]?.draft).toBe('new')
})

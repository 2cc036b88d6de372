import { describe, expect, it } from 'vitest'
import { chat, listed, range, received } from '#test/unit/domain/log-events.ts'
import { createFaultyPage, shownTexts } from './faulty-page.ts'
import { createTestDevice } from './log-harness.ts'

/** A log older than events are kept, led by a page whose storage fails when told. */
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

describe('a log with something that waits to be stored', () => {
  it('loses no message for a clearing that goes with the page [STORE-07]', async () => {
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

  it('loses no message that came just before such a clearing', async () => {
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

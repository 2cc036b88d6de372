import { expect, it } from 'vitest'
import { chat, deleted, inChat, listed, message, received } from '#test/unit/domain/log-events.ts'
import { createTestDevice } from './log-harness.ts'

const secret = 'meet me at the bridge'
const previewed = inChat('MessagePreviewed', { message: message(9, { body: secret }) }, 'http')

it.each([
  ['a deletion', deleted(9)],
  ['a tombstone', received(9, { body: null })],
  ['clearing', inChat('ConversationCleared', { through: message(9).serverId, sequence: 9, activeAt: 1 })],
  ['the removal of its conversation', inChat('ConversationRemoved', {})],
])(
  'the text that a row told of is nowhere on the device after %s, and no late row brings it back [LIFE-18]',
  async (_, event) => {
    const device = createTestDevice()
    const log = await device.openLeader()
    for (const one of [listed(), previewed]) {
      void log.append([one])
      await log.flush()
    }
    expect(device.disk.toJson()).toContain(secret)
    void log.append([event])
    await device.clock.advance(16)
    await log.flush()
    expect(device.disk.toJson()).not.toContain(secret)
    expect(JSON.stringify(log.conversations.get())).not.toContain(secret)
    if (event.type === 'ConversationRemoved') return
    void log.append([previewed])
    await device.clock.advance(16)
    await log.flush()
    expect(device.disk.toJson()).not.toContain(secret)
    expect((await log.openTimeline(chat)).messages.get()).toEqual([])
  },
)

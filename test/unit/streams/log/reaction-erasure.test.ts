import { expect, it } from 'vitest'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import { chat, deleted, idOf, inChat, listed, received } from '#test/unit/domain/log-events.ts'
import { createTestDevice } from './log-harness.ts'

const reacted = (sequence: number): NewEvent =>
  inChat('MessageReacted', {
    serverId: idOf(sequence),
    sequence,
    reactions: { version: 1, counts: [{ emoji: '🦊', count: 1 }], own: { emoji: '🦊', version: 1 } },
  })

async function append(log: AccountLog, events: readonly NewEvent[]): Promise<void> {
  for (const event of events) {
    void log.append([event])
    await log.flush()
  }
}

it('a deletion erases the reactions to its message from log and models, and late copies of them', async () => {
  const device = createTestDevice()
  const log = await device.openLeader()
  await append(log, [listed(), received(1), received(2), reacted(1), reacted(2), reacted(3)])
  const command = { type: 'ReactToMessage', conversationId: chat, serverId: idOf(1), emoji: '🦀' } as const
  await log.dispatch(command)
  await log.flush()
  expect(device.disk.toJson()).toContain('🦀')

  await append(log, [deleted(1), deleted(2), deleted(3)])
  await log.flush()
  await device.clock.advance(2000)
  expect(device.disk.toJson()).not.toMatch(/🦊|🦀/u)

  await append(log, [reacted(1), reacted(3)])
  await device.clock.advance(2000)
  expect(device.disk.toJson()).not.toMatch(/🦊|🦀/u)
  await log.close()
})

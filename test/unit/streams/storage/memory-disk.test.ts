import { describe, expect, it } from 'vitest'
import { conversationId, eventId, userId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'

const owner = userId(7)
const opened = (segment: number): LogEvent => ({
  stream: conversationId('direct', 1),
  type: 'ConversationOpened',
  data: {},
  occurredAt: 1,
  origin: 'local',
  id: eventId('one'),
  version: 1,
  position: { segment, index: 0 },
  recordedAt: 1,
})

async function filledDisk() {
  const disk = createMemoryDisk()
  const storage = disk.storage()
  await storage.accounts.choose(owner)
  const account = await storage.open(owner)
  await account.appendSegment((segment) => [opened(segment)])
  const checkpoint = { segment: 1, version: 1 }
  const rows = [{ key: 'row', value: 'kept' }]
  await account.writeModel({ model: 'model', checkpoint, epoch: 0, rows, isRebuild: false })
  return disk
}

describe('a copy of a memory disk', () => {
  it('contains all data, and is independent from then on', async () => {
    const disk = await filledDisk()
    const copy = disk.copy('everything')
    const account = await copy.storage().open(owner)
    await account.appendSegment((segment) => [opened(segment)])
    expect(await copy.storage().accounts.chosen()).toBe(owner)
    expect(await account.readRow('model', 'row')).toBe('kept')
    expect(await account.head()).toBe(2)
    expect(await (await disk.storage().open(owner)).head()).toBe(1)
  })

  it('of the logs has no read model', async () => {
    const disk = await filledDisk()
    const account = await disk.copy('logs').storage().open(owner)
    expect(await account.head()).toBe(1)
    expect(await account.checkpoint('model')).toBeUndefined()
    expect(await account.readRows('model')).toEqual([])
  })

  it('shows all its data as text', async () => {
    const disk = await filledDisk()
    for (const part of ['kept', 'ConversationOpened', '"model"']) expect(disk.toJson()).toContain(part)
    expect(disk.copy('logs').toJson()).not.toContain('kept')
  })
})

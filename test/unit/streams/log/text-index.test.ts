import { describe, expect, it } from 'vitest'
import { conversationId } from '#schemas/ids.ts'
import { indexSegments, readTextEntries, textIndex, textRows } from '#streams/log/text-index.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'
import { chat, client, idOf, logged, me, peer, received, submitted } from '#test/unit/domain/log-events.ts'

const events = logged([
  received(1, { senderId: peer, clientId: client('theirs') }),
  received(2, { senderId: me, clientId: client('mine') }),
  submitted(client('new')),
])

describe('the index of text', () => {
  it('names messages by the server’s ids, and this user’s own by theirs too', () => {
    const entries = indexSegments(me, [{ segment: 5, events }]).get(chat)
    expect(entries).toEqual([
      { segment: 5, from: idOf(1), to: idOf(2), clientIds: [client('mine'), client('new')] },
    ])
  })

  it('reads the rows of many conversations together, and adds to what they hold', async () => {
    let reads = 0
    const storage = await createMemoryDisk()
      .storage((operation) => {
        if (operation === 'readModel') reads += 1
      })
      .open(me)
    const { name: model, version } = textIndex
    const both = [...events, ...events.map((event) => ({ ...event, stream: conversationId('group', 8) }))]
    for (const segment of [5, 6, 70]) {
      const rows = await textRows(storage, indexSegments(me, [{ segment, events: both }]), false)
      expect(rows).toHaveLength(2)
      const checkpoint = { segment, version }
      await storage.writeModel({ model, checkpoint, epoch: 0, rows, isRebuild: false })
    }
    expect(reads).toBe(3)
    expect((await readTextEntries(storage, chat)).map(({ segment }) => segment).sort()).toEqual([5, 6, 70])
  })
})

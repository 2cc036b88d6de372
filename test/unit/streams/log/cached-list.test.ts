import { describe, expect, it } from 'vitest'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { conversationId } from '#schemas/ids.ts'
import { cachedListKey, cachedListModel } from '#schemas/storage/cached-list.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import { chat, deleted, listed, me, received } from '#test/unit/domain/log-events.ts'
import { createTestDevice, type TestDevice } from './log-harness.ts'

const other = conversationId('direct', 8)

/** A snapshot as a page might capture it: the text of each row. */
const draw = (conversations: readonly ConversationSummary[]) => ({
  rows: conversations.map(({ lastMessage }) => lastMessage?.body ?? null),
})

const storedOn = async (device: TestDevice) => {
  const account = await device.disk.storage().open(me)
  const { checkpoint, rows } = await account.readModel(cachedListModel.name, [cachedListKey])
  return { row: rows[0]?.value, segment: checkpoint?.segment, head: await account.head() }
}

const append = async (
  device: TestDevice,
  log: AccountLog,
  ...events: Parameters<AccountLog['append']>[0]
) => {
  void log.append(events)
  await device.clock.advance(1000)
}

async function leaderWithDrawing() {
  const device = createTestDevice()
  const log = await device.openLeader()
  log.captureListWith(draw)
  await append(device, log, listed(), received(1))
  return { device, log }
}

describe('what the next start paints first', () => {
  it('is the list as the whole log makes it, in the epoch in which it was drawn', async () => {
    const { device, log } = await leaderWithDrawing()
    const { row, segment, head } = await storedOn(device)
    expect(row).toEqual({ epoch: 0, snapshot: { rows: ['text 1'] } })
    expect(segment).toBe(head)
    await append(device, log, received(2))
    const next = await storedOn(device)
    expect(next.row).toEqual({ epoch: 0, snapshot: { rows: ['text 2'] } })
    expect(next.segment).toBe(next.head)
  })

  it('holds nothing of a deleted message, and is of the epoch after its erasure [LIFE-18]', async () => {
    const { device, log } = await leaderWithDrawing()
    await append(device, log, deleted(1))
    const { row, segment, head } = await storedOn(device)
    expect(row).toEqual({ epoch: 1, snapshot: { rows: [null] } })
    expect(segment).toBe(head)
  })

  it('never holds what burns, even before anybody has read it [BURN-10]', async () => {
    const { device, log } = await leaderWithDrawing()
    await append(device, log, received(2, { burnsAfter: 30 }))
    expect((await storedOn(device)).row).toEqual({ epoch: 0, snapshot: { rows: [null] } })
  })

  it('hands over the same rows again while a conversation burns to which nothing came', async () => {
    const { device, log } = await leaderWithDrawing()
    await append(device, log, received(2, { burnsAfter: 30 }), listed({}, other))
    const rows = new Set<ConversationSummary>()
    const lists: number[] = []
    log.captureListWith((conversations) => {
      for (const row of conversations) if (row.id === chat) rows.add(row)
      lists.push(conversations.length)
    })
    for (const sequence of [1, 2, 3]) await append(device, log, received(sequence, {}, other))
    expect(lists).toEqual([2, 2, 2])
    expect(rows.size).toBe(1)
  })

  it('goes with the next message where nobody draws it any more', async () => {
    const { device, log } = await leaderWithDrawing()
    log.captureListWith(undefined)
    await log.flush()
    expect((await storedOn(device)).row).toBeDefined()
    await append(device, log, received(2))
    expect((await storedOn(device)).row).toBeUndefined()
  })

  it('goes with the next message where another start draws none', async () => {
    const { device, log } = await leaderWithDrawing()
    await log.close()
    const other = await device.openLeader()
    await append(device, other, received(2))
    expect((await storedOn(device)).row).toBeUndefined()
  })

  it('is drawn by the leader alone', async () => {
    const { device, log } = await leaderWithDrawing()
    const follower = await device.openTab()
    follower.captureListWith(() => ({ rows: ['drawn by a follower'] }))
    await append(device, log, received(2))
    expect((await storedOn(device)).row).toEqual({ epoch: 0, snapshot: { rows: ['text 2'] } })
  })

  it('costs the rest nothing when it cannot be drawn', async () => {
    const device = createTestDevice()
    const log = await device.openLeader()
    log.captureListWith(() => {
      throw new Error('nothing to draw with')
    })
    await append(device, log, listed(), received(1))
    expect(device.faults).toContain('cached-list')
    const account = await device.disk.storage().open(me)
    expect((await account.checkpoint('timeline'))?.segment).toBe(await account.head())
    expect(log.conversations.get().map(({ id }) => id)).toEqual([chat])
  })
})

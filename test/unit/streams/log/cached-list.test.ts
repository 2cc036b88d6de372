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

async function leaderWithSnapshot() {
  const device = createTestDevice()
  const log = await device.openLeader()
  log.captureListWith(draw)
  await append(device, log, listed(), received(1))
  return { device, log }
}

describe('the cached list snapshot', () => {
  it('is the list of the whole log, with the epoch of its capture', async () => {
    const { device, log } = await leaderWithSnapshot()
    const { row, segment, head } = await storedOn(device)
    expect(row).toEqual({ epoch: 0, snapshot: { rows: ['text 1'] } })
    expect(segment).toBe(head)
    await append(device, log, received(2))
    const next = await storedOn(device)
    expect(next.row).toEqual({ epoch: 0, snapshot: { rows: ['text 2'] } })
    expect(next.segment).toBe(next.head)
  })

  it('has no text of a deleted message, and the epoch after its erasure [LIFE-18]', async () => {
    const { device, log } = await leaderWithSnapshot()
    await append(device, log, deleted(1))
    const { row, segment, head } = await storedOn(device)
    expect(row).toEqual({ epoch: 1, snapshot: { rows: [null] } })
    expect(segment).toBe(head)
  })

  it('never has disappearing messages, even unread ones [BURN-10]', async () => {
    const { device, log } = await leaderWithSnapshot()
    await append(device, log, received(2, { timerSeconds: 30 }))
    expect((await storedOn(device)).row).toEqual({ epoch: 0, snapshot: { rows: [null] } })
  })

  it('passes unchanged rows while a conversation has disappearing messages and no new ones', async () => {
    const { device, log } = await leaderWithSnapshot()
    await append(device, log, received(2, { timerSeconds: 30 }), listed({}, other))
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

  it('is removed with the next message when its capture has stopped', async () => {
    const { device, log } = await leaderWithSnapshot()
    log.captureListWith(undefined)
    await log.flush()
    expect((await storedOn(device)).row).toBeDefined()
    await append(device, log, received(2))
    expect((await storedOn(device)).row).toBeUndefined()
  })

  it('is removed with the next message when another start does not capture it', async () => {
    const { device, log } = await leaderWithSnapshot()
    await log.close()
    const other = await device.openLeader()
    await append(device, other, received(2))
    expect((await storedOn(device)).row).toBeUndefined()
  })

  it('is captured only by the leader', async () => {
    const { device, log } = await leaderWithSnapshot()
    const follower = await device.openTab()
    follower.captureListWith(() => ({ rows: ['drawn by a follower'] }))
    await append(device, log, received(2))
    expect((await storedOn(device)).row).toEqual({ epoch: 0, snapshot: { rows: ['text 2'] } })
  })

  it('does not affect other read models when its capture fails', async () => {
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

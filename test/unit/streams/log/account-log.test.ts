import { describe, expect, it } from 'vitest'
import { conversationId, userId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { StorageClosed } from '#streams/storage/storage-error.ts'
import {
  acknowledged,
  chat,
  idOf,
  inAccount,
  listed,
  me,
  peer,
  range,
  received,
} from '#test/unit/domain/log-events.ts'
import { createTestDevice } from './log-harness.ts'

describe('an account log', () => {
  it('stores a sent message first and shows it as pending under a temporary id [LIFE-01]', async () => {
    const device = createTestDevice()
    const log = await device.openLeader()
    const listing = log.append([listed()])
    await device.clock.advance(16)
    await listing
    const timeline = await log.openTimeline(chat)

    expect(await log.dispatch({ type: 'SendText', conversationId: chat, text: ' hello ' })).toEqual({
      isOk: true,
      value: undefined,
    })

    const sent = timeline.messages.get()[0]
    expect(sent).toMatchObject({ body: 'hello', state: 'pending', serverId: undefined, isOwn: true })
    expect(sent?.sentAt).toBe(log.outbox.get().messages[0]?.submittedAt)
    expect(log.conversations.get()[0]?.lastMessage).toMatchObject({ body: 'hello', state: 'pending' })

    const restarted = await createTestDevice(device.disk).openTab()
    expect(restarted.outbox.get().messages).toMatchObject([{ body: 'hello', state: 'pending', attempt: 1 }])
  })

  it('replaces the temporary id by the real one and keeps one message for all its copies [LIFE-06 LIFE-23]', async () => {
    const device = createTestDevice()
    const log = await device.openLeader()
    void log.append([listed(), ...range(1, 3).map((sequence) => received(sequence))])
    await log.dispatch({ type: 'SendText', conversationId: chat, text: 'mine' })
    const timeline = await log.openTimeline(chat)
    const clientId = log.outbox.get().messages[0]?.clientId
    if (!clientId) throw new Error('nothing was submitted')
    const own = received(4, { clientId, senderId: me, body: 'mine' })

    void log.append([own, acknowledged(clientId, 4), own, acknowledged(clientId, 4)])
    await device.clock.advance(16)

    expect(timeline.messages.get().map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
    expect(timeline.messages.get().at(-1)).toMatchObject({ key: clientId, serverId: idOf(4), state: 'sent' })
    expect(log.outbox.get().messages).toEqual([])
  })

  it('renames a conversation when its friend gets a remark, and emits once', async () => {
    const device = createTestDevice()
    const log = await device.openTab()
    void log.append([listed({ title: 'Nick' })])
    await log.flush()
    let told = 0
    log.conversations.subscribe(() => {
      told += 1
    })
    const friend = (remark: string) =>
      inAccount('FriendListed', {
        facts: {
          userId: peer,
          nickname: 'Nick',
          remark,
          avatarUrl: '',
          signature: '',
          chatId: '',
          gender: 0,
        },
      })
    void log.append([friend(''), friend('Uncle')])
    await log.flush()
    expect(log.conversations.get()[0]?.title).toBe('Uncle')
    expect(told).toBe(1)
    void log.append([friend('Uncle')])
    await log.flush()
    expect(told).toBe(1)
    void log.append([inAccount('FriendRemoved', { userId: peer })])
    await log.flush()
    expect(log.conversations.get()[0]?.title).toBe('Nick')
  })

  it('sorts the list by new messages [SESS-09]', async () => {
    const device = createTestDevice()
    const log = await device.openTab()
    const other = conversationId('direct', 8)
    const pinned = conversationId('direct', 9)
    void log.append([listed(), listed({}, other), listed({ isPinned: true }, pinned), received(1)])
    await log.flush()
    expect(log.conversations.get().map(({ id }) => id)).toEqual([pinned, chat, other])
    void log.append([received(2, {}, other)])
    await log.flush()
    expect(log.conversations.get().map(({ id }) => id)).toEqual([pinned, other, chat])
  })

  it('restores a draft after a restart [SESS-63 SESS-64]', async () => {
    const device = createTestDevice()
    const log = await device.openLeader()
    void log.append([listed()])
    await log.dispatch({ type: 'SaveDraft', conversationId: chat, text: 'half a thought ' })
    await log.close()
    const restarted = await createTestDevice(device.disk).openTab()
    expect(restarted.conversations.get()[0]?.draft).toBe('half a thought ')
    await restarted.dispatch({ type: 'SendText', conversationId: chat, text: 'half a thought ' })
    expect(restarted.conversations.get()[0]?.draft).toBe('')
  })

  it('clears the unread count without delay, and keeps the read marker for the server [SESS-39 SESS-42]', async () => {
    const device = createTestDevice()
    const log = await device.openTab()
    void log.append([listed(), received(1), received(2)])
    await log.flush()
    expect(log.conversations.get()[0]?.unreadCount).toBe(2)
    await log.dispatch({ type: 'MarkRead', conversationId: chat, upTo: idOf(2) })
    expect(log.conversations.get()[0]?.unreadCount).toBe(0)
    const restarted = await createTestDevice(device.disk).openTab()
    expect(restarted.outbox.get().readMarkers).toEqual([{ conversationId: chat, upTo: idOf(2) }])
  })

  it('rejects a command without storing anything', async () => {
    const device = createTestDevice()
    const log = await device.openTab()
    void log.append([listed()])
    await log.flush()
    expect(await log.dispatch({ type: 'SendText', conversationId: chat, text: ' ' })).toEqual({
      isOk: false,
      rejection: { key: 'errors.string.length', values: { count: 1 } },
    })
    expect(log.outbox.get().messages).toEqual([])
  })
})

it('rejects events without delay after the log was closed, and reports no storage fault', async () => {
  const device = createTestDevice()
  const log = await device.openLeader()
  const closing = log.close()
  await device.clock.advance(1000)
  await closing

  const late = log.append([listed(), received(1)]).catch((cause: unknown) => cause)
  await device.clock.advance(16)

  expect(await late).toBeInstanceOf(StorageClosed)
  expect(device.faults).toEqual([])
})

const group = conversationId('group', 7)
const said = received(1, { senderName: 'Captain' }, group)
const facts = { isChannel: false, memberCount: 3, announcement: '', role: 0, isBanned: false }
const walks = listed(
  { title: 'Walks', group: { ...facts, isAllBanned: false, applicationCount: 0 } },
  group,
  userId(0),
)
const friend = (remark: string): NewEvent =>
  inAccount('FriendListed', {
    facts: {
      ...{ userId: peer, nickname: 'Nick', remark, avatarUrl: '', signature: '', chatId: '', gender: 0 },
    },
  })
const removed = inAccount('FriendRemoved', { userId: peer })

describe('a remark for a friend', () => {
  it.each<[string, NewEvent, string]>([
    ['given', friend('Uncle'), 'Uncle'],
    ['taken away', friend(''), 'Captain'],
    ['gone with the friendship', removed, 'Captain'],
  ])(
    'changes its open group, its row and a search in it immediately when it is %s',
    async (_, event, name) => {
      const log = await createTestDevice().openTab()
      void log.append([walks, said, friend(name === 'Uncle' ? '' : 'Uncle')])
      await log.flush()
      const timeline = await log.openTimeline(group)
      const before = timeline.messages.get()[0]?.senderName
      void log.append([event])
      await log.flush()
      const found: string[] = []
      await log.readBackward(group).forEach((range) => {
        found.push(...range.map(({ senderName }) => senderName))
      })
      expect({
        before,
        open: timeline.messages.get()[0]?.senderName,
        row: log.conversations.get()[0]?.lastMessage?.senderName,
        found,
      }).toEqual({ before: name === 'Uncle' ? 'Captain' : 'Uncle', open: name, row: name, found: [name] })
    },
  )
})

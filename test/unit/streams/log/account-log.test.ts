import { describe, expect, it } from 'vitest'
import { acknowledged, chat, idOf, listed, me, range, received } from '#test/unit/domain/log-events.ts'
import { createTestDevice } from './log-harness.ts'

describe('an account log', () => {
  it('stores a sent message before anything else and draws it as pending under a temporary id [LIFE-01]', async () => {
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
})

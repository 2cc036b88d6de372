import { describe, expect, it } from 'vitest'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import { chat, listed, me, range, received } from '#test/unit/domain/log-events.ts'
import { settle } from '../test-clock.ts'
import { createTestDevice } from './log-harness.ts'

/** What a tab was told, as `segment.index`. */
function listen(log: AccountLog) {
  const heard: string[] = []
  log.appended$.subscribe((events: readonly LogEvent[]) => {
    for (const { position } of events) heard.push(`${position.segment}.${position.index}`)
  })
  return heard
}
const send = (log: AccountLog, text: string) => log.dispatch({ type: 'SendText', conversationId: chat, text })

describe('tabs of one account', () => {
  it('fold every segment exactly once, in order, whoever wrote it', async () => {
    const device = createTestDevice()
    const tabs = [await device.openLeader(), await device.openTab(), await device.openTab()]
    const heard = tabs.map(listen)
    for (const [turn, tab] of [...tabs, ...tabs].entries()) void tab.append([listed(), received(turn + 1)])
    await device.clock.advance(16)
    await Promise.all(tabs.map((tab, index) => send(tab, `from tab ${index}`)))
    await device.clock.advance(16)

    const expected = heard[0] ?? []
    expect(expected.length).toBe(15)
    expect(expected).toEqual(
      [...expected].sort((left, right) => Number(left.split('.')[0]) - Number(right.split('.')[0])),
    )
    for (const other of heard) expect(other).toEqual(expected)
    const texts = tabs.map((tab) => tab.outbox.get().messages.map(({ body }) => body))
    expect(texts[0]).toHaveLength(3)
    for (const other of texts) expect(other).toEqual(texts[0])
  })

  it('read what others wrote before the own segment is folded', async () => {
    const device = createTestDevice()
    const [one, other] = [await device.openTab(), await device.openTab()]
    await settle()
    const heard = listen(other)
    await Promise.all([send(one, 'nowhere'), one.append([listed()]), device.clock.advance(16)])
    await Promise.all([send(one, 'first'), send(other, 'second')])
    await settle()
    expect(heard).toEqual(['1.0', '2.0', '3.0'])
    expect(other.outbox.get().messages.map(({ body }) => body)).toEqual(['first', 'second'])
  })

  it('find a segment of a tab that died before it could tell, once they lead', async () => {
    const device = createTestDevice()
    const follower = await device.openTab()
    await settle()
    const account = await device.disk.storage().open(me)
    const dying = await createTestDevice(device.disk).openTab()
    void dying.append([listed(), received(1)])
    // The other device's hub does not reach the follower: as if the tab died before it could tell.
    await dying.flush()
    expect(await account.head()).toBe(1)
    expect(follower.conversations.get()).toEqual([])
    follower.setLeading(true)
    await settle()
    expect(follower.conversations.get()[0]?.unreadCount).toBe(1)
  })

  it('that lead find such a segment by themselves, within 10 s', async () => {
    const device = createTestDevice()
    const leader = await device.openLeader()
    await settle()
    const dying = await createTestDevice(device.disk).openTab()
    void dying.append([listed(), received(1)])
    await dying.flush()
    expect(leader.conversations.get()).toEqual([])
    await device.clock.advance(10_000)
    expect(leader.conversations.get()[0]?.unreadCount).toBe(1)
    await leader.close()
  })

  it('show a conversation that another tab fills', async () => {
    const device = createTestDevice()
    const leader = await device.openLeader()
    const follower = await device.openTab()
    const timeline = await follower.openTimeline(chat)
    let told = 0
    timeline.messages.subscribe(() => {
      told += 1
    })
    void leader.append([listed(), ...range(1, 120).map((sequence) => received(sequence))])
    await device.clock.advance(16)
    expect(timeline.messages.get()).toHaveLength(120)
    expect(told).toBe(1)
  })

  it('leave the read models to the leader', async () => {
    const device = createTestDevice()
    const operations: string[] = []
    const follower = await device.openTab((operation) => {
      operations.push(operation)
    })
    void follower.append([listed()])
    await device.clock.advance(10_000)
    await follower.close()
    expect(operations).toContain('appendSegment')
    expect(operations).not.toContain('writeModel')
  })
})

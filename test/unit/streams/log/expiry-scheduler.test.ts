import { describe, expect, it } from 'vitest'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import { chat, idOf, inChat, listed, me, peer, received } from '#test/unit/domain/log-events.ts'
import { createTestDevice, knownTime, type TestDevice } from './log-harness.ts'

const secret = 'meet me at the bridge'
const start = 1_000_000
const minute = 60_000

const disappearingMessage = (sequence: number, body = secret): NewEvent =>
  received(sequence, { body, timerSeconds: 60 })
const readNow = (upTo: number, at = start): NewEvent => inChat('ConversationRead', { upTo: idOf(upTo), at })

async function append(device: TestDevice, log: AccountLog, ...events: readonly NewEvent[]): Promise<void> {
  void log.append(events)
  await device.clock.advance(16)
}

const shown = (log: AccountLog): string => JSON.stringify([log.conversations.get(), log.outbox.get()])

/** A leader whose conversation has one message that was read just now and disappears in a minute. */
async function openLeader(): Promise<{ readonly device: TestDevice; readonly log: AccountLog }> {
  const device = createTestDevice()
  const log = await device.openLeader()
  await append(device, log, listed(), received(1), disappearingMessage(2), readNow(2))
  return { device, log }
}

describe('an expired message', () => {
  it('is nowhere on the device a second later: log, read models, list, messages, quotes [BURN-10 BURN-12]', async () => {
    const { device, log } = await openLeader()
    const quote = {
      serverId: idOf(2),
      senderId: peer,
      senderName: 'Peer',
      type: 'txt',
      text: secret,
    } as const
    await append(device, log, received(3, { quote }))
    await log.dispatch({ type: 'SendText', conversationId: chat, text: 'answer', quote })
    const timeline = await log.openTimeline(chat)
    await device.clock.advance(minute - 1000)
    expect(device.disk.toJson()).toContain(secret)
    expect(shown(log)).toContain(secret)
    await device.clock.advance(2000)
    expect(device.disk.toJson()).not.toContain(secret)
    expect(shown(log) + JSON.stringify(timeline.messages.get())).not.toContain(secret)
    expect(timeline.messages.get().map(({ body }) => body)).toEqual(['text 1', 'text 3', 'answer'])
  })

  it('is hidden within 250 ms by one timer for all messages [BURN-11]', async () => {
    const { device, log } = await openLeader()
    const due = [inChat('ConversationRead', { upTo: idOf(3), at: start + 400 })]
    await append(device, log, disappearingMessage(3, 'later'), ...due)
    const gone: [string, number][] = []
    const watched = ['later', secret]
    for (let passed = 0; passed < minute + 2000; passed += 10) {
      await device.clock.advance(10)
      for (const text of watched)
        if (!shown(log).includes(text) && !gone.some(([one]) => one === text))
          gone.push([text, device.clock.now() - start])
    }
    for (const [text, at] of gone) {
      const dueAt = text === secret ? minute : minute + 400
      if (text === 'later') expect(at - dueAt).toBeGreaterThan(0)
      expect(at - dueAt).toBeLessThanOrEqual(260)
    }
    expect(gone.map(([text]) => text)).toContain('later')
  })

  it('is removed for an own message when the peer has read it [BURN-09]', async () => {
    const device = createTestDevice()
    const log = await device.openLeader()
    await append(device, log, listed())
    await log.dispatch({ type: 'SendText', conversationId: chat, text: secret })
    const [message] = log.outbox.get().messages
    if (!message) throw new Error('nothing was submitted')
    const { clientId } = message
    const taken = { clientId, serverId: idOf(1), sequence: 1, sentAt: start, timerSeconds: 60 }
    await append(device, log, inChat('MessageAcknowledged', taken, 'socket'))
    await device.clock.advance(10 * minute)
    expect(shown(log)).toContain(secret)
    const at = device.clock.now()
    await append(device, log, inChat('PeerRead', { upTo: idOf(1), at }, 'socket'))
    await device.clock.advance(minute + 1000)
    expect(device.disk.toJson() + shown(log)).not.toContain(secret)
  })

  it('is hidden in a follower tab too, before the leader has stored an event', async () => {
    const device = createTestDevice()
    const follower = await device.openTab()
    await append(device, follower, listed(), disappearingMessage(1), readNow(1))
    const timeline = await follower.openTimeline(chat)
    await device.clock.advance(minute + 260)
    expect(shown(follower) + JSON.stringify(timeline.messages.get())).not.toContain(secret)
    expect(device.disk.toJson()).toContain(secret)
    follower.setLeading(true)
    await device.clock.advance(1000)
    expect(device.disk.toJson()).not.toContain(secret)
  })

  it('is hidden though the storage rejects, and erased when that works again', async () => {
    const device = createTestDevice()
    let isBroken = false
    const log = await device.openLeader((operation) => {
      if (isBroken && operation !== 'readSegments') throw new Error('QuotaExceededError')
    })
    await append(device, log, listed(), disappearingMessage(1), readNow(1))
    await log.flush()
    isBroken = true
    await device.clock.advance(minute + 260)
    expect(shown(log)).not.toContain(secret)
    isBroken = false
    await device.clock.advance(20_000)
    expect(device.disk.toJson()).not.toContain(secret)
  })
})

describe('a start after the expiry', () => {
  it('never shows it, in no state of the start, and erases it within a second', async () => {
    const { device, log } = await openLeader()
    await log.close()
    const later = createTestDevice(device.disk)
    await later.clock.advance(2 * minute)
    const next = await later.openTab()
    const seen = [shown(next)]
    next.conversations.subscribe(() => seen.push(shown(next)))
    const timeline = await next.openTimeline(chat)
    seen.push(JSON.stringify(timeline.messages.get()))
    timeline.messages.subscribe(() => seen.push(JSON.stringify(timeline.messages.get())))
    expect(device.disk.toJson()).toContain(secret)
    next.setLeading(true)
    await later.clock.advance(1000)
    expect(seen.join()).not.toContain(secret)
    expect(device.disk.toJson()).not.toContain(secret)
  })

  it('only hides it before the first server timestamp, and shows it again if it has not expired', async () => {
    const { device, log } = await openLeader()
    await log.close()
    const later = createTestDevice(device.disk)
    let ahead = 24 * 60 * minute
    const time = { isKnown: false }
    const next = await later.openTab(undefined, me, {
      ...knownTime(() => later.clock.now() + ahead),
      hasOwnTimestamp: () => time.isKnown,
      isTrusted: () => time.isKnown,
    })
    next.setLeading(true)
    await later.clock.advance(1000)
    expect(shown(next)).not.toContain(secret)
    expect(device.disk.toJson()).toContain(secret)
    ahead = 0
    time.isKnown = true
    await later.clock.advance(300)
    expect(shown(next)).toContain(secret)
    await later.clock.advance(minute)
    expect(device.disk.toJson() + shown(next)).not.toContain(secret)
  })
})

describe('the expiry timer', () => {
  it.each([
    { title: 'no message has a timer', events: [listed(), received(1), readNow(1)], isRunning: false },
    {
      title: 'only a notice has a timer',
      events: [received(1, { type: 'notice', timerSeconds: 60 })],
      isRunning: false,
    },
    {
      title: 'the only message with a timer is unread',
      events: [listed(), disappearingMessage(1)],
      isRunning: true,
    },
  ])(
    'runs only while a message has to disappear: $title [BURN-08 BURN-11 BURN-12 BURN-13]',
    async ({ events, isRunning }) => {
      const device = createTestDevice()
      const log = await device.openTab()
      await append(device, log, ...events)
      await device.clock.advance(10 * minute)
      expect(device.clock.waiting() > 0).toBe(isRunning)
      expect(log.conversations.get()[0]?.lastMessage?.body ?? secret).not.toBeNull()
    },
  )

  it('stops after the last message has expired [BURN-12]', async () => {
    const { device, log } = await openLeader()
    log.setLeading(false)
    await device.clock.advance(10_000)
    expect(device.clock.waiting()).toBe(1)
    log.setLeading(true)
    await device.clock.advance(2 * minute)
    log.setLeading(false)
    await device.clock.advance(10_000)
    expect(device.clock.waiting()).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import { createServerTime } from '#streams/clock/server-time.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import type { Clock } from '#streams/ports.ts'
import { chat, idOf, inChat, listed, me, received } from '#test/unit/domain/log-events.ts'
import { createTestDevice, type TestDevice } from '#test/unit/streams/log/log-harness.ts'

const secret = 'meet me at the bridge'
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const timer = 2 * minute

const shown = (log: AccountLog): string => JSON.stringify(log.conversations.get())
const read = (upTo: number, at: number, origin: 'local' | 'socket' = 'local') =>
  inChat('ConversationRead', { upTo: idOf(upTo), at }, origin)

/** The device's clocks: the wall clock is off by this much, the monotonic one restarts with each run. */
const offBy = (device: TestDevice, skew: number): Clock => ({
  ...device.clock,
  now: () => device.clock.now() + skew,
})

/** A run of the client; the true time is the test clock's. */
async function start(device: TestDevice, skew: number, isOnline: boolean) {
  const time = createServerTime(offBy(device, skew))
  if (isOnline) time.learn(device.clock.now())
  const log = await device.openTab(undefined, me, time)
  const seen = [shown(log)]
  log.conversations.subscribe(() => seen.push(shown(log)))
  log.setLeading(true)
  await device.clock.advance(1000)
  return { log, seen, time }
}

/** Reads a message that disappears after two minutes, and closes; the next run begins after `closedFor`. */
async function closed({ skew, closedFor }: { readonly skew: number; readonly closedFor: number }) {
  const device = createTestDevice()
  const { log } = await start(device, skew, true)
  void log.append([
    listed(),
    received(1),
    received(2, { body: secret, timerSeconds: timer / 1000 }),
    read(2, device.clock.now()),
  ])
  await device.clock.advance(1000)
  expect(shown(log)).toContain(secret)
  await log.close()
  const later = createTestDevice(device.disk)
  await later.clock.advance(device.clock.now() - later.clock.now() + closedFor)
  return later
}

const clocks = [
  { title: 'right', skew: 0, shift: 0 },
  { title: 'a day behind', skew: -day, shift: 0 },
  { title: 'a day ahead', skew: day, shift: 0 },
  { title: 'set back by a day while closed', skew: 0, shift: -day },
  { title: 'set back by all but a second of the time it was closed', skew: 0, shift: -10 * minute + 1000 },
  { title: 'put forward by a day while closed', skew: 0, shift: day },
  { title: 'an hour behind by hand for winter time', skew: hour, shift: -hour },
  { title: 'an hour ahead by hand for summer time', skew: -hour, shift: hour },
]

describe('a start without a connection, by a clock', () => {
  it.each(clocks)(
    '$title paints no expired message, and erases it at the server’s timestamp [BURN-10] (DEC-109 DEC-113)',
    async ({ skew, shift }) => {
      const device = await closed({ skew, closedFor: 10 * minute })
      const { log, seen, time } = await start(device, skew + shift, false)
      const timeline = await log.openTimeline(chat)
      seen.push(JSON.stringify(timeline.messages.get()))
      timeline.messages.subscribe(() => seen.push(JSON.stringify(timeline.messages.get())))
      await device.clock.advance(hour)
      expect(seen.join()).not.toContain(secret)
      expect(device.disk.toJson()).toContain(secret)
      time.learn(device.clock.now())
      await device.clock.advance(1000)
      expect(seen.join()).not.toContain(secret)
      expect(device.disk.toJson()).not.toContain(secret)
    },
  )

  it.each(clocks)(
    '$title erases no message that has not expired: it returns at the server’s timestamp (DEC-109 DEC-113)',
    async ({ skew, shift }) => {
      const device = await closed({ skew, closedFor: 5000 })
      const { log, seen, time } = await start(device, skew + shift, false)
      await device.clock.advance(30_000)
      expect(seen.join()).not.toContain(secret)
      time.learn(device.clock.now())
      await device.clock.advance(300)
      expect(shown(log)).toContain(secret)
      await device.clock.advance(timer)
      expect(shown(log) + device.disk.toJson()).not.toContain(secret)
    },
  )

  it.each(clocks)(
    '$title shows a message read there until its time is over, and erases it by the server’s timestamp [BURN-09] (DEC-28)',
    async ({ skew, shift }) => {
      const device = await closed({ skew, closedFor: 10 * minute })
      const first = await start(device, skew, true)
      void first.log.append([received(3, { body: 'unread yet', timerSeconds: timer / 1000 })])
      await device.clock.advance(1000)
      await first.log.close()
      const { log, time } = await start(device, skew + shift, false)
      await log.dispatch({ type: 'MarkRead', conversationId: chat, upTo: idOf(3) })
      await device.clock.advance(timer - 1000)
      expect(shown(log)).toContain('unread yet')
      await device.clock.advance(2000)
      expect(shown(log)).not.toContain('unread yet')
      // Connected: the server timestamps the reading when it arrives.
      time.learn(device.clock.now())
      const at = device.clock.now()
      void log.append([read(3, at, 'socket')])
      await device.clock.advance(timer - 1000)
      expect(device.disk.toJson()).toContain('unread yet')
      await device.clock.advance(2000)
      expect(device.disk.toJson()).not.toContain('unread yet')
    },
  )

  it('is as careful in the next start, and shows no message that was read in between', async () => {
    const device = await closed({ skew: 0, closedFor: 1000 })
    const first = await start(device, -day, false)
    void first.log.append([received(3, { body: 'unread yet', timerSeconds: timer / 1000 })])
    await first.log.dispatch({ type: 'MarkRead', conversationId: chat, upTo: idOf(3) })
    await first.log.close()
    const { seen } = await start(device, -day, false)
    expect(seen.join()).not.toContain('unread yet')
  })
})

describe('a follower tab', () => {
  it('uses the server time of the leader tab', async () => {
    const device = await closed({ skew: -day, closedFor: 5000 })
    const { log, time } = await start(device, -day, false)
    expect(shown(log)).not.toContain(secret)
    time.adopt(day, true)
    await device.clock.advance(300)
    expect(shown(log)).toContain(secret)
  })
})

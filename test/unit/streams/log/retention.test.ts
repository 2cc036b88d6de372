import { describe, expect, it } from 'vitest'
import type { RetentionTimes } from '#domain/retention/retention-times.ts'
import { conversationId } from '#schemas/ids.ts'
import { getSystemSetting } from '#schemas/wire/calls/service-settings.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import { startRetention } from '#streams/log/retention-schedule.ts'
import { timelineModel } from '#streams/projections/timeline-rows.ts'
import {
  chat,
  client,
  deleted,
  idOf,
  inChat,
  listed,
  me,
  range,
  received,
  submitted,
} from '#test/unit/domain/log-events.ts'
import { createFakeCaller } from '#test/unit/machines/fake-caller.ts'
import { createTestClock } from '../test-clock.ts'
import { createTestDevice, type TestDevice } from './log-harness.ts'

const day = 24 * 60 * 60 * 1000

function start(isTrusted = () => true) {
  const clock = createTestClock()
  const caller = createFakeCaller()
  const asked: RetentionTimes[] = []
  const faults: string[] = []
  const over = new AbortController()
  const log = {
    retain: async (times: RetentionTimes) => {
      asked.push(times)
      if (asked.length === 1) throw new Error('the storage rejects')
    },
  }
  const report = { fault: ({ kind }: { readonly kind: string }) => faults.push(kind) }
  startRetention({ ...{ log, caller, clock, report }, serverTime: { isTrusted }, signal: over.signal })
  return { clock, caller, asked, faults, stop: () => over.abort() }
}

describe('retention', () => {
  it.each([
    { title: 'returns 14 days', figure: 14, days: 14 },
    { title: 'returns null', figure: null, days: 7 },
    { title: 'returns 0 days', figure: 0, days: 7 },
    { title: 'does not answer', figure: undefined, days: 7 },
  ])(
    'keeps messages $days days and events 3 when the server $title [STORE-06 STORE-07]',
    async ({ figure, days }) => {
      const { clock, caller, asked } = start()
      if (figure !== undefined)
        caller.reply(getSystemSetting, {
          isOk: true,
          code: 0,
          message: '',
          data: { messageRetentionDays: figure },
        })
      await clock.advance(30_000)
      expect(asked).toEqual([{ messages: days * day, events: 3 * day }])
    },
  )

  it('runs every hour, also after a storage error, until its signal aborts', async () => {
    const { clock, asked, faults, stop } = start()
    await clock.advance(29_999)
    expect(asked).toHaveLength(0)
    await clock.advance(1)
    expect(faults).toEqual(['log.retention'])
    await clock.advance(60 * 60 * 1000)
    expect(asked).toHaveLength(2)
    stop()
    await clock.advance(day)
    expect(asked).toHaveLength(2)
    expect(clock.waiting()).toBe(0)
  })

  it('waits while server time is not trusted (DEC-113)', async () => {
    let isTrusted = false
    const { clock, asked } = start(() => isTrusted)
    await clock.advance(day)
    expect(asked).toHaveLength(0)
    isTrusted = true
    await clock.advance(30_000)
    expect(asked).toHaveLength(1)
  })
})

/** Retention times that expire the messages below this sequence number; message `n` was sent at 500,000 + n. */
const tooOldBelow = ({ clock }: TestDevice, sequence: number) => ({
  messages: clock.now() - 500_000 - sequence,
  events: 10 ** 9,
})

async function deviceWith(count: number): Promise<{ readonly device: TestDevice; readonly log: AccountLog }> {
  const device = createTestDevice()
  const log = await device.openLeader()
  void log.append([
    listed(),
    ...range(1, count).map((sequence) => received(sequence, sequence === 30 ? { mentions: [1] } : {})),
  ])
  void log.append([
    submitted(client('unsent'), 1),
    inChat('UnreadCounted', { readUpTo: idOf(2), through: idOf(count), count: 5 }),
  ])
  void log.append([deleted(40)])
  await device.clock.advance(16)
  await log.flush()
  return { device, log }
}

/** Advances the clock because trimming events wait for other events to be written with them. */
async function retain({ clock }: TestDevice, log: AccountLog, times: RetentionTimes): Promise<void> {
  // The first retention loads its code, for which the simulated clock does not wait.
  await import('#streams/log/retention.ts')
  const retained = log.retain(times)
  for (let turn = 0; turn < 10; turn += 1) await clock.advance(16)
  await retained
}

async function bodiesIn(log: AccountLog) {
  const timeline = await log.openTimeline(chat)
  while (timeline.hasOlderStored()) await timeline.loadOlderStored(50)
  const bodies = timeline.messages.get().map(({ body }) => body)
  timeline.close()
  return bodies
}

describe('trimming', () => {
  it('removes messages that are too old from the pages and the contiguous ranges, and keeps unsent messages [STORE-06]', async () => {
    const { device, log } = await deviceWith(200)
    await retain(device, log, tooOldBelow(device, 120))
    const left = [...range(120, 200).map((sequence) => `text ${sequence}`), `own ${client('unsent')}`]
    expect(log.syncState(chat)?.contiguousRanges).toEqual([{ from: 120, to: 200 }])
    expect(log.syncState(chat)?.idAtRangeEnd(120)).toBe(idOf(120))
    expect(await bodiesIn(log)).toEqual(left)
    expect(await bodiesIn(await createTestDevice(device.disk).openTab())).toEqual(left)
    expect(device.disk.copy('everything').toJson()).not.toContain('"p1"')
  })

  it('does not change unread counts, read markers, mentions and rows of the list [STORE-06]', async () => {
    const { device, log } = await deviceWith(200)
    const before = log.conversations.get()
    expect(before[0]).toMatchObject({ isMentioned: true, unreadCount: 197 })
    await retain(device, log, tooOldBelow(device, 1000))
    expect(log.syncState(chat)?.contiguousRanges).toEqual([])
    expect(log.syncState(chat)?.newestId).toBe(idOf(200))
    expect(log.conversations.get()).toEqual(before)
    void log.append([deleted(41)])
    await log.flush()
    expect(log.conversations.get()[0]?.unreadCount).toBe(196)
  })

  it('accepts trimmed messages that are fetched again [STORE-06]', async () => {
    const { device, log } = await deviceWith(200)
    await retain(device, log, tooOldBelow(device, 120))
    void log.append(range(70, 119).map((sequence) => received(sequence)))
    await device.clock.advance(16)
    await log.flush()
    expect(log.syncState(chat)?.contiguousRanges).toEqual([{ from: 70, to: 200 }])
    expect(await bodiesIn(log)).toContain('text 70')
    const rebuilt = await createTestDevice(device.disk.copy('logs')).openTab()
    expect(await bodiesIn(rebuilt)).toEqual(await bodiesIn(log))
  })

  it('does not trim a timeline that is open in this tab, and keeps the messages of one that is open in another tab', async () => {
    const { device, log } = await deviceWith(200)
    const following = await device.openTab()
    const theirs = await following.openTimeline(chat)
    const ours = await log.openTimeline(chat)
    await retain(device, log, tooOldBelow(device, 120))
    expect(log.syncState(chat)?.contiguousRanges).toEqual([{ from: 1, to: 200 }])
    ours.close()
    await retain(device, log, tooOldBelow(device, 120))
    expect(following.syncState(chat)?.contiguousRanges).toEqual([{ from: 120, to: 200 }])
    expect(theirs.messages.get()).toHaveLength(200)
    expect(theirs.hasOlderStored()).toBe(false)
  })

  it('ignores timeline pages of another model version [STORE-06]', async () => {
    const { device, log } = await deviceWith(200)
    const account = await device.disk.storage().open(me)
    const { checkpoint } = await account.readModel(timelineModel.name, [])
    await account.writeModel({
      model: timelineModel.name,
      checkpoint: { segment: checkpoint?.segment ?? 0, version: timelineModel.version + 1 },
      epoch: await account.epoch(),
      rows: [],
      isRebuild: false,
    })
    await retain(device, log, tooOldBelow(device, 120))
    expect(log.syncState(chat)?.contiguousRanges).toEqual([{ from: 1, to: 200 }])
  })

  it('trims what a slow storage finds within 5 s [STORE-06]', async () => {
    const { device, log } = await deviceWith(60)
    const other = conversationId('direct', 8)
    const inOther = [listed(), ...range(1, 60).map((sequence) => received(sequence))]
    void log.append(inOther.map((event) => ({ ...event, stream: other })))
    await device.clock.advance(16)
    await log.close()
    let isSlow = false
    const leading = await device.openLeader((operation) =>
      isSlow && operation === 'readModel'
        ? new Promise((resolve) => device.clock.setTimeout(resolve, 3000))
        : undefined,
    )
    await leading.flush()
    isSlow = true
    const retaining = leading.retain(tooOldBelow(device, 50)).catch(String)
    await device.clock.advance(60_000)
    expect(await retaining).toBeUndefined()
    expect(leading.syncState(chat)?.contiguousRanges).toEqual([{ from: 50, to: 60 }])
    expect(leading.syncState(other)?.contiguousRanges).toEqual([{ from: 1, to: 60 }])
  })

  it('rejects when the storage does not answer within 10 s [STORE-05]', async () => {
    const { device, log } = await deviceWith(60)
    await log.close()
    let isHanging = false
    const leading = await device.openLeader((operation) =>
      isHanging && operation === 'readModel' ? new Promise(() => {}) : undefined,
    )
    await leading.flush()
    isHanging = true
    let outcome = 'waiting'
    leading.retain(tooOldBelow(device, 50)).catch((error: unknown) => {
      outcome = String(error)
    })
    await device.clock.advance(9999)
    expect(outcome).toBe('waiting')
    await device.clock.advance(1)
    expect(outcome).toBe('TimedOut: PROMISE_TIMED_OUT')
  })
})

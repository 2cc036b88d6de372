import { describe, expect, it } from 'vitest'
import type { RetentionTimes } from '#domain/retention/retention-times.ts'
import { getSystemSetting } from '#schemas/wire/calls/settings.ts'
import { startRetention } from '#streams/log/start-retention.ts'
import { createFakeCaller } from '#test/unit/machines/fake-caller.ts'
import { createTestClock } from '../test-clock.ts'

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
      if (asked.length === 1) throw new Error('the storage refuses')
    },
  }
  const report = { fault: ({ kind }: { readonly kind: string }) => faults.push(kind) }
  startRetention({ ...{ log, caller, clock, report }, serverTime: { isTrusted }, signal: over.signal })
  return { clock, caller, asked, faults, stop: () => over.abort() }
}

describe('retention', () => {
  it.each([
    { title: 'names 14 days', figure: 14, days: 14 },
    { title: 'names nothing', figure: null, days: 7 },
    { title: 'names no days at all', figure: 0, days: 7 },
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

  it('looks every hour, also after the storage refused, until it is over', async () => {
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

  it('waits while nobody has told what time it is (DEC-113)', async () => {
    let isTrusted = false
    const { clock, asked } = start(() => isTrusted)
    await clock.advance(day)
    expect(asked).toHaveLength(0)
    isTrusted = true
    await clock.advance(30_000)
    expect(asked).toHaveLength(1)
  })
})

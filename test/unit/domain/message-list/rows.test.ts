import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { buildRows, maxRunGap, type Row, timeLabelGap } from '#domain/message-list/rows.ts'
import { received, sent, startOfDay } from './messages.ts'

const minute = 60_000
const rowsOf = (messages: readonly TimelineMessage[], firstUnread?: number) =>
  buildRows({ messages, start: 0, end: messages.length, firstUnread, zone: 'UTC' })
const flat = (messages: readonly TimelineMessage[], firstUnread?: number): readonly Row[] =>
  rowsOf(messages, firstUnread).flatMap(({ rows }) => rows)
const positions = (messages: readonly TimelineMessage[], firstUnread?: number) =>
  flat(messages, firstUnread).flatMap((row) => (row.kind === 'message' ? [row.position] : []))
const kinds = (messages: readonly TimelineMessage[], firstUnread?: number) =>
  flat(messages, firstUnread).map(({ kind }) => kind)

describe('runs', () => {
  it('join consecutive messages of one sender', () => {
    expect(positions([received(1), received(2), received(3), sent(4)])).toEqual([
      'first',
      'middle',
      'last',
      'single',
    ])
  })
  it('last while the next message arrives within five minutes', () => {
    const at = (sentAt: number) => received(sentAt, { sentAt: startOfDay + sentAt })
    expect(positions([at(0), at(maxRunGap)])).toEqual(['first', 'last'])
    expect(positions([at(0), at(maxRunGap + 1)])).toEqual(['single', 'single'])
  })
  it('end at midnight, at the unread divider and at a notice', () => {
    const beforeMidnight = received(1, { sentAt: Date.parse('2026-03-18T23:59:30Z') })
    const afterMidnight = received(2, { sentAt: Date.parse('2026-03-19T00:00:30Z') })
    expect(positions([beforeMidnight, afterMidnight])).toEqual(['single', 'single'])
    expect(positions([received(1), received(2)], 1)).toEqual(['single', 'single'])
    expect(positions([received(1), received(2, { type: 'notice' }), received(3)])).toEqual([
      'single',
      'single',
      'single',
    ])
  })
})

describe('a row between messages', () => {
  it('is the minute after a silence of more than a quarter of an hour [VIEW-08]', () => {
    const at = (offset: number) => received(offset, { sentAt: startOfDay + offset })
    expect(kinds([at(0), at(timeLabelGap)])).toEqual(['message', 'message'])
    const separated = flat([at(0), at(timeLabelGap + 1)])
    expect(separated.map(({ kind }) => kind)).toEqual(['message', 'time', 'message'])
    expect(separated[1]).toMatchObject({ at: startOfDay + timeLabelGap + 1 })
  })
  it('is a new date at the reader’s midnight, without a time [VIEW-08]', () => {
    const evening = received(1, { sentAt: Date.parse('2026-03-18T20:00:00Z') })
    const morning = received(2, { sentAt: Date.parse('2026-03-19T07:00:00Z') })
    const days = rowsOf([evening, morning])
    expect(days.map(({ rows }) => rows.map(({ kind }) => kind))).toEqual([['message'], ['message']])
    expect((days[1]?.day ?? 0) - (days[0]?.day ?? 0)).toBe(1)
  })
  it('is not repeated for a day when the clock was set back between two unsent messages', () => {
    const written = ['2026-03-18T12:00:00Z', '2026-03-19T12:00:00Z', '2026-03-18T12:01:00Z']
    const days = rowsOf(written.map((time, index) => sent(index, { sentAt: Date.parse(time) })))
    expect(days.map(({ rows }) => rows.length)).toEqual([1, 2])
  })
  it('is the unread divider before the first unread message', () => {
    expect(kinds([received(1), received(2), received(3)], 1)).toEqual([
      'message',
      'unread',
      'message',
      'message',
    ])
  })
})

it('a growing range adds rows and changes no existing row', () => {
  const messages = fc.array(
    fc.record({ isMine: fc.boolean(), gap: fc.integer({ min: 0, max: 40 * minute }) }),
    { minLength: 2, maxLength: 60 },
  )
  fc.assert(
    fc.property(messages, fc.nat(), fc.nat(), (steps, cut, unread) => {
      let at = startOfDay
      const list = steps.map(({ isMine, gap }, index) => {
        at += gap
        return (isMine ? sent : received)(index + 1, { sentAt: at })
      })
      const start = cut % list.length
      const common = { messages: list, end: list.length, firstUnread: unread % list.length, zone: 'UTC' }
      const whole = buildRows({ ...common, start: 0 }).flatMap(({ rows }) => rows)
      const part = buildRows({ ...common, start }).flatMap(({ rows }) => rows)
      expect(whole.slice(whole.length - part.length)).toEqual(part)
      expect(new Set(whole.map(({ key }) => key)).size).toBe(whole.length)
    }),
    { seed: 1, numRuns: 300 },
  )
})

import { describe, expect, it } from 'vitest'
import { dayNumber, daysAgo } from '#domain/formats/calendar.ts'
import { dayLabel, listDate, messageDate, timeOfDay } from '#domain/formats/dates.ts'

const utc = (text: string): number => Date.parse(`${text}Z`)
// A Wednesday afternoon.
const now = utc('2026-03-18T15:30:00')
const locales = ['en-US', 'zh-CN', 'zh-TW', 'vi-VN'] as const
const inLocale = (locale: string) => ({ now, locale, zone: 'UTC' })

const today = utc('2026-03-18T09:05:00')
const yesterday = utc('2026-03-17T23:59:00')
const twoDaysAgo = utc('2026-03-16T00:00:00')
const sixDaysAgo = utc('2026-03-12T00:00:00')
const sevenDaysAgo = utc('2026-03-11T23:59:00')
const lastYear = utc('2025-12-31T23:59:00')

describe('the date of a conversation row', () => {
  const rows: readonly [string, number, readonly [string, string, string, string]][] = [
    ['the time today [SESS-16]', today, ['09:05', '09:05', '09:05', '09:05']],
    ['"yesterday" [SESS-17]', yesterday, ['Yesterday', '昨天', '昨天', 'Hôm qua']],
    ['the weekday two days ago [SESS-18]', twoDaysAgo, ['Monday', '星期一', '星期一', 'Thứ Hai']],
    ['the weekday six days ago [SESS-18]', sixDaysAgo, ['Thursday', '星期四', '星期四', 'Thứ Năm']],
    ['month and day from day seven on [SESS-19]', sevenDaysAgo, ['3/11', '3/11', '3/11', '11/3']],
    [
      'the full date of an earlier year [SESS-20]',
      lastYear,
      ['12/31/2025', '2025/12/31', '2025/12/31', '31/12/2025'],
    ],
  ]
  it.each(rows)('is %s', (_, at, expected) => {
    expect(locales.map((locale) => listDate(at, inLocale(locale)))).toEqual(expected)
  })

  it('counts a week across New Year as weekdays, then falls back to the full date [SESS-18 SESS-20]', () => {
    const newYear = { now: utc('2026-01-02T12:00:00'), locale: 'en-US', zone: 'UTC' }
    expect(listDate(utc('2025-12-30T12:00:00'), newYear)).toBe('Tuesday')
    expect(listDate(utc('2025-12-26T12:00:00'), newYear)).toBe('12/26/2025')
  })

  it('follows the calendar of the reader, not the length of a day [SESS-16 SESS-17]', () => {
    const minuteBefore = utc('2026-03-18T15:59:00')
    const minuteAfter = utc('2026-03-18T16:00:00')
    const inShanghai = { now: utc('2026-03-18T16:01:00'), locale: 'en-US', zone: 'Asia/Shanghai' }
    expect(listDate(minuteBefore, inShanghai)).toBe('Yesterday')
    expect(listDate(minuteAfter, inShanghai)).toBe('00:00')
  })

  it('shows a date for a moment of tomorrow, which a clock ahead can produce [SESS-19]', () => {
    expect(listDate(utc('2026-03-19T00:01:00'), inLocale('en-US'))).toBe('3/19')
  })
})

describe('the date of a message', () => {
  const rows: readonly [string, number, string][] = [
    ['HH:mm today [MSG-28]', today, '09:05'],
    ['HH:mm yesterday [MSG-28]', yesterday, '23:59'],
    ['MM-DD HH:mm before it in this year [MSG-29]', twoDaysAgo, '03-16 00:00'],
    ['the full date and time of an earlier year [MSG-30]', lastYear, '2025-12-31 23:59'],
  ]
  it.each(rows)('is %s', (_, at, expected) => {
    for (const locale of locales) expect(messageDate(at, inLocale(locale))).toBe(expected)
  })

  it('stays HH:mm for a yesterday of last year [MSG-28]', () => {
    const newYear = { now: utc('2026-01-01T00:10:00'), locale: 'en-US', zone: 'UTC' }
    expect(messageDate(lastYear, newYear)).toBe('23:59')
  })
})

describe('the label of a date pill', () => {
  const rows: readonly [string, number, readonly [string, string, string, string]][] = [
    ['today', today, ['Today', '今天', '今天', 'Hôm nay']],
    ['yesterday', yesterday, ['Yesterday', '昨天', '昨天', 'Hôm qua']],
    ['a weekday', twoDaysAgo, ['Monday, March 16', '3月16日星期一', '3月16日星期一', 'Thứ Hai, 16 tháng 3']],
    [
      'a day of this year',
      sevenDaysAgo,
      ['Wednesday, March 11', '3月11日星期三', '3月11日星期三', 'Thứ Tư, 11 tháng 3'],
    ],
    [
      'a day of an earlier year',
      lastYear,
      ['December 31, 2025', '2025年12月31日', '2025年12月31日', '31 tháng 12, 2025'],
    ],
  ]
  it.each(rows)('reads %s', (_, at, expected) => {
    expect(locales.map((locale) => dayLabel(at, inLocale(locale)))).toEqual(expected)
  })
})

describe('days', () => {
  it('differ by one across both changes of the clock in spring and autumn', () => {
    const zone = 'America/New_York'
    for (const noon of ['2026-03-08T16:00:00', '2026-11-01T17:00:00']) {
      const at = utc(noon)
      expect(dayNumber(at + 86_400_000, zone) - dayNumber(at, zone)).toBe(1)
      expect(dayNumber(at, zone) - dayNumber(at - 86_400_000, zone)).toBe(1)
    }
  })

  it('are negative in the future', () => {
    expect(daysAgo(now + 86_400_000, inLocale('en-US'))).toBe(-1)
  })

  it('begin at 00:00, never at 24:00', () => {
    expect(timeOfDay(twoDaysAgo, 'UTC')).toBe('00:00')
  })
})

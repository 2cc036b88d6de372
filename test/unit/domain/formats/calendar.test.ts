import { expect, it } from 'vitest'
import { wallTime } from '#domain/formats/calendar.ts'

/** The same moment written by Intl itself: year, month, day, hour, minute. */
const written = (at: number, zone: string): readonly number[] =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
    .format(at)
    .split(/\D+/)
    .map(Number)

it.each([
  ['Asia/Kathmandu', Date.UTC(2026, 10, 21), 7 * 60_000],
  ['America/New_York', Date.UTC(2026, 10, 1), 7 * 60_000],
  ['Australia/Lord_Howe', Date.UTC(2026, 3, 4, 6), 7 * 60_000],
  ['Africa/Monrovia', Date.UTC(1972, 0, 6, 12), 7 * 60_000],
  ['Europe/London', Date.UTC(2026, 2, 28), 13 * 60_000],
])('reads the local time of %s like Intl, over two days of clock changes', (zone, from, step) => {
  for (let at = from; at < from + 2 * 86_400_000; at += step) {
    const { year, month, day, hour, minute } = wallTime(at, zone)
    expect([year, month, day, hour, minute]).toEqual(written(at, zone))
  }
})

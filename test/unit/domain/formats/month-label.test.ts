import { expect, it } from 'vitest'
import { monthLabel } from '#domain/formats/dates.ts'

const now = Date.parse('2026-05-04T08:00:00Z')

it.each([
  ['en-US', '2026-05-01T00:00:00Z', 'May'],
  ['en-US', '2025-12-31T12:00:00Z', 'December 2025'],
  ['zh-CN', '2026-05-01T00:00:00Z', '五月'],
  ['zh-TW', '2025-12-31T12:00:00Z', '2025年12月'],
  ['vi-VN', '2026-05-01T00:00:00Z', 'Tháng 5'],
])('names a month in %s: %s is %s', (locale, at, label) => {
  expect(monthLabel(Date.parse(at), { now, locale, zone: 'UTC' })).toBe(label)
})

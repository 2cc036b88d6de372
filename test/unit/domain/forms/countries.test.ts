import { describe, expect, it } from 'vitest'
import { countryChoices } from '#domain/forms/phone.ts'

const listed = [
  { iso: 'VN', telCode: '84' },
  { iso: 'CN', telCode: '86' },
  { iso: 'US', telCode: '1' },
]

describe('countryChoices', () => {
  it.each([
    ['en-US', ['China', 'United States', 'Vietnam']],
    ['vi-VN', ['Hoa Kỳ', 'Trung Quốc', 'Việt Nam']],
    ['zh-CN', ['美国', '越南', '中国']],
  ] as const)('names and orders countries in %s', (locale, names) => {
    expect(countryChoices(listed, locale).map((choice) => choice.name)).toEqual(names)
  })

  it('shows an unknown code unchanged', () => {
    expect(countryChoices([{ iso: '?', telCode: '999' }], 'en-US')[0]?.name).toBe('?')
  })
})

import { describe, expect, it } from 'vitest'
import { type CountryChoice, countryChoices, matchesCountry } from '#domain/names/countries.ts'

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

  it('shows a code that is no region as it came', () => {
    expect(countryChoices([{ iso: '?', telCode: '999' }], 'en-US')[0]?.name).toBe('?')
  })
})

describe('matchesCountry', () => {
  const vietnam: CountryChoice = { iso: 'VN', telCode: '84', name: 'Việt Nam' }
  it.each([
    ['', true],
    ['viet', true],
    ['VIỆT', true],
    ['nam', true],
    ['vn', true],
    ['84', true],
    ['+8', true],
    ['4', false],
    ['n', true],
    ['china', false],
  ])('finds Việt Nam by %j: %s', (typed, isFound) => {
    expect(matchesCountry(vietnam, typed)).toBe(isFound)
  })

  it('finds a name with đ by typing d', () => {
    expect(matchesCountry({ iso: 'IN', telCode: '91', name: 'Ấn Độ' }, 'an do')).toBe(true)
  })
})

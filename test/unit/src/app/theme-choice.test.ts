import { describe, expect, it } from 'vitest'
import { themes } from '#src/app/preferences.ts'
import { themeOf } from '#src/app/use-appearance.ts'

describe('the theme', () => {
  it.each(themes)('%s is applied for a brand that names it [THEME-01]', (theme) => {
    expect(themes).toHaveLength(5)
    expect(themeOf(undefined, { key: 'any', theme })).toBe(theme)
    expect(themeOf(undefined, { key: theme })).toBe(theme)
  })

  it('of a brand comes before that of the brand key, and the user’s choice before both (DEC-77)', () => {
    expect(themeOf(undefined, { key: 'tide', theme: 'ember' })).toBe('ember')
    expect(themeOf('slate', { key: 'tide', theme: 'ember' })).toBe('slate')
  })

  it('of a brand without a known theme is the first one', () => {
    expect(themeOf(undefined, { key: 'any', theme: 'unknown' })).toBe(themes[0])
  })
})

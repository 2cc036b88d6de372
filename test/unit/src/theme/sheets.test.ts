import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { sourcesIn } from '../../locales/catalog-files.ts'

const source = fileURLToPath(new URL('../../../../src', import.meta.url))
const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => ({ name, css: readFileSync(join(source, name), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '') }))
/** Declared by a sheet, or set on an element by a component. */
const known = new Set([
  ...sheets.flatMap(({ css }) => [...css.matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name)),
  ...sourcesIn('src').flatMap(({ code }) => [...code.matchAll(/'(--[\w-]+)'/g)].map(([, name = '']) => name)),
])
/** Set by react-aria on a popover. */
const given = '--trigger-width'

describe('style sheets', () => {
  it('finds the sheets', () => expect(sheets.length).toBeGreaterThan(30))

  it('name no colour but through a token', () => {
    const colour =
      /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|lab|lch|oklab|color)a?\(|\boklch\((?!var\(--(?:avatar|name)-)/i
    const offenders = sheets.filter(({ name, css }) => !name.endsWith('tokens.css') && colour.test(css))
    expect(offenders.map(({ name }) => name)).toEqual([])
  })

  it('set font sizes through tokens', () => {
    const offenders = sheets.filter(({ css }) =>
      /font-size:(?!\s*(?:var\(|calc\(var\(|inherit|[\d.]+em;))/.test(css),
    )
    expect(offenders.map(({ name }) => name)).toEqual([])
  })

  it('name no side but through the direction of the text, so that a page from right to left is mirrored', () => {
    const physical =
      /(?:^|[\s;{])(?:(?:(?:scroll-)?(?:margin|padding)|border(?:-top|-bottom)?|inset)-(?:left|right)[\w-]*|left|right)\s*:|(?:float|text-align|clear):\s*(?:left|right)|gradient\([^;]*\bto (?:left|right)/
    // Shifts sideways have a sign, or follow a finger.
    const shift = /translate(?:X|3d)?\((?!calc\(var\(--forward\))|translate:(?!\s*(?:var\(|none|0 ))/
    // The edges of the device, which stay where they are.
    const safeArea = /padding-(?:left|right): env\(safe-area-inset-(?:left|right), 0px\);/g
    const offenders = sheets.filter(({ css }) => {
      const mirrored = css.replaceAll(safeArea, '')
      return physical.test(mirrored) || shift.test(mirrored)
    })
    expect(offenders.map(({ name }) => name)).toEqual([])
    for (const wrong of ['.a{left:0}', '.a { margin-left: 1px }', '.a {\n  text-align: right;'])
      expect(physical.test(wrong)).toBe(true)
    expect(shift.test('transform: translateX(4px)')).toBe(true)
  })

  it('take the duration of every motion from a token, so that reduced motion stops it', () => {
    // Fades the colour of a setting that a link leads to. Nothing moves, and without it the link would show nothing.
    const onlyColour = /^visit /
    /** Finds animations and transitions whose first time is a number. A second one is a delay. */
    const literalsIn = (css: string) =>
      [...css.matchAll(/(?<![\w-])(?:animation|transition)(?:-duration)?:\s*([^;}]+)/g)]
        .flatMap(([, value = '']) => value.split(/,(?![^(]*\))/))
        .map((motion) => motion.trim())
        .filter(
          (motion) =>
            /^(?:(?!--duration-).)*?(?<![\w.-])[\d.]+m?s\b/s.test(motion) && !onlyColour.test(motion),
        )
    const offenders = sheets.flatMap(({ name, css }) => literalsIn(css).map((motion) => `${name}: ${motion}`))
    expect(offenders).toEqual([])
    expect(
      literalsIn('.a { transition: opacity var(--duration-fast), scale 1s; animation: b 0.3s }'),
    ).toEqual(['scale 1s', 'b 0.3s'])
    expect(literalsIn('.a { animation: b var(--duration-fast) 0.3s backwards }')).toEqual([])
  })

  it('use tokens that exist', () => {
    const missing = sheets.flatMap(({ name, css }) =>
      [...css.matchAll(/var\((--[\w-]+)/g)]
        .map(([, token = '']) => token)
        .filter((token) => token !== given && !known.has(token))
        .map((token) => `${name}: ${token}`),
    )
    expect(missing).toEqual([])
  })
})

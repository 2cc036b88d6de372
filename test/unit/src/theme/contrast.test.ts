import { describe, expect, it } from 'vitest'
import { nameHue } from '#domain/formats/person-hues.ts'
import { themes } from '#src/app/preferences.ts'
import { colourOf, contrast, fromOklch, numberOf, tokenSet } from './colour.ts'

const surfaces = [
  '--surface-app',
  '--surface-rail',
  '--surface-pane',
  '--surface-raised',
  '--surface-lifted',
  '--surface-sunken',
  '--surface-chat',
  '--wallpaper',
  '--surface-hover',
  '--surface-pressed',
  '--surface-selected',
  '--bubble-other',
]
const texts = ['primary', 'secondary', 'tertiary', 'brand', 'danger', 'success', 'warning', 'link'].map(
  (name) => `--text-${name}`,
)
const shapes = [
  '--icon',
  '--online',
  '--warning',
  '--tick-read',
  '--border-strong',
  '--focus-ring',
  '--badge-muted',
]

/** Pairs that occur on one background only. */
const textPairs: readonly (readonly [text: string, ground: string])[] = [
  ['--text-own', '--bubble-own'],
  ['--text-own-meta', '--bubble-own'],
  ['--text-link', '--bubble-own'],
  ['--text-danger', '--bubble-own'],
  ['--text-danger', '--surface-danger'],
  ['--text-primary', '--surface-danger'],
  ...[
    '--brand',
    '--brand-hover',
    '--brand-pressed',
    '--danger',
    '--danger-hover',
    '--danger-pressed',
    '--badge',
  ].map((ground) => ['--text-on-brand', ground] as const),
  ['--text-on-badge-muted', '--badge-muted'],
  ['--text-on-toast', '--toast'],
]
const shapePairs: readonly (readonly [shape: string, ground: string])[] = [
  ['--tick-read', '--bubble-own'],
  ['--toast-success', '--toast'],
  ['--toast-warning', '--toast'],
  ['--toast-error', '--toast'],
]
const sets = themes.flatMap((theme) => ['light', 'dark'].map((scheme) => [theme, scheme] as const))

const tooFaint = (
  set: ReturnType<typeof tokenSet>,
  pairs: readonly (readonly [string, string])[],
  wanted: number,
): readonly string[] =>
  pairs
    .map(([mark, ground]) => ({ mark, ground, ratio: contrast(colourOf(set, mark), colourOf(set, ground)) }))
    .filter(({ ratio }) => ratio < wanted)
    .map(({ mark, ground, ratio }) => `${mark} on ${ground}: ${ratio.toFixed(2)}`)

const everyPair = (marks: readonly string[]) =>
  marks.flatMap((mark) => surfaces.map((ground) => [mark, ground] as const))

describe.each(sets)('%s, %s', (theme, scheme) => {
  const set = tokenSet(theme, scheme)

  it('gives text 4.5:1 on every surface it is used on', () => {
    expect(tooFaint(set, [...everyPair(texts), ...textPairs], 4.5)).toEqual([])
  })

  it('gives shapes 3:1 on every surface they are used on', () => {
    expect(tooFaint(set, [...everyPair(shapes), ...shapePairs], 3)).toEqual([])
  })

  it('gives the initials of an avatar 4.5:1 on every hue', () => {
    const ink = colourOf(set, '--text-on-brand')
    const lightness = numberOf(set, '--avatar-lightness')
    const chroma = numberOf(set, '--avatar-chroma')
    const hues = Array.from({ length: 360 }, (_, hue) => hue)
    expect(hues.filter((hue) => contrast(ink, fromOklch(lightness, chroma, hue)) < 4.5)).toEqual([])
  })

  it('gives the names of people 4.5:1 in each of their 12 hues on the conversation and its wallpaper', () => {
    const [lightness, chroma] = [numberOf(set, '--name-lightness'), numberOf(set, '--name-chroma')]
    const hues = new Set(Array.from({ length: 500 }, (_, id) => nameHue(id)))
    expect(hues.size).toBe(12)
    const grounds = ['--surface-chat', '--wallpaper', '--bubble-other', '--surface-selected']
    const faint = [...hues].flatMap((hue) =>
      grounds
        .filter((ground) => contrast(fromOklch(lightness, chroma, hue), colourOf(set, ground)) < 4.5)
        .map((ground) => `${hue} on ${ground}`),
    )
    expect(faint).toEqual([])
  })
})

it('measures black on white as 21:1', () => {
  expect(contrast(fromOklch(0, 0, 0), fromOklch(1, 0, 0))).toBeCloseTo(21, 1)
})

import { readFileSync } from 'node:fs'

/** One theme and scheme: token name → its declaration, resolved as the cascade would. */
export type TokenSet = ReadonlyMap<string, string>

const sheet = readFileSync(new URL('../../../../src/theme/tokens.css', import.meta.url), 'utf8').replace(
  /\/\*[\s\S]*?\*\//g,
  '',
)

const declarationsOf = (selector: string): readonly (readonly [string, string])[] =>
  [...sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
    .filter(([, selectors = '']) => selectors.split(',').some((part) => part.trim() === selector))
    .flatMap(([, , body = '']) => [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)])
    .map(([, name = '', value = '']) => [name, value.trim()] as const)

/** The tokens of a theme in a scheme. */
export const tokenSet = (theme: string, scheme: string): TokenSet =>
  new Map([
    ...declarationsOf(':root'),
    ...declarationsOf(`[data-theme='${theme}']`),
    ...declarationsOf(`[data-scheme='${scheme}']`),
  ])

/** Red, green and blue as light, 0 to 1. */
type Light = readonly [number, number, number]
const clip = (value: number): number => Math.min(1, Math.max(0, value))

/** Converts oklch to linear sRGB, clipped to the sRGB gamut. */
export const fromOklch = (lightness: number, chroma: number, hue: number): Light => {
  const angle = (hue * Math.PI) / 180
  const a = chroma * Math.cos(angle)
  const b = chroma * Math.sin(angle)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

const read = (set: TokenSet, name: string): string => {
  const value = set.get(name)
  if (value === undefined) throw new Error(`no token ${name}`)
  return value.replace(/var\((--[\w-]+)\)/g, (_, inner: string) => read(set, inner))
}

const product = (expression: string): number => {
  const [left, right] = expression.replace(/calc\((.*)\)/, '$1').split('*')
  return Number(left) * (right === undefined ? 1 : Number(right))
}

/** The colour of a token; a part of it may be `calc(a * b)`. */
export const colourOf = (set: TokenSet, name: string): Light => {
  const value = read(set, name)
  const parts = /^oklch\(([\d.]+|calc\([^)]*\)) ([\d.]+|calc\([^)]*\)) ([\d.]+)\)$/.exec(value)
  if (parts === null) throw new Error(`${name} is not one opaque oklch colour: ${value}`)
  const [, lightness = '', chroma = '', hue = ''] = parts
  return fromOklch(product(lightness), product(chroma), Number(hue))
}

/** A number token. */
export const numberOf = (set: TokenSet, name: string): number => Number(read(set, name))

const luminance = ([red, green, blue]: Light): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue

/** WCAG 2 contrast, 1 to 21. */
export const contrast = (one: Light, other: Light): number => {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((left, right) => left - right)
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05)
}

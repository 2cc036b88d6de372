/** The place of a waveform; in a message its number of bars depends on the length [MSG-23 MSG-24]. */
export type WaveformPlacement = 'message' | 'preview' | 'viewer'

/** Minimum and maximum height of a bar, px [MSG-23]. */
export const [lowestBar, highestBar] = [3, 24] as const

/** The maximum number of bars of a message, and the minimum before one is added per second [MSG-23]. */
const [mostBars, extraBars] = [30, 5] as const

/** Returns the number of bars for a sound of this many seconds [MSG-23 MSG-24]. */
export function barCount(seconds: number, place: WaveformPlacement = 'message'): number {
  if (place === 'preview') return 8
  if (place === 'viewer') return 40
  return Math.min(mostBars, Math.max(0, Math.round(seconds)) + extraBars)
}

/**
 * Returns the heights of the bars, px. A message carries no loudness, so they are derived from the name of its file:
 * the same sound has the same bars on every device. They rise and fall like speech, quiet at both ends.
 */
export function barHeights(name: string, count: number): readonly number[] {
  const random = numbersFrom(name)
  const swell = 2 + random() * 3
  return Array.from({ length: count }, (_, index) => {
    const along = (index + 0.5) / count
    const wave = 0.55 + 0.45 * Math.sin(along * swell * Math.PI)
    const loudness = edges(along) * wave * (0.35 + 0.65 * random())
    return Math.round(lowestBar + (highestBar - lowestBar) * Math.min(1, loudness * 1.25))
  })
}

const edges = (along: number): number => Math.min(1, 0.4 + 4 * Math.min(along, 1 - along))

/** Returns pseudo-random numbers in [0, 1), seeded by a text. */
function numbersFrom(text: string): () => number {
  let state = 2_166_136_261
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

/**
 * Returns the loudness of a recording in `count` equal parts: the peak of each, 0 to 1. Takes its levels in order of
 * time.
 */
export const levelBars = (levels: readonly number[], count: number): readonly number[] =>
  Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * levels.length) / count)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * levels.length) / count))
    return Math.max(0, ...levels.slice(from, to))
  })

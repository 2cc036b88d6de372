import { limitOr } from '../limits/configured-limit.ts'

/** A recording lasts at least this long, ms [REC-04]. */
export const shortestRecording = 1000

/** How long a recording may get when the server says nothing, s [REC-06]. */
const usualLongest = 60

/** How long a recording may get, ms; `seconds` is the server's figure. It is never shorter than the shortest one. */
export const longestRecording = (seconds: number | undefined): number =>
  Math.max(2 * shortestRecording, 1000 * limitOr(seconds, usualLongest))

/**
 * How loud a recording was, in `count` equal parts: the loudest of each, 0 to 1. Given are its levels in the order in which they
 * were measured.
 */
export const levelBars = (levels: readonly number[], count: number): readonly number[] =>
  Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * levels.length) / count)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * levels.length) / count))
    return Math.max(0, ...levels.slice(from, to))
  })

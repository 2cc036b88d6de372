/** How fast voice messages can be heard. */
export const playbackRates = [1, 1.5, 2] as const
export type PlaybackRate = (typeof playbackRates)[number]

/** The next faster one; after the fastest comes the first again. */
export const nextRate = (rate: PlaybackRate): PlaybackRate =>
  playbackRates[(playbackRates.indexOf(rate) + 1) % playbackRates.length] ?? 1

/** Reads a stored rate; 1 for anything that is none. */
export const readRate = (value: unknown): PlaybackRate => playbackRates.find((rate) => rate === value) ?? 1

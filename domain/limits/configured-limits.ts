/** The server's figure where it names one, else the usual one: nothing and less than nothing name none. */
export const limitOr = (configured: number | undefined, usual: number): number =>
  configured !== undefined && configured > 0 ? configured : usual

/** A recording lasts at least this long, ms [REC-04]. */
export const shortestRecording = 1000

/** How long a recording may get when the server says nothing, s [REC-06]. */
const usualLongest = 60

/** How long a recording may get, ms; `seconds` is the server's figure. It is never shorter than the shortest one. */
export const longestRecording = (seconds: number | undefined): number =>
  Math.max(2 * shortestRecording, 1000 * limitOr(seconds, usualLongest))

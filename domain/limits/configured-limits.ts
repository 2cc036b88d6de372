/** Returns the server's limit if it is positive, else the default. */
export const limitOr = (configured: number | undefined, usual: number): number =>
  configured !== undefined && configured > 0 ? configured : usual

/** The minimum duration of a recording, ms [REC-04]. */
export const shortestRecording = 1000

/** The maximum duration of a recording if the server names none, s [REC-06]. */
const usualLongest = 60

/** Returns the maximum duration of a recording, ms; `seconds` is the server's limit. Never below the minimum. */
export const longestRecording = (seconds: number | undefined): number =>
  Math.max(2 * shortestRecording, 1000 * limitOr(seconds, usualLongest))

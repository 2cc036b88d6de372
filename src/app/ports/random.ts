import type { Random } from '#streams/ports.ts'

/** Numbers from the browser's strong source: client message ids are made of them. */
export const browserRandom: Random = {
  next: () => {
    const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
    // 53 bits, all that a number between 0 and 1 can hold.
    return ((high >>> 5) * 2 ** 26 + (low >>> 6)) / 2 ** 53
  },
}

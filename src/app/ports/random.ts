import type { Random } from '#streams/ports.ts'

/**
 * 32-bit words per request. Requests are batched because each has a high fixed cost and one id needs twenty numbers.
 */
const batchSize = 512

const createRandom = (): Random => {
  const words = new Uint32Array(batchSize)
  let used = batchSize

  const nextWord = (): number => {
    if (used === batchSize) {
      crypto.getRandomValues(words)
      used = 0
    }
    const word = words[used] ?? 0
    // Clears used words, so that memory holds no past random numbers.
    words[used] = 0
    used += 1
    return word
  }

  return {
    // 53 bits, all that a number between 0 and 1 can hold.
    next: () => ((nextWord() >>> 5) * 2 ** 26 + (nextWord() >>> 6)) / 2 ** 53,
  }
}

/** Random numbers from `crypto`, because client message ids are made of them. */
export const browserRandom: Random = createRandom()

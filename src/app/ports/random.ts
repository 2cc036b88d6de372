import type { Random } from '#streams/ports.ts'

/** Words of 32 bits asked for at once: asking the browser costs far more than what it gives, and each id takes twenty numbers. */
const wordsAtOnce = 512

const createRandom = (): Random => {
  const words = new Uint32Array(wordsAtOnce)
  let used = wordsAtOnce

  const nextWord = (): number => {
    if (used === wordsAtOnce) {
      crypto.getRandomValues(words)
      used = 0
    }
    const word = words[used] ?? 0
    // What was given is kept nowhere.
    words[used] = 0
    used += 1
    return word
  }

  return {
    // 53 bits, all that a number between 0 and 1 can hold.
    next: () => ((nextWord() >>> 5) * 2 ** 26 + (nextWord() >>> 6)) / 2 ** 53,
  }
}

/** Numbers from the browser's strong source: client message ids are made of them. */
export const browserRandom: Random = createRandom()

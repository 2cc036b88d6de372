import type { Slot, SlotWords } from './corpus.ts'
import type { SeededRandom } from './seeded-random.ts'

const slotPattern = /\{([a-z]+)(\d?)\}/g

/**
 * Gives a filler per thread: it chooses one wording out of `this|that` and puts words into slots. Within a thread
 * `{food}` is always the same word and `{food2}` always another.
 */
export function createSlotFiller(words: SlotWords, random: SeededRandom): () => (text: string) => string {
  const isSlot = (name: string): name is Slot => name in words
  return () => {
    const chosen = new Map<string, string>()
    const choose = (slot: Slot, name: string): string => {
      const known = chosen.get(name)
      if (known !== undefined) return known
      const taken = new Set(chosen.values())
      const word = random.pick(words[slot].filter((candidate) => !taken.has(candidate)))
      chosen.set(name, word)
      return word
    }
    return (text) =>
      random.pick(text.split('|')).replace(slotPattern, (_, slot: string, number: string) => {
        if (!isSlot(slot)) throw new Error(`There are no words for ${slot}`)
        return choose(slot, slot + number)
      })
  }
}

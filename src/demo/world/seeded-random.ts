import type { Random } from '#streams/ports.ts'

/** Random integers, items and orders. */
export interface RandomPicker extends Random {
  /** Returns an integer from `low` to `high`, both included. */
  integer(low: number, high: number): number
  /** Returns true in the given share of calls. */
  chance(share: number): boolean
  /** Returns one of the items. Throws for an empty list. */
  pick<Item>(items: readonly Item[]): Item
  /** Returns the items in a random order. */
  shuffle<Item>(items: readonly Item[]): Item[]
}

/** A random source determined by a seed and a name. */
export interface SeededRandom extends RandomPicker {
  /** Returns an independent source, whatever was drawn here before. */
  split(name: string): SeededRandom
}

/** FNV-1a over the text. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** The small counter generator mulberry32 (Tommy Ettinger, public domain). */
function createGenerator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** Adds random integers, items and orders to a source of numbers from 0 to 1 (exclusive). */
export function createRandomPicker({ next }: Random): RandomPicker {
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[integer(0, items.length - 1)]
    if (item === undefined) throw new Error('There is nothing to pick from')
    return item
  }
  const shuffle = <Item>(items: readonly Item[]): Item[] =>
    items
      .map((item) => ({ item, rank: next() }))
      .sort((left, right) => left.rank - right.rank)
      .map(({ item }) => item)
  return { next, integer, chance: (share) => next() < share, pick, shuffle }
}

/** Creates a random source determined by `seed` and `name`. */
export function createSeededRandom(seed: number, name: string): SeededRandom {
  const next = createGenerator(hashText(`${seed}/${name}`))
  return { ...createRandomPicker({ next }), split: (part) => createSeededRandom(seed, `${name}/${part}`) }
}

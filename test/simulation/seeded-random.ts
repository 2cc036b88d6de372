import type { Random } from '#streams/ports.ts'

/** The random stream of one component. Each has its own, so that its draws do not shift another's. */
export interface SeededRandom extends Random {
  /** An integer from `low` to `high`, both included. */
  integer(low: number, high: number): number
  /** True in the given share of draws. */
  chance(share: number): boolean
  /** One of the items with equal probability. The list must not be empty. */
  pick<Item>(items: readonly Item[]): Item
  /** One of the keys, in proportion to its weight. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key
  /** A separate stream, determined by this one's name and `name`, independent of earlier draws. */
  split(name: string): SeededRandom
}

/** FNV-1a over the text, folded into a running 32-bit hash. */
export function hashText(text: string, hash = 0x811c9dc5): number {
  let result = hash
  for (let index = 0; index < text.length; index++) {
    result = Math.imul(result ^ text.charCodeAt(index), 0x01000193)
  }
  return result >>> 0
}

/** The generator sfc32 (Chris Doty-Humphrey, public domain), warmed up over 12 rounds. */
function createSfc32(seed: number): () => number {
  let a = 0
  let b = seed | 0
  let c = 0x9e3779b9 | 0
  let counter = 1
  const draw = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 0x1_0000_0000
  }
  for (let round = 0; round < 12; round++) draw()
  return draw
}

/** Creates the stream that `seed` and `name` determine. */
export function createSeededRandom(seed: number, name: string): SeededRandom {
  const next = createSfc32(hashText(name, hashText(String(seed))))
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    integer,
    chance: (share) => next() < share,
    pick(items) {
      const item = items[integer(0, items.length - 1)]
      if (item === undefined) throw new Error(`nothing to pick from in ${name}`)
      return item
    },
    weighted: (weights) => drawKey(weights, next()),
    split: (part) => createSeededRandom(seed, `${name}/${part}`),
  }
}

function drawKey<Key extends string>(weights: Readonly<Record<Key, number>>, draw: number): Key {
  let sum = 0
  for (const key in weights) sum += weights[key]
  let rest = draw * sum
  for (const key in weights) {
    rest -= weights[key]
    if (rest < 0) return key
  }
  throw new Error('no weight is above zero')
}

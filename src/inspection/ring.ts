/** An entry of a ring, numbered in the order of its arrival from 1 on. */
export interface Numbered {
  readonly sequence: number
}

export interface Ring<Entry extends Numbered> {
  /** Numbers the entry and keeps it, letting go of the oldest one when full. */
  add(entry: Omit<Entry, 'sequence'>): void
  /** Entries with a higher number than `sequence`, oldest first. */
  after(sequence: number): readonly Entry[]
}

/** Keeps the last `capacity` entries. */
export function createRing<Entry extends Numbered>(
  capacity: number,
  number: (entry: Omit<Entry, 'sequence'>, sequence: number) => Entry,
): Ring<Entry> {
  let kept: Entry[] = []
  let last = 0
  return {
    add(entry) {
      last += 1
      kept.push(number(entry, last))
      // Trimmed by the half, so that adding costs the same whether full or not.
      if (kept.length > capacity * 1.5) kept = kept.slice(-capacity)
    },
    after(sequence) {
      const count = Math.min(last - sequence, capacity, kept.length)
      return count <= 0 ? [] : kept.slice(-count)
    },
  }
}

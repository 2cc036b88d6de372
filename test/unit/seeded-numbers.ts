/** Pseudo-random numbers from 0 up to, not including, 1; the same for the same seed. */
export function createSeededNumbers(seed = 1): { next(): number } {
  let state = seed
  return {
    next: () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state / 2_147_483_648
    },
  }
}

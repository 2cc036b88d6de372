/** Returns the value if it is one of the allowed ones, else undefined. */
export const oneOf = <Value extends string>(allowed: readonly Value[], value: unknown): Value | undefined =>
  allowed.find((candidate) => candidate === value)

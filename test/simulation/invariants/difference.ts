/** Differences between what is and what should be, in words; none when all is well. */
export type Differences = readonly string[]

const brief = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}

/** One difference when the two are not the same value. */
export const compare = (what: string, found: unknown, expected: unknown): Differences =>
  JSON.stringify(found) === JSON.stringify(expected)
    ? []
    : [`${what}: found ${brief(found)}, expected ${brief(expected)}`]

/** Compares two lists row by row; tells the first row that differs, and rows missing or too many. */
export function compareLists(
  what: string,
  found: readonly unknown[],
  expected: readonly unknown[],
): Differences {
  const length = Math.max(found.length, expected.length)
  for (let index = 0; index < length; index++) {
    const difference = compare(
      `${what} row ${index + 1} (${found.length} of ${expected.length})`,
      found[index],
      expected[index],
    )
    if (difference.length > 0) return difference
  }
  return []
}

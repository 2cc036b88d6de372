import type { Invariant, Violations } from './invariant.ts'

const longest = 160
/** The length of the equal text shown before the first difference. */
const before = 60

const textOf = (value: unknown): string => JSON.stringify(value) ?? 'nothing'

/** Returns the text around the first difference. */
function brief(text: string, at: number): string {
  const start = text.length > longest ? Math.max(0, at - before) : 0
  const part = text.slice(start, start + longest)
  return `${start > 0 ? '…' : ''}${part}${start + longest < text.length ? '…' : ''}`
}

function firstDifference(left: string, right: string): number {
  let at = 0
  while (at < left.length && left[at] === right[at]) at += 1
  return at
}

/** Returns one violation if the two values are not equal. */
export function compare(invariant: Invariant, what: string, found: unknown, expected: unknown): Violations {
  const [is, shouldBe] = [textOf(found), textOf(expected)]
  if (is === shouldBe) return []
  const at = firstDifference(is, shouldBe)
  return [{ invariant, difference: `${what}: found ${brief(is, at)}, expected ${brief(shouldBe, at)}` }]
}

/** Compares two lists row by row. Returns the first row that differs, is missing or is unexpected. */
export function compareLists(
  invariant: Invariant,
  what: string,
  found: readonly unknown[],
  expected: readonly unknown[],
): Violations {
  const length = Math.max(found.length, expected.length)
  for (let index = 0; index < length; index++) {
    const difference = compare(
      invariant,
      `${what} row ${index + 1} (${found.length} of ${expected.length})`,
      found[index],
      expected[index],
    )
    if (difference.length > 0) return difference
  }
  return []
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Row } from './metric.ts'

/** Replaces rows of the same name and size. The others stay as an earlier run found them. */
export function mergeRows(known: readonly Row[], measured: readonly Row[]): readonly Row[] {
  const keyOf = ({ name, size }: Row) => `${name} ${size}`
  const keys = new Set(measured.map(keyOf))
  return [...known.filter((row) => !keys.has(keyOf(row))), ...measured]
}

/** Merges rows into the results file, in the order of `names` and then of sizes. Removes rows with other names. */
export function writeResults(file: string, measured: readonly Row[], names: readonly string[]): void {
  // Only this function writes the file, so it is not validated.
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly Row[]) : []
  const rows = mergeRows(known, measured)
  const ordered = names.flatMap((name) =>
    rows.filter((row) => row.name === name).sort((left, right) => left.size - right.size),
  )
  writeFileSync(file, `${JSON.stringify(ordered, null, 2)}\n`)
}

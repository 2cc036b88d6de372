import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Row } from './metric.ts'

/** Replaces rows of the same names. The others stay as an earlier run found them. */
export function mergeRows(known: readonly Row[], measured: readonly Row[]): readonly Row[] {
  const names = new Set(measured.map(({ name }) => name))
  return [...known.filter(({ name }) => !names.has(name)), ...measured]
}

/** Merges rows into the results file, in the order of `names`. Removes rows with other names. */
export function writeResults(file: string, measured: readonly Row[], names: readonly string[]): void {
  // Only this function writes the file, so it is not validated.
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly Row[]) : []
  const rows = mergeRows(known, measured)
  const ordered = names.flatMap((name) => rows.filter((row) => row.name === name))
  writeFileSync(file, `${JSON.stringify(ordered, null, 2)}\n`)
}

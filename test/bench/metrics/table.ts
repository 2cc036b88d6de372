import type { Row } from './metric.ts'

const heads = ['measure', 'size', 'median', 'p95', 'unit', 'reference', 'ratio', 'target', 'met'] as const

const number = (value: number | null): string =>
  value === null ? '' : value.toLocaleString('en-US', { maximumSignificantDigits: 4 })

const met = (row: Row): string => {
  if (row.met === null) return ''
  const runs = row.runs && ` (${row.runs.met} of ${row.runs.count} runs)`
  return `${row.met ? 'yes' : 'NO'}${runs ?? ''}${row.wasBusy ? ', busy' : ''}`
}

const cells = (row: Row): readonly string[] => [
  row.name,
  number(row.size),
  number(row.median),
  number(row.p95),
  row.unit,
  number(row.reference),
  row.ratio === null ? '' : `${number(row.ratio)}×`,
  row.target ?? '',
  met(row),
]

/** Formats the rows as a Markdown table with aligned columns. */
export function table(rows: readonly Row[]): string {
  const lines = [heads, ...rows.map(cells)]
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  const drawn = lines.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [drawn[0], rule, ...drawn.slice(1)].join('\n')
}

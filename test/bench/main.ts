import { join } from 'node:path'
import { allMeasures, measuresWith } from './measures/all-measures.ts'
import { writeResults } from './metrics/results-file.ts'
import { table } from './metrics/table.ts'
import { openBench } from './running/bench.ts'
import { endEverything, endOnSignals } from './running/ending.ts'
import { chooseMeasures } from './running/measure.ts'
import { readOptions } from './running/options.ts'
import { runMeasures } from './running/run-measures.ts'

const resultsFile = join('test', 'bench', 'results.json')

/** Runs the measures of the command line in the project's folder, with everything built. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const measures = chooseMeasures(measuresWith(options.hasPeers), options.names)
  endOnSignals()
  const bench = await openBench('dist', options)
  try {
    const names = allMeasures.flatMap((measure) => measure.names)
    const rows = await runMeasures(
      bench,
      measures,
      (found) => {
        if (!options.isSmoke) writeResults(resultsFile, found, names)
      },
      options.wasBusy,
    )
    // A smoke run judges no metric. It only shows what works.
    const told = options.isSmoke ? [...new Set(rows.map(({ name }) => name))].join('\n') : table(rows)
    process.stdout.write(`${told}\n`)
  } finally {
    await bench.close()
    await endEverything()
  }
}

try {
  await main()
} catch (cause) {
  process.stderr.write(`${textOf(cause)}\n`)
  process.exitCode = 1
}

/** Prints a wrong command line as one line, and other errors with their stack. */
function textOf(cause: unknown): string {
  if (cause instanceof TypeError) return cause.message
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
}

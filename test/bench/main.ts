import { join } from 'node:path'
import { writeResults } from './figures/results-file.ts'
import { table } from './figures/table.ts'
import { allMeasures, measuresWith } from './measures/all-measures.ts'
import { openBench } from './running/bench.ts'
import { chooseMeasures } from './running/measure.ts'
import { readOptions } from './running/options.ts'
import { runMeasures } from './running/run-measures.ts'

const resultsFile = join('test', 'bench', 'results.json')

/** Runs what the command line asks for, in the project's folder, with everything built. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const measures = chooseMeasures(measuresWith(options.hasPeers), options.names)
  const bench = await openBench('dist', options)
  try {
    const names = allMeasures.flatMap((measure) => measure.names)
    const rows = await runMeasures(bench, measures, (found) => {
      if (!options.isSmoke) writeResults(resultsFile, found, names)
    })
    // A smoke run judges nothing: it only says what works.
    const told = options.isSmoke ? [...new Set(rows.map(({ name }) => name))].join('\n') : table(rows)
    process.stdout.write(`${told}\n`)
  } finally {
    await bench.close()
  }
}

try {
  await main()
} catch (cause) {
  process.stderr.write(`${cause instanceof TypeError ? cause.message : String((cause as Error).stack)}\n`)
  process.exitCode = 1
}

// npm run check: types, lint, format, structure, unused code and unit tests; the inner loop. With --sources it runs no
// test.
import { ensureInstalled, runToolsTogether } from './install.mjs'

/** The part of the check that runs no test. Each layer under the view compiles without DOM types. */
const sourceChecks = [
  ['typescript/bin/tsc', '--noEmit'],
  ['typescript/bin/tsc', '--noEmit', '--project', 'tsconfig.core.json'],
  ['typescript/bin/tsc', '--noEmit', '--project', 'tsconfig.server.json'],
  ['@biomejs/biome/bin/biome', 'check', '.', '--log-level=warn'],
  ['prettier/bin/prettier.cjs', '--check', '--log-level=warn', '**/*.md'],
  ['scripts/structure.mjs'],
  ['knip/bin/knip.js', '--production', '--no-progress'],
]
const unitTests = ['vitest/vitest.mjs', 'run', '--project', 'unit']

export const checkSources = () => runToolsTogether(sourceChecks)

if (process.argv[1]?.endsWith('check.mjs')) {
  ensureInstalled()
  if (process.argv.includes('--sources')) await checkSources()
  else await runToolsTogether([unitTests, ...sourceChecks])
}

// npm run check: types, lint, structure and unit tests; the inner loop. With --sources it runs no test.
import { ensureInstalled, run, runTool } from './install.mjs'

/** The part of the check that runs no test. */
export const checkSources = () => {
  runTool('typescript/bin/tsc', ['--noEmit'])
  runTool('@biomejs/biome/bin/biome', ['check', '.'])
  run(process.execPath, ['scripts/structure.mjs'])
}

if (process.argv[1]?.endsWith('check.mjs')) {
  ensureInstalled()
  checkSources()
  if (!process.argv.includes('--sources'))
    runTool('vitest/vitest.mjs', ['run', '--project', 'unit', '--reporter', 'dot'])
}

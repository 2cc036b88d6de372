// npm test: everything a change has to pass. Leaves Vitest's and Playwright's results in reports/ and prints the
// slowest tests. With --changed[=REVISION] it plays only the tests that import what has changed since that revision
// (HEAD by default).
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root, run, runTool } from './install.mjs'

ensureInstalled()
const { checkSources } = await import('./check.mjs')
const { buildTogether } = await import('./build-for-journeys.mjs')
const { findChromium } = await import('./chromium.mjs')
const { findPostgres } = await import('./local-services.mjs')
const { slowestTests } = await import('./slowest-tests.mjs')

const changed = process.argv.find((argument) => argument.startsWith('--changed'))
const revision = changed?.split('=')[1] ?? 'HEAD'

const chromium = findChromium()
try {
  findPostgres()
} catch (cause) {
  process.stderr.write(`${cause.message}\n`)
  process.exit(1)
}
mkdirSync(join(root, 'reports'), { recursive: true })
await checkSources()
runTool('vitest/vitest.mjs', [
  'run',
  ...(changed ? [`--changed=${revision}`, '--passWithNoTests'] : []),
  ...['--reporter=minimal', '--reporter=json', '--outputFile.json=reports/vitest.json'],
])
if (!changed) {
  await buildTogether()
  run(process.execPath, ['scripts/abuse.mjs', '--short'])
  // Whether the load works: three seconds of a few people.
  const few = ['--users', '6', '--groups', '1', '--rate', '20', '--minutes', '0.05']
  run(process.execPath, ['scripts/load.mjs', ...few])
}
runTool(
  '@playwright/test/cli.js',
  ['test', ...(changed ? [`--only-changed=${revision}`, '--pass-with-no-tests'] : [])],
  { env: { ...process.env, CHROMIUM_PATH: chromium } },
)
process.stderr.write(slowestTests(20))

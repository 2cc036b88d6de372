// npm run bench: measures the production bundles in a real browser, and what they are compared with, in one run.
//   NAME…          only these rows        --sizes 1k,10k,1M   how many messages are stored
//   --no-peers     without other programs --smoke             whether every measure works; writes and judges nothing
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { appSources, buildIfChanged } from './build-if-changed.mjs'
import { findChromium } from './chromium.mjs'
import { ensureInstalled, root, run, runTool } from './install.mjs'

const sources = [...appSources, 'server', 'test/bench', 'test/browser/support', 'scripts/bench.mjs']

const buildPages = () =>
  runTool('vite/bin/vite.js', ['build', '--config', 'test/bench/pages/vite.config.ts', '--logLevel', 'warn'])
const buildRunner = () =>
  runTool('vite/bin/vite.js', ['build', '--config', 'test/bench/vite.config.ts', '--logLevel', 'warn'])

ensureInstalled()
ensureBuilt()
buildIfChanged(sources, 'dist/bench-fingerprint', () => {
  buildPages()
  buildRunner()
})
run(process.execPath, [join(root, '.cache', 'bench', 'main.mjs'), ...process.argv.slice(2)], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, CHROMIUM_PATH: findChromium() },
})

// Builds the programs and the pages of the bench, unless they are built from exactly these sources.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { appSources, buildIfChanged } from './build-if-changed.mjs'
import { runTool } from './install.mjs'

/** The bench's folder, relative to the root. */
export const bench = join('test', 'bench')
const ownFolders = ['browser', 'host', 'load', 'measures', 'metrics', 'pages', 'running', 'server', 'world']
const sources = [
  ...appSources,
  'server',
  'test/browser/support',
  'scripts/build-bench.mjs',
  ...[...ownFolders, 'main.ts', 'vite.config.ts'].map((name) => join(bench, name)),
]

/** Builds with one of the bench's configurations. */
export const buildBenchWith = (config) =>
  runTool('vite/bin/vite.js', ['build', '--config', join(bench, config), '--logLevel', 'warn'])

export const ensureBenchBuilt = () =>
  buildIfChanged(sources, 'dist/bench-fingerprint', () => {
    buildBenchWith('pages/vite.config.ts')
    buildBenchWith('vite.config.ts')
  })

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) ensureBenchBuilt()

// npm run build:demo: the demo as static files in dist/demo, which any file host can serve from its root.
import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { appSources, buildIfChanged } from './build-if-changed.mjs'
import { ensureInstalled, root, runTool } from './install.mjs'

const worldSources = [
  'server/store',
  'src/app/locales.ts',
  'src/demo/dump',
  'src/demo/pictures',
  'src/demo/world',
  'src/demo/addresses.ts',
  'package-lock.json',
  'scripts/build-demo.mjs',
  'vite.server.config.ts',
]
const pageSources = [...appSources, ...worldSources, 'server', 'vite.demo.config.ts']
const quietly = ['--logLevel', 'error']

const worlds = join(root, 'dist', 'demo-worlds')

/** One prepared world per language. Takes longest and changes least. */
const ensureWorldsMade = () =>
  buildIfChanged(worldSources, 'dist/demo-worlds-fingerprint', () => {
    const program = ['--ssr', 'src/demo/dump/make-dumps.ts', '--outDir', 'dist/demo-tools']
    runTool('vite/bin/vite.js', ['build', '--config', 'vite.server.config.ts', ...program, ...quietly])
    runTool('../dist/demo-tools/make-dumps.js', [worlds])
  })

/** Builds if any source of the demo has changed. */
export const ensureDemoBuilt = () =>
  buildIfChanged(pageSources, 'dist/demo-fingerprint', () => {
    ensureWorldsMade()
    runTool('vite/bin/vite.js', ['build', '--config', 'vite.demo.config.ts', ...quietly])
    const demo = join(root, 'dist', 'demo')
    for (const file of readdirSync(worlds)) copyFileSync(join(worlds, file), join(demo, file))
    // Many file hosts show 404.html for an address without a file. Here every address is the same page.
    copyFileSync(join(demo, 'index.html'), join(demo, '404.html'))
  })

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled()
  ensureDemoBuilt()
}

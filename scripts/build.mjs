// Builds the app and the server into dist/, unless dist/ already holds a build of exactly these sources.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { appSources, buildIfChanged, filesBelow } from './build-if-changed.mjs'
import { ensureInstalled, root, runTool } from './install.mjs'

const sources = [
  ...appSources,
  'server',
  'scripts/build.mjs',
  'index.html',
  'vite.config.ts',
  'vite.server.config.ts',
]

/**
 * Brotli's highest quality, with a window for the whole file. In smaller blocks the size of a chunk of 460 kB differs by
 * 240 bytes between builds in which only the names of other files differ.
 */
const smallest = {
  [constants.BROTLI_PARAM_QUALITY]: 11,
  [constants.BROTLI_PARAM_LGWIN]: 24,
  [constants.BROTLI_PARAM_LGBLOCK]: 19,
}

/**
 * Writes a .br and a .gz for each text file, so that serving costs no CPU time. Programs get a .gz only, because .br
 * takes a minute.
 */
const precompress = () => {
  const files = filesBelow(join(root, 'dist', 'app'))
  for (const file of files.filter((file) => file.endsWith('.wasm')))
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 6 }))
  const texts = files.filter((file) => /\.(js|css|html|svg|json|webmanifest)$/.test(file))
  for (const file of texts) {
    const content = readFileSync(file)
    if (content.length < 256) continue
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: smallest }))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}

/** Builds if any source has changed. */
export const ensureBuilt = () =>
  buildIfChanged(sources, 'dist/fingerprint', () => {
    runTool('vite/bin/vite.js', ['build', '--logLevel', 'warn'])
    runTool('vite/bin/vite.js', ['build', '--config', 'vite.server.config.ts', '--logLevel', 'warn'])
    precompress()
  })

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled()
  ensureBuilt()
}

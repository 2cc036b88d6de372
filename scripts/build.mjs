// Builds the app and the server into dist/, unless dist/ already holds a build of exactly these sources.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { ensureInstalled, root, runTool } from './install.mjs'

const sources = [
  'schemas',
  'domain',
  'streams',
  'machines',
  'server',
  'src',
  'locales',
  'public',
  'scripts/build.mjs',
  'index.html',
  'package-lock.json',
  'vite.config.ts',
  'vite.server.config.ts',
  'lingui.config.js',
  'tsconfig.json',
]
const mark = join(root, 'dist', 'fingerprint')

const filesBelow = (path) => {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}

const fingerprint = () => {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((source) => filesBelow(join(root, source))))
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

/** Lays a .br and a .gz beside each text file, so that serving costs no time. */
const precompress = () => {
  const texts = filesBelow(join(root, 'dist', 'app')).filter((file) =>
    /\.(js|css|html|svg|json|webmanifest)$/.test(file),
  )
  for (const file of texts) {
    const content = readFileSync(file)
    if (content.length < 1024) continue
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
    )
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}

/** Builds when anything that goes into the build has changed. */
export const ensureBuilt = () => {
  const wanted = fingerprint()
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  runTool('vite/bin/vite.js', ['build', '--logLevel', 'warn'])
  runTool('vite/bin/vite.js', ['build', '--config', 'vite.server.config.ts', '--logLevel', 'warn'])
  precompress()
  writeFileSync(mark, wanted)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled()
  ensureBuilt()
}

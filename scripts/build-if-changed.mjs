// Runs a build unless its output matches the current sources.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './install.mjs'

/** The sources of every browser build, as paths below the root. */
export const appSources = [
  'schemas',
  'domain',
  'streams',
  'machines',
  'client',
  'src',
  'locales',
  'public',
  'scripts/build-plugins.ts',
  'scripts/emoji-modules.ts',
  'scripts/third-party-licences.ts',
  'package-lock.json',
  'lingui.config.js',
  'tsconfig.json',
]

/** Every file below a path, in a fixed order. */
export const filesBelow = (path) => {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}

const fingerprint = (sources) => {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((source) => filesBelow(join(root, source))))
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

/** Runs `build` if the fingerprint of the sources differs from the stored one. Paths are relative to the root. */
export const buildIfChanged = (sources, markFile, build) => {
  const mark = join(root, markFile)
  const wanted = fingerprint(sources)
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  build()
  mkdirSync(dirname(mark), { recursive: true })
  writeFileSync(mark, wanted)
}

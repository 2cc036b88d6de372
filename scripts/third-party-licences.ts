import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ThirdPartyLicences } from 'virtual:third-party-licences'
import type { Plugin } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const virtualId = 'virtual:third-party-licences'

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
}

/** Reads the licences of all dependencies but those for development, sorted by name. */
export function readThirdPartyLicences(): ThirdPartyLicences {
  // The lock file is written by npm.
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>
  }
  const texts: string[] = []
  const known = new Set<string>()
  const packages = Object.entries(lock.packages).flatMap(([path, { version = '', license = '', dev }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const isListed = known.has(`${name}@${version}`)
    // Builds of a package for other platforms are not installed.
    if (path === '' || dev === true || isListed || !existsSync(join(root, path))) return []
    known.add(`${name}@${version}`)
    const text = licenceTextIn(join(root, path))
    if (text !== undefined && !texts.includes(text)) texts.push(text)
    return [{ name, version, licence: license, ...(text === undefined ? {} : { text: texts.indexOf(text) }) }]
  })
  return { packages: packages.sort((one, other) => one.name.localeCompare(other.name, 'en')), texts }
}

function licenceTextIn(folder: string): string | undefined {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)(\.(md|txt|mit))?$/i.test(name))
  return file === undefined ? undefined : readFileSync(join(folder, file), 'utf8').trim()
}

/** Provides the licences as a module, read when the build needs it. */
export const thirdPartyLicences = (): Plugin => ({
  name: 'third-party-licences',
  resolveId: (id) => (id === virtualId ? `\0${virtualId}` : undefined),
  load: (id) =>
    id === `\0${virtualId}`
      ? `export const licences = JSON.parse(${JSON.stringify(JSON.stringify(readThirdPartyLicences()))})`
      : undefined,
})

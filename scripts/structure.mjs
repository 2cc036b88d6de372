// Checks what the linter cannot: import directions, the length of files, and that the core reaches its platform by ports only.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from './install.mjs'

const lineLimit = 300
/** What each folder may import besides itself. */
const mayImport = {
  schemas: [],
  domain: ['schemas'],
  streams: ['schemas', 'domain'],
  machines: ['schemas', 'domain', 'streams'],
  client: ['schemas', 'domain', 'streams', 'machines'],
  src: ['schemas', 'domain', 'streams', 'machines', 'client', 'locales'],
  server: ['schemas', 'domain'],
}
const packagesNotIn = {
  domain: /^(xstate|@xstate|rxjs|dexie|react|zod|@tanstack|hono|drizzle)/,
  streams: /^(xstate|@xstate|react|zod|hono|drizzle)/,
  machines: /^(react|dexie|zod|hono|drizzle|@xstate\/react)/,
  client: /^(react|dexie|zod|hono|drizzle|@xstate\/react)/,
  schemas: /^(xstate|@xstate|rxjs|dexie|react|hono|drizzle)/,
  server: /^(react|dexie|xstate|zod)/,
  src: /^(dexie|zod|hono|drizzle|msw|@electric-sql)/,
  demo: /^(dexie|zod)/,
}
/** Platform calls that must come through a port. */
const platform =
  /(?<![\w.'"`#])(Date\.now\(|new Date\(\)|setTimeout\(|setInterval\(|Math\.random\(|fetch\(|new WebSocket\(|navigator\.|localStorage|sessionStorage|globalThis\.crypto|crypto\.)/
const withoutPlatform = ['schemas/', 'domain/', 'streams/', 'machines/', 'client/', 'server/']
const mayTouchPlatform = ['server/hosts/', 'streams/ports.ts']

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx|css|mjs|js)$/.test(file) && existsSync(join(root, file)))

const importsOf = (text) =>
  [
    ...text.matchAll(
      /(?:^|[\s;}])(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g,
    ),
  ].map((match) => match[1] ?? match[2])

const areaOf = (file, specifier) => {
  if (specifier.startsWith('#')) return specifier.slice(1).split('/')[0]
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier)).split('/')[0]
  return undefined
}

/** The demo hosts the backend, so it reaches into the server and knows what a host has to know; nobody reaches into it. */
const isDemo = (file) => file.startsWith('src/demo/')
const pathOf = (file, specifier) =>
  specifier.startsWith('#') ? specifier.slice(1) : normalize(join(dirname(file), specifier))

const isWrongArea = (file, specifier, area) => {
  const own = file.split('/')[0]
  if (!isDemo(file) && isDemo(pathOf(file, specifier))) return true
  return area !== own && !mayImport[own].includes(area) && !(isDemo(file) && area === 'server')
}

const wrongImports = (file, text) => {
  const own = file.split('/')[0]
  if (!mayImport[own]) return []
  const forbiddenPackages = packagesNotIn[isDemo(file) ? 'demo' : own]
  return importsOf(text).flatMap((specifier) => {
    const area = areaOf(file, specifier)
    if (area === undefined)
      return forbiddenPackages?.test(specifier)
        ? [`${file}: ${own} may not know the package ${specifier}`]
        : []
    return isWrongArea(file, specifier, area) ? [`${file}: ${own} may not import ${specifier}`] : []
  })
}

const platformCalls = (file, text) => {
  if (
    !withoutPlatform.some((area) => file.startsWith(area)) ||
    mayTouchPlatform.some((area) => file.startsWith(area))
  )
    return []
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*(\/\/|\*|\/\*)/.test(line)) return []
    const found = platform.exec(line)
    return found ? [`${file}:${index + 1}: ${found[1]} must come through a port`] : []
  })
}

const faults = files.flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8')
  const lines = text.split('\n').length - 1
  const tooLong = lines > lineLimit ? [`${file}: ${lines} lines, the limit is ${lineLimit}`] : []
  return [...tooLong, ...wrongImports(file, text), ...platformCalls(file, text)]
})

for (const fault of faults) process.stderr.write(`${fault}\n`)
if (faults.length > 0) process.exit(1)
process.stderr.write(`structure: ${files.length} files in order\n`)

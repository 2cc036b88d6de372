// Checks what compiler and linter cannot: import directions, import cycles, the length of files, that the core reaches
// its platform through ports only, that wire names and databases stay in their folders, and that no test claims to prove
// too many requirements.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Visitor } from 'vite'
import { findCycles, parseFile, resolveSpecifier, sourceFiles, specifiersOf } from './import-graph.mjs'
import { root } from './install.mjs'

const lineLimit = 300

/** The layers that each layer may import in addition to itself. */
const mayImport = {
  schemas: [],
  domain: ['schemas'],
  streams: ['schemas', 'domain'],
  machines: ['schemas', 'domain', 'streams'],
  client: ['schemas', 'domain', 'streams', 'machines'],
  src: ['schemas', 'domain', 'streams', 'machines', 'client', 'locales'],
  server: ['schemas', 'domain'],
}
/** The demo hosts the backend in the browser: it alone may import the server. No other folder may import the demo. */
const demo = 'src/demo/'

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

const layersOnPorts = ['schemas/', 'domain/', 'streams/', 'machines/', 'client/', 'server/']
const mayTouchPlatform = ['server/hosts/', 'streams/ports.ts']
const platformFunctions = new Set(['setTimeout', 'setInterval', 'fetch'])
const platformObjects = new Set(['navigator', 'localStorage', 'sessionStorage', 'crypto', 'WebSocket'])
const platformMethods = new Set(['Date.now', 'Math.random', 'globalThis.crypto'])

const layerOf = (file) => file.split('/')[0]

const wrongImports = (file, specifiers) => {
  const layer = layerOf(file)
  if (!mayImport[layer]) return []
  const isDemo = file.startsWith(demo)
  const forbiddenPackages = packagesNotIn[isDemo ? 'demo' : layer]
  return specifiers.flatMap((specifier) => {
    const target = resolveSpecifier(file, specifier)
    if (target === undefined)
      return forbiddenPackages?.test(specifier) ? [`${file}: ${layer} may not import ${specifier}`] : []
    if (target.startsWith(demo) && !isDemo) return [`${file}: only the demo may import the demo`]
    const goal = layerOf(target)
    const isAllowed = goal === layer || mayImport[layer].includes(goal) || (isDemo && goal === 'server')
    return isAllowed ? [] : [`${file}: ${layer} may not import ${specifier}`]
  })
}

/** Folders that may use wire names: the mappers, and both sides of the server. All others use the types of `streams/api`. */
const mayUseWireNames = ['schemas/', 'server/', 'streams/api/', demo, 'test/']
/** Folders that pass frames, calls and responses on without looking into them. */
const mayPassWireValues = [...mayUseWireNames, 'streams/http/', 'streams/inbound/', 'streams/socket/']

const wireImports = (file, targets) =>
  mayPassWireValues.some((path) => file.startsWith(path))
    ? []
    : targets
        .filter((target) => target.startsWith('schemas/wire/'))
        .map((target) => `${file}: may not import ${target}; use streams/api or schemas/translate`)

/** Wire names that the view uses for other things. */
const alsoOurNames = new Set(['Item'])

/** The names of all fields on the wire. They begin with a capital letter. */
const wireNames = () => {
  const names = new Set()
  const Property = ({ key }) => {
    if (/^[A-Z]/.test(key.name) && !alsoOurNames.has(key.name)) names.add(key.name)
  }
  for (const file of files.filter((file) => file.startsWith('schemas/wire/') && isCode(file)))
    new Visitor({ Property }).visit(parseFile(file).program)
  return names
}

/** Fields with wire names outside the folders that may know them. */
const wireFieldUses = ({ file, program }, names) => {
  const layer = layerOf(file)
  if (!mayImport[layer] || mayUseWireNames.some((path) => file.startsWith(path))) return []
  const found = new Set()
  const add = ({ type, name }) => {
    if (type === 'Identifier' && names.has(name)) found.add(name)
  }
  new Visitor({
    Property: ({ computed, key }) => !computed && add(key),
    MemberExpression: ({ computed, property }) => !computed && add(property),
  }).visit(program)
  return [...found].map((name) => `${file}: ${name} is a wire name; use streams/api or schemas/translate`)
}

/** Stored events have separate shapes, so that a read model's row may change without them. */
const rowImports = (file, targets) =>
  file.startsWith('schemas/log/')
    ? targets
        .filter((target) => target.startsWith('schemas/storage/'))
        .map((target) => `${file}: an event may not contain a row of ${target}`)
    : []

const isNamed = (node, names) => node?.type === 'Identifier' && names.has(node.name)

/** Uses of the clock, randomness, network or browser that bypass a port. */
const platformUses = ({ file, text, program }) => {
  const isOnPorts = layersOnPorts.some((layer) => file.startsWith(layer))
  if (!isOnPorts || mayTouchPlatform.some((path) => file.startsWith(path))) return []
  const uses = []
  const add = (node, name) => {
    const line = text.slice(0, node.start).split('\n').length
    uses.push(`${file}:${line}: ${name} must come through a port`)
  }
  new Visitor({
    CallExpression: (node) => {
      if (isNamed(node.callee, platformFunctions)) add(node, node.callee.name)
    },
    NewExpression: (node) => {
      if (isNamed(node.callee, platformObjects)) add(node, node.callee.name)
      if (node.callee.name === 'Date' && node.arguments.length === 0) add(node, 'new Date()')
    },
    MemberExpression: (node) => {
      if (isNamed(node.object, platformObjects)) add(node, node.object.name)
      const path = `${node.object.name}.${node.property.name}`
      if (platformMethods.has(path)) add(node, path)
    },
  }).visit(program)
  return uses
}

/** Opens and deletes databases. Other files use its functions. */
const databaseFolder = 'streams/storage/'
const databaseMethods = new Set(['open', 'deleteDatabase'])

/** Uses of IndexedDB that open or delete a database outside its folder. */
const databaseUses = ({ file, program }) => {
  if (!mayImport[layerOf(file)] || file.startsWith(databaseFolder)) return []
  const found = new Set()
  new Visitor({
    MemberExpression: ({ object, property }) => {
      const factory = object.name ?? object.property?.name
      if (factory === 'indexedDB' && databaseMethods.has(property.name)) found.add(property.name)
    },
  }).visit(program)
  return [...found].map((name) => `${file}: indexedDB.${name} belongs in ${databaseFolder}`)
}

const titleLimit = 6

/** The maximum number of requirement ids of one test. A test of more is split, or names the ids in its steps. */
const longTitles = (file, text) =>
  text.split('\n').flatMap((line, index) => {
    const ids = /\[([A-Z0-9]+-\d{2,3}(?: [A-Z0-9]+-\d{2,3})+)\]/.exec(line)?.[1]?.split(' ') ?? []
    const place = `${file}:${index + 1}`
    return ids.length > titleLimit
      ? [`${place}: ${ids.length} ids in a title, the limit is ${titleLimit}`]
      : []
  })

const isCode = (file) => /\.(ts|tsx)$/.test(file)
const files = sourceFiles()
const wireFields = wireNames()
const faults = []
const imports = new Map()
for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8')
  const lines = text.split('\n').length - 1
  if (lines > lineLimit) faults.push(`${file}: ${lines} lines, the limit is ${lineLimit}`)
  if (!isCode(file)) continue
  if (file.startsWith('test/')) faults.push(...longTitles(file, text))
  const parsed = parseFile(file)
  const specifiers = specifiersOf(parsed.program)
  const targets = specifiers.flatMap((specifier) => resolveSpecifier(file, specifier) ?? [])
  if (!file.startsWith('test/')) imports.set(file, new Set(targets))
  faults.push(...wrongImports(file, specifiers), ...wireImports(file, targets), ...platformUses(parsed))
  faults.push(...rowImports(file, targets), ...wireFieldUses(parsed, wireFields), ...databaseUses(parsed))
}
for (const cycle of findCycles(imports)) faults.push(`import cycle: ${cycle.join(', ')}`)

for (const fault of faults) process.stderr.write(`${fault}\n`)
if (faults.length > 0) process.exit(1)

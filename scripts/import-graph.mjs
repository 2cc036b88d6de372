// Reads which file imports which, type-only imports included, with Vite's parser (oxc).
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { root } from './install.mjs'

/** Files that git tracks or would track, as paths from the root. */
export const sourceFiles = () =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|tsx|css|mjs|js)$/.test(file) && existsSync(join(root, file)))

/** The parsed file. Throws with the file's name when it does not parse. */
export const parseFile = (file) => {
  const text = readFileSync(join(root, file), 'utf8')
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  return { file, text, program }
}

/** The specifiers of all static, dynamic and type imports and re-exports of a parsed file. */
export const specifiersOf = (program) => {
  const specifiers = []
  const add = (node) => {
    if (typeof node?.value === 'string') specifiers.push(node.value)
  }
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source ?? node.argument?.literal ?? node.argument),
  }).visit(program)
  return specifiers
}

/** The file of this repository that a specifier names, or undefined for a package. */
export const resolveSpecifier = (file, specifier) => {
  const path = specifier.replace(/\?.*$/, '')
  if (path.startsWith('#')) return path.slice(1)
  if (path.startsWith('.')) return normalize(join(dirname(file), path))
  return undefined
}

/**
 * Finds groups of files that import each other in a cycle (Tarjan's strongly connected components of two or more
 * files).
 */
export const findCycles = (imports) => {
  const index = new Map()
  const low = new Map()
  const stack = []
  const onStack = new Set()
  const cycles = []
  const visit = (file) => {
    index.set(file, index.size)
    low.set(file, index.get(file))
    stack.push(file)
    onStack.add(file)
    for (const next of imports.get(file) ?? []) {
      if (!imports.has(next)) continue
      if (!index.has(next)) visit(next)
      if (onStack.has(next)) low.set(file, Math.min(low.get(file), low.get(next)))
    }
    if (low.get(file) !== index.get(file)) return
    const component = stack.splice(stack.indexOf(file))
    for (const member of component) onStack.delete(member)
    if (component.length > 1) cycles.push(component.sort())
  }
  for (const file of imports.keys()) if (!index.has(file)) visit(file)
  return cycles
}

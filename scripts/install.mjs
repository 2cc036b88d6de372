// Installs missing packages of the lock file. Uses only Node's own modules.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const readPackages = (file) => {
  try {
    return JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).packages ?? {}
  } catch {
    return undefined
  }
}

/** Whether every package of the lock file that this platform needs is installed in its locked version. */
const isInstalled = () => {
  const wanted = readPackages('package-lock.json')
  const found = readPackages('node_modules/.package-lock.json')
  if (!wanted || !found) return false
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' || entry.optional || entry.devOptional || found[path]?.version === entry.version,
  )
}

/** Runs a command with its output on standard error. Exits with its code if it fails. */
export const run = (command, args, options = {}) => {
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options })
  if (result.error) {
    process.stderr.write(`${command} could not be started: ${result.error.message}\n`)
    process.exit(1)
  }
  if (result.status !== 0) process.exit(result.status ?? 1)
}

/** Rejects a Node that is too old, then installs missing packages. No package's install script is needed. */
export const ensureInstalled = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    process.stderr.write(`Node 20.19 or newer is needed; this is ${process.versions.node}.\n`)
    process.exit(1)
  }
  if (!isInstalled()) run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'])
}

/** Runs a tool of an installed package by its script, without a shell. */
export const runTool = (script, args, options) =>
  run(process.execPath, [`${root}node_modules/${script}`, ...args], options)

/**
 * Runs tools in parallel and prints the output of each when it has ended. Ends this process if one fails.
 * @param tools script and arguments of each, the script as for `runTool`
 */
export const runToolsTogether = async (tools) => {
  const codes = await Promise.all(
    tools.map(
      ([script, ...args]) =>
        new Promise((resolve) => {
          const path = script.startsWith('scripts/') ? `${root}${script}` : `${root}node_modules/${script}`
          const child = spawn(process.execPath, [path, ...args], { cwd: root })
          const output = []
          child.stdout.on('data', (chunk) => output.push(chunk))
          child.stderr.on('data', (chunk) => output.push(chunk))
          child.on('close', (code) => {
            process.stderr.write(Buffer.concat(output))
            resolve(code ?? 1)
          })
        }),
    ),
  )
  const failure = codes.find((code) => code !== 0)
  if (failure !== undefined) process.exit(failure)
}

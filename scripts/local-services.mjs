// Finds, installs and starts PostgreSQL, NATS and HAProxy on this machine. For tests and trials only.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Debian installs PostgreSQL, with a folder for each version. */
const postgresVersions = '/usr/lib/postgresql'
/** Debian's user `nobody`, who runs PostgreSQL here because it refuses to run as root. */
const nobody = 65_534
const isRoot = process.getuid?.() === 0

const versionsIn = (folder) =>
  existsSync(folder) ? readdirSync(folder).toSorted((left, right) => Number(right) - Number(left)) : []

/** The folder of PostgreSQL's programs: POSTGRES_BIN, or the newest version that is installed. */
const lookForPostgres = () =>
  [
    process.env.POSTGRES_BIN,
    ...versionsIn(postgresVersions).map((version) => join(postgresVersions, version, 'bin')),
  ].find((folder) => folder && existsSync(join(folder, 'initdb')))

/** Installs packages if this is Debian and the user is root. */
const install = (...packages) => {
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return
  const attempt = (command, args) => spawnSync(command, args, { stdio: ['ignore', 2, 2] }).status === 0
  if (attempt('apt-get', ['update', '-qq']))
    attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages])
}

/**
 * Returns the folder of PostgreSQL's programs, installed if necessary.
 * @throws an error that says what to install
 */
export const findPostgres = () => {
  const found = lookForPostgres()
  if (found) return found
  install('postgresql')
  const folder = lookForPostgres()
  if (folder) return folder
  throw new Error(
    'PostgreSQL is needed: install the package "postgresql", or set POSTGRES_BIN to its programs.',
  )
}

/** The folders of programs. Debian installs servers in /usr/sbin, which is not on the path of every user. */
const programFolders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/bin']

/**
 * Returns the path of a program, installed if necessary.
 * @throws an error that says what to install
 */
const findProgram = (name) => {
  const look = () => programFolders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  const found = look()
  if (found) return found
  install(name)
  const path = look()
  if (path) return path
  throw new Error(`${name} is needed: install the package "${name}".`)
}

/**
 * Finds the programs of a cluster, installed if necessary.
 * @throws an error that says what to install
 */
export const findClusterPrograms = () => {
  findPostgres()
  findProgram('nats-server')
  findProgram('haproxy')
}

/** Returns a port that is free now. */
export const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

const acceptsConnections = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
  })

/** Starts a program and waits until it accepts connections. */
const startOn = async (port, program, args, env = {}) => {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } })
  const lines = []
  child.stderr.on('data', (text) => lines.push(String(text)))
  while (!(await acceptsConnections(port))) {
    if (child.exitCode !== null) throw new Error(`${program} did not start: ${lines.join('')}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return child
}

const end = async (child, signal) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

/** Starts NATS on a free port. It stores nothing, because notices may be lost. */
export const startNats = async () => {
  const program = findProgram('nats-server')
  const port = await freePort()
  const start = () => startOn(port, program, ['-a', '127.0.0.1', '-p', String(port)])
  let child = await start()
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    restart: async (signal = 'SIGKILL', pause = 0) => {
      await end(child, signal)
      await new Promise((resolve) => setTimeout(resolve, pause))
      child = await start()
    },
    stop: () => end(child, 'SIGTERM'),
  }
}

/**
 * Starts the proxy with the configuration for production.
 * @param nodes host and port of each node
 */
export const startProxy = async (port, nodes) => {
  const file = new URL('../deploy/haproxy.cfg', import.meta.url).pathname
  const addresses = nodes.map((address, index) => [`CHAT_NODE_${index + 1}`, address])
  const env = { CHAT_BIND: `127.0.0.1:${port}`, ...Object.fromEntries(addresses) }
  const child = await startOn(port, findProgram('haproxy'), ['-db', '-f', file], env)
  return { stop: () => end(child, 'SIGTERM') }
}

/** Settings that make PostgreSQL faster and its data unsafe, for a database of one test. */
export const quickSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
}

/**
 * Creates an empty PostgreSQL in a folder of its own and starts it, reachable through a socket in that folder.
 * @param settings settings of PostgreSQL
 */
export const startPostgres = async (settings = {}) => {
  const programs = findPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'chat-postgres-'))
  if (isRoot) chownSync(folder, nobody, nobody)
  const owner = isRoot ? { uid: nobody, gid: nobody } : {}
  const data = join(folder, 'data')
  const initdb = ['-D', data, '-U', 'chat', '-A', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8', '--no-sync']
  const created = spawnSync(join(programs, 'initdb'), initdb, { ...owner, encoding: 'utf8' })
  if (created.status !== 0) throw new Error(`initdb failed: ${created.stderr}`)
  const start = async () => {
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const server = spawn(
      join(programs, 'postgres'),
      ['-D', data, '-k', folder, '-c', 'listen_addresses=', ...options],
      { ...owner, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    const lines = []
    await new Promise((resolve, reject) => {
      server.stderr.on('data', (text) => {
        lines.push(String(text))
        if (String(text).includes('ready to accept connections')) resolve()
      })
      server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${lines.join('')}`)))
    })
    return server
  }
  /** Sessions of a killed server hold its memory until they notice, and it does not start before that. */
  const startAgain = async () => {
    for (;;) {
      try {
        return await start()
      } catch (cause) {
        if (!cause.message.includes('shared memory block')) throw cause
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }
  let server = await start()
  return {
    url: `postgresql://chat@/postgres?host=${encodeURIComponent(folder)}`,
    get pid() {
      return server.pid
    },
    /** Stops it and starts it with the same data. */
    restart: async (signal = 'SIGINT') => {
      await end(server, signal)
      server = await startAgain()
    },
    /** Ends all sessions, stops and removes the data. */
    stop: async () => {
      await end(server, 'SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

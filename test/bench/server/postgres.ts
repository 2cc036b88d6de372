import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PGlite, protocol } from '@electric-sql/pglite'
import { Mutex } from 'async-mutex'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from '#server/store/migrate.ts'
import type { OpenDatabase } from '#server/store/prepared-pglite.ts'
import { endWithBench } from '../running/ending.ts'

const { messages, serialize } = protocol
type Message = Parameters<Parameters<InstanceType<typeof protocol.Parser>['parse']>[1]>[0]

/** Where Debian installs the server, by version. */
const installed = '/usr/lib/postgresql'
/** PostgreSQL does not run as root: `nobody` of Debian. */
const nobody = 65_534
const user = 'bench'

/** The folder of PostgreSQL's programs: `POSTGRES_BIN`, or the newest version that is installed. */
function findPrograms(): string | undefined {
  const versions = existsSync(installed) ? readdirSync(installed) : []
  const newestFirst = versions.toSorted((left, right) => Number(right) - Number(left))
  const folders = [process.env.POSTGRES_BIN ?? '', ...newestFirst.map((name) => join(installed, name, 'bin'))]
  return folders.find((folder) => existsSync(join(folder, 'initdb')))
}

/**
 * Creates an empty cluster of PostgreSQL with its usual settings, starts it and migrates it. It ends with the bench at
 * the latest.
 * @returns undefined if PostgreSQL is not installed
 */
export async function openPostgres(): Promise<OpenDatabase | undefined> {
  const programs = findPrograms()
  if (programs === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'bench-postgres-'))
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(folder, nobody, nobody)
  const owner = isRoot ? { uid: nobody, gid: nobody } : {}
  const data = join(folder, 'data')
  const initdb = ['-D', data, '-U', user, '-A', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8', '--no-sync']
  const created = spawnSync(join(programs, 'initdb'), initdb, { ...owner, encoding: 'utf8' })
  if (created.status !== 0) throw new Error(`initdb failed: ${created.stderr}`)
  const server = spawn(join(programs, 'postgres'), ['-D', data, '-k', folder, '-c', 'listen_addresses='], {
    ...owner,
    stdio: 'ignore',
  })
  const exited = once(server, 'exit')
  const close = endWithBench(async () => {
    // Ends the sessions and stops.
    server.kill('SIGINT')
    await exited
    rmSync(folder, { recursive: true, force: true })
  })
  const connection = await connectWhenReady(join(folder, '.s.PGSQL.5432'))
  // Drizzle's driver of PGlite calls only these two methods.
  const database = drizzle({ client: connection as unknown as PGlite })
  await migrate(database)
  return { database, close }
}

/** The time until a new cluster accepts sessions at the latest, ms. */
const startLimit = 30_000

/** A starting server has no socket at first, and then rejects each session. */
async function connectWhenReady(path: string): Promise<PostgresConnection> {
  for (const start = performance.now(); ; ) {
    const socket = connect(path)
    try {
      await once(socket, 'connect')
      const connection = new PostgresConnection(socket)
      await connection.start()
      return connection
    } catch (cause) {
      if (performance.now() - start > startLimit) throw cause
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** One connection with prepared statements. Its methods are those of PGlite that Drizzle calls. */
class PostgresConnection {
  readonly #socket: Socket
  readonly #mutex = new Mutex()
  readonly #names = new Map<string, string>()
  readonly #parser = new protocol.Parser()
  #received: Message[] = []
  #answered: ((received: readonly Message[]) => void) | undefined

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (bytes) =>
      this.#parser.parse(bytes, (message) => {
        this.#received.push(message)
        if (message instanceof messages.ReadyForQueryMessage) this.#answered?.(this.#received)
      }),
    )
    // A rejected session ends with an error, without being ready for a query.
    socket.on('close', () => this.#answered?.(this.#received))
  }

  /** Signs in. */
  start(): Promise<unknown> {
    return this.#exchange([serialize.startup({ user, database: 'postgres' })])
  }

  query(text: string, values: readonly unknown[], options?: { readonly rowMode?: 'array' | 'object' }) {
    return this.#mutex.runExclusive(() => this.#run(text, values, options))
  }

  transaction<Result>(run: (transaction: unknown) => Promise<Result>): Promise<Result> {
    return this.#mutex.runExclusive(async () => {
      await this.#run('begin', [])
      try {
        const result = await run({ query: this.#run.bind(this) })
        await this.#run('commit', [])
        return result
      } catch (cause) {
        await this.#run('rollback', [])
        throw cause
      }
    })
  }

  async #run(text: string, values: readonly unknown[], options?: { readonly rowMode?: 'array' | 'object' }) {
    const known = this.#names.get(text)
    const name = known ?? `prepared_${this.#names.size}`
    this.#names.set(text, name)
    const received = await this.#exchange([
      ...(known === undefined ? [serialize.parse({ name, text })] : []),
      serialize.bind({ statement: name, values: values.map(writeValue) }),
      serialize.describe({ type: 'P' }),
      serialize.execute(),
      serialize.sync(),
    ])
    const fields = received.find((part) => part instanceof messages.RowDescriptionMessage)?.fields ?? []
    const rows = received.flatMap((part) => {
      if (!(part instanceof messages.DataRowMessage)) return []
      const row = part.fields.map((value, index) => readValue(value, fields[index]?.dataTypeID))
      if (options?.rowMode === 'array') return [row]
      return [Object.fromEntries(row.map((value, index) => [fields[index]?.name, value]))]
    })
    return { rows, fields }
  }

  async #exchange(parts: readonly Uint8Array[]): Promise<readonly Message[]> {
    this.#received = []
    const answer = new Promise<readonly Message[]>((resolve) => {
      this.#answered = resolve
    })
    this.#socket.write(Buffer.concat(parts))
    const received = await answer
    const failure = received.find((part) => part instanceof messages.DatabaseError)
    if (failure) throw failure
    return received
  }
}

const numberTypes: readonly (number | undefined)[] = [20, 21, 23]
const booleanType = 16

function readValue(value: string | null, type: number | undefined): unknown {
  if (value === null) return null
  if (type === booleanType) return value === 't'
  return numberTypes.includes(type) ? Number(value) : value
}

function writeValue(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return Array.isArray(value) ? `{${value.map((entry) => JSON.stringify(entry)).join()}}` : String(value)
}

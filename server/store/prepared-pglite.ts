import { PGlite, protocol, type QueryOptions, type Results, type Transaction } from '@electric-sql/pglite'
import type { Filesystem } from '@electric-sql/pglite/basefs'
import { Mutex } from 'async-mutex'
import type { Logger } from 'drizzle-orm/logger'
import { drizzle } from 'drizzle-orm/pglite'
import { type Database, timeClient } from './database.ts'
import { migrate } from './migrate.ts'
import { affectedRows, type PgliteResponse, readResponse } from './pglite-response.ts'

/** A statement that the database has parsed and planned under a name. */
interface PreparedStatement {
  readonly name: string
  /** Types of the parameters, in order. */
  readonly parameterTypes: readonly number[]
  readonly fields: Results['fields']
  readonly canWrite: boolean
  uses: number
}

/** The maximum number of prepared statements; those with lists of many lengths would accumulate. */
const maxStatements = 500
/** The number of uses after which a statement is planned again, because the tables have grown. */
const usesOfPlan = 1000

/** Sessions commit without a sync, because a single sync follows for all that wait. */
const powerParameters = ['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'synchronous_commit=off']
/** Makes all earlier commits durable: writes a record that nobody reads, and syncs the write-ahead log up to it. */
const flushStatement = "select pg_logical_emit_message(false, 'flush', '', true)"

/** The size of the write-ahead log at which `checkpoint` ends it, bytes. */
const logLimit = 64 * 1024 * 1024
const logSizeQuery =
  'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::bigint as size from pg_control_checkpoint()'

/** A directory, the dump of a database to open in memory, or files whose syncs reach the disk. */
export type DatabasePlace = string | Blob | Filesystem

const { messages, serialize } = protocol

/**
 * The embedded PostgreSQL with prepared statements: a repeated statement takes one round trip instead of six, and is
 * not parsed and planned again. Uses only PGlite's public methods. Everything runs under one mutex, so nothing else may
 * use the same PGlite.
 */
export class PreparedPglite {
  readonly #client: PGlite
  readonly #isOnDisk: boolean
  /** Whether a commit must survive a power cut before its caller, or a later reader, gets a result. */
  readonly #isDurable: boolean
  /** Whether something was written since the last flush. */
  #hasUnflushed = false
  #nextFlush: Promise<void> | undefined
  readonly #mutex = new Mutex()
  /** By their text, least recently used first. */
  readonly #statements = new Map<string, PreparedStatement>()
  #count = 0

  private constructor(client: PGlite, place: DatabasePlace | undefined) {
    this.#client = client
    this.#isOnDisk = typeof place === 'string'
    this.#isDurable = isFilesystem(place)
  }

  /** Opens the database; resolves when it accepts queries. Without a place it is empty and in memory. */
  static async open(place?: DatabasePlace): Promise<PreparedPglite> {
    const client = await PGlite.create({
      ...(typeof place === 'string' && { dataDir: place }),
      ...(place instanceof Blob && { loadDataDir: place }),
      ...(isFilesystem(place) && { fs: place }),
      startParams: [
        // `-F` turns syncs off.
        ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F' || !isFilesystem(place)),
        ...(isFilesystem(place) ? powerParameters : []),
        // One plan for all values, because planning for the first values costs more than it saves with such small
        // statements.
        ...['-c', 'plan_cache_mode=force_generic_plan'],
        // The system caches the files anyway, and these buffers stay in the process's memory.
        ...['-c', 'shared_buffers=16MB'],
      ],
    })
    return new PreparedPglite(client, place)
  }

  /**
   * A Drizzle database over this client. `logger` logs each statement before it runs, `startTimer` times each statement
   * and transaction.
   */
  toDatabase(logger?: Logger, startTimer?: () => () => void): Database {
    // Drizzle's PGlite driver calls only `query` and `transaction`, which are those of PGlite here.
    const client = (startTimer ? timeClient(this, startTimer) : this) as unknown as PGlite
    return drizzle({ client, ...(logger && { logger }) })
  }

  query<Row>(query: string, params: unknown[] = [], options?: QueryOptions): Promise<Results<Row>> {
    return this.#runDurably(async () => {
      if (!isPlain(options)) return this.#write(() => this.#client.query<Row>(query, params, options))
      const results = this.#run<Row>(query, params, options)
      if (this.#isOnDisk) await this.#client.syncToFs()
      return results
    })
  }

  /** Runs a script of statements without parameters. */
  exec(script: string): Promise<unknown> {
    return this.#runDurably(() => this.#write(() => this.#client.exec(script)))
  }

  transaction<Result>(run: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.#runDurably(() =>
      this.#client.transaction((transaction) => run(this.#preparing(transaction))),
    )
  }

  /**
   * Ends a write-ahead log that has become long. PostgreSQL without its background processes never does so, and would
   * replay all of it after a crash.
   */
  async checkpoint(): Promise<void> {
    const { rows } = await this.query<{ size: number }>(logSizeQuery)
    if (Number(rows[0]?.size ?? 0) > logLimit) await this.exec('checkpoint')
  }

  /** Waits for the work under way and closes the database. */
  close(): Promise<void> {
    return this.#mutex.runExclusive(() => this.#client.close())
  }

  /**
   * Runs alone. With durable commits it resolves when neither what was written nor what was read can be lost: a reader
   * must not see a commit that a power cut takes back.
   */
  async #runDurably<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      return await this.#mutex.runExclusive(run)
    } finally {
      if (this.#isDurable && this.#hasUnflushed) await this.#flush()
    }
  }

  /** One flush for everything that ends before the flush begins. */
  #flush(): Promise<void> {
    this.#nextFlush ??= this.#mutex.runExclusive(() => {
      this.#nextFlush = undefined
      this.#exchange(serialize.query(flushStatement))
      this.#hasUnflushed = false
    })
    return this.#nextFlush
  }

  /** Runs a step that may write. */
  #write<Result>(run: () => Result): Result {
    this.#hasUnflushed = true
    return run()
  }

  /** The same transaction with prepared statements. */
  #preparing(transaction: Transaction): Transaction {
    const { sql, exec, rollback, listen } = transaction
    return {
      rollback,
      listen,
      sql: (strings, ...values) => this.#write(() => sql(strings, ...values)),
      exec: (script, options) => this.#write(() => exec(script, options)),
      query: async (query, params, options) => {
        if (!transaction.closed && isPlain(options)) return this.#run(query, params ?? [], options)
        return this.#write(() => transaction.query(query, params, options))
      },
      get closed() {
        return transaction.closed
      },
    }
  }

  #run<Row>(query: string, params: readonly unknown[], options: QueryOptions | undefined): Results<Row> {
    const { name, parameterTypes, fields, canWrite } = this.#prepare(query)
    if (canWrite) this.#hasUnflushed = true
    const values = params.map((value, index) => this.#toText(value, parameterTypes[index]))
    const response = this.#exchange(
      serialize.bind({ statement: name, values }),
      serialize.execute(),
      serialize.sync(),
    )
    const parsers = fields.map(
      ({ dataTypeID }) => options?.parsers?.[dataTypeID] ?? this.#client.parsers[dataTypeID],
    )
    const toRow = (texts: PgliteResponse['rows'][number]) => {
      const row = texts.map((text, index) => {
        const parse = parsers[index]
        return text === null || !parse ? text : parse(text, fields[index]?.dataTypeID)
      })
      if (options?.rowMode === 'array') return row
      return Object.fromEntries(row.map((value, index) => [fields[index]?.name, value]))
    }
    // The caller states the type of a row, as with PGlite's own `query`.
    const rows = response.rows.map(toRow) as Row[]
    return { rows, fields: [...fields], affectedRows: affectedRows(response) }
  }

  #toText(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null
    const toText = type === undefined ? undefined : this.#client.serializers[type]
    return toText ? toText(value) : String(value)
  }

  #prepare(query: string): PreparedStatement {
    const known = this.#statements.get(query)
    if (known) this.#statements.delete(query)
    if (known && ++known.uses < usesOfPlan) {
      this.#statements.set(query, known)
      return known
    }
    if (known) this.#close(known)
    const name = `prepared_${++this.#count}`
    const { messages: response } = this.#exchange(
      serialize.parse({ name, text: query }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    )
    const parameters = response.find((part) => part instanceof messages.ParameterDescriptionMessage)
    const row = response.find((part) => part instanceof messages.RowDescriptionMessage)
    const fields = (row?.fields ?? []).map((field) => ({ name: field.name, dataTypeID: field.dataTypeID }))
    const canWrite = !/^\s*select\b/i.test(query)
    const statement = { name, parameterTypes: parameters?.dataTypeIDs ?? [], fields, canWrite, uses: 1 }
    this.#statements.set(query, statement)
    this.#makeRoom()
    return statement
  }

  #makeRoom(): void {
    if (this.#statements.size <= maxStatements) return
    const [oldest] = this.#statements
    if (!oldest) return
    this.#statements.delete(oldest[0])
    this.#close(oldest[1])
  }

  #close({ name }: PreparedStatement): void {
    this.#exchange(serialize.close({ type: 'S', name }), serialize.sync())
  }

  /**
   * One round trip.
   * @throws DatabaseError with PostgreSQL's code
   */
  #exchange(...parts: readonly Uint8Array[]): PgliteResponse {
    const pieces: Uint8Array[] = []
    const onRawData = (piece: Uint8Array) => void pieces.push(piece.slice())
    // It has done everything when it returns its promise. `execProtocolRawSync` would also parse the response in vain.
    this.#client.execProtocolRawStream(joined(parts), { syncToFs: false, onRawData }).catch(() => {})
    const response = readResponse(joined(pieces))
    const refusal = response.messages.find((part) => part instanceof messages.DatabaseError)
    if (refusal) throw refusal
    if (response.messages.at(-1)?.name !== 'readyForQuery') throw new Error('The database was aborted')
    return response
  }
}

export interface OpenDatabase {
  readonly database: Database
  close(): Promise<void>
}

interface OpenPglite extends OpenDatabase {
  /** Keeps the write-ahead log short; to be called every few seconds. */
  checkpoint(): Promise<void>
}

/** Opens the embedded PostgreSQL and migrates it. Without a place it is in memory. */
export async function openPglite(
  place?: string | Filesystem,
  startTimer?: () => () => void,
): Promise<OpenPglite> {
  const client = await PreparedPglite.open(place)
  const database = client.toDatabase(undefined, startTimer)
  await migrate(database)
  return { database, checkpoint: () => client.checkpoint(), close: () => client.close() }
}

const isFilesystem = (place: DatabasePlace | undefined): place is Filesystem =>
  typeof place === 'object' && !(place instanceof Blob)

/** Whether the options are those that Drizzle passes. */
const isPlain = (options: QueryOptions | undefined): boolean =>
  !options?.blob && !options?.paramTypes && !options?.serializers && !options?.onNotice

const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let end = 0
  for (const part of parts) {
    whole.set(part, end)
    end += part.length
  }
  return whole
}

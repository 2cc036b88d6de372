import { lte, sql } from 'drizzle-orm'
import type { LimitChange, LimitState, LimitStore } from '../../../ports.ts'
import type { Database } from '../../../store/database.ts'
import { limitState } from '../../../store/schema/index.ts'

type Decide = (state: LimitState | undefined) => LimitChange<unknown>

interface Waiting {
  readonly key: string
  readonly decide: Decide
  readonly resolve: (result: unknown) => void
  readonly reject: (cause: unknown) => void
}

/** The maximum number of changes of one transaction. */
const mostTogether = 200

/** The counters of all nodes, in PostgreSQL. Changes that arrive while others are stored are stored together. */
export class SharedLimitStore implements LimitStore {
  readonly #database: Database
  #waiting: Waiting[] = []
  #isRunning = false

  constructor(database: Database) {
    this.#database = database
  }

  change<Result>(
    key: string,
    decide: (state: LimitState | undefined) => LimitChange<Result>,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      // The result of this change is what its own function returns.
      this.#waiting.push({ key, decide, resolve: resolve as (result: unknown) => void, reject })
      if (!this.#isRunning) void this.#run()
    })
  }

  async removeExpired(now: number): Promise<void> {
    await this.#database.delete(limitState).where(lte(limitState.expiresAt, now))
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, mostTogether)
      try {
        const results = await this.#store(batch)
        for (const [index, { resolve }] of batch.entries()) resolve(results[index])
      } catch (cause) {
        for (const { reject } of batch) reject(cause)
      }
    }
    this.#isRunning = false
  }

  #store(batch: readonly Waiting[]): Promise<readonly unknown[]> {
    // All nodes lock keys in the same order, which prevents deadlocks.
    const keys = [...new Set(batch.map(({ key }) => key))].sort()
    return this.#database.transaction(async (transaction) => {
      // The update changes nothing. It locks the row.
      const locked = transaction
        .$with('locked', { key: sql<string>`key`.as('key'), state: sql<string>`state`.as('state') })
        .as(sql`insert into ${limitState} (key, state, expires_at) select unnest(${sql.param(keys)}::text[]), '', 0
          on conflict (key) do update set key = excluded.key returning key, state`)
      const rows = await transaction.with(locked).select().from(locked)
      const states = new Map(rows.map(({ key, state }) => [key, readState(state)]))
      const expiries = new Map<string, number>()
      const results = batch.map(({ key, decide }) => {
        const { state, expiresAt, result } = decide(states.get(key))
        states.set(key, state)
        expiries.set(key, state ? expiresAt : 0)
        return result
      })
      await transaction.execute(sql`
        update ${limitState} set state = given.state, expires_at = given.expires_at
        from unnest(${sql.param(keys)}::text[], ${sql.param(keys.map((key) => writeState(states.get(key))))}::text[],
          ${sql.param(keys.map((key) => Math.ceil(expiries.get(key) ?? 0)))}::bigint[]) as given (key, state, expires_at)
        where ${limitState.key} = given.key`)
      return results
    })
  }
}

const writeState = (state: LimitState | undefined): string => (state ? JSON.stringify(state) : '')
// Written by `writeState`.
const readState = (text: string): LimitState | undefined =>
  text === '' ? undefined : (JSON.parse(text) as LimitState)

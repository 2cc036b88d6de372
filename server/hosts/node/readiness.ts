import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'

/** The time limit for the response of the database, ms. */
const databaseTimeLimit = 2_000
/** How long a result is used again, ms. Anyone may ask, and this costs at most one statement a second. */
const resultLifetime = 1_000

/** Tells a proxy whether to send requests to this server. A server that runs may not be ready. */
export class Readiness {
  readonly #database: Pick<Database, 'execute'>
  readonly #now: () => number
  readonly #timeLimit: () => Promise<unknown>
  #isDraining = false
  #checkedAt = Number.NEGATIVE_INFINITY
  #result: Promise<boolean> = Promise.resolve(false)

  /**
   * @param now a clock that only moves forward, ms
   * @param timeLimit resolves when the database has not responded in time
   */
  constructor(
    database: Pick<Database, 'execute'>,
    now: () => number = () => performance.now(),
    timeLimit: () => Promise<unknown> = () => setTimeout(databaseTimeLimit, undefined, { ref: false }),
  ) {
    this.#database = database
    this.#now = now
    this.#timeLimit = timeLimit
  }

  /** From now on the server is not ready. */
  drain(): void {
    this.#isDraining = true
  }

  /** Responds to `GET /Ready.txt`: 200, or 503 while the server stops or while the database does not respond. */
  async respond(): Promise<Response> {
    if (this.#isDraining) return textResponse(503, 'Stopping')
    if (this.#now() - this.#checkedAt >= resultLifetime) {
      this.#checkedAt = this.#now()
      this.#result = this.#doesDatabaseRespond()
    }
    return (await this.#result) ? textResponse(200, 'Ready') : textResponse(503, 'No database')
  }

  #doesDatabaseRespond(): Promise<boolean> {
    const responds = this.#database.execute(sql`select 1`).then(
      () => true,
      () => false,
    )
    return Promise.race([responds, this.#timeLimit().then(() => false)])
  }
}

const textResponse = (status: number, text: string): Response =>
  new Response(text, { status, headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' } })

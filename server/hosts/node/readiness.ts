import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'

/** The time limit of the database for one statement, ms. */
const databaseWithin = 2_000
/** How long a result is used again, ms, so that checks by others cost at most a statement each second. */
const resultFor = 1_000

/** Whether this server should get requests, which a proxy asks. A living server may be not ready. */
export class Readiness {
  readonly #database: Pick<Database, 'execute'>
  readonly #now: () => number
  readonly #timeLimit: () => Promise<unknown>
  #isDraining = false
  #checkedAt = Number.NEGATIVE_INFINITY
  #result: Promise<boolean> = Promise.resolve(false)

  /**
   * @param now a clock that only moves forward, ms
   * @param timeLimit resolves after the longest time that a statement may take
   */
  constructor(
    database: Pick<Database, 'execute'>,
    now: () => number = () => performance.now(),
    timeLimit: () => Promise<unknown> = () => setTimeout(databaseWithin, undefined, { ref: false }),
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
    if (this.#now() - this.#checkedAt >= resultFor) {
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

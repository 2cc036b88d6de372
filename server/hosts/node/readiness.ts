import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FileStore } from '../../files/file-store.ts'
import type { Database } from '../../store/database.ts'

/** The time limit for the response of the database, and of the store of files, ms. */
const responseTimeLimit = 2_000
/** How long a result is used again, ms. Anyone may ask, and this costs at most one statement a second. */
const resultLifetime = 1_000
/** The same for the store of files, whose operator may pay for each request, ms. */
const filesLifetime = 10_000

/** Tells a proxy whether to send requests to this server. A server that runs may not be ready. */
export class Readiness {
  readonly #database: Pick<Database, 'execute'>
  readonly #files: Pick<FileStore, 'check'>
  readonly #now: () => number
  readonly #timeLimit: () => Promise<unknown>
  #isDraining = false
  #checkedAt = Number.NEGATIVE_INFINITY
  #filesCheckedAt = Number.NEGATIVE_INFINITY
  #hasFiles: Promise<boolean> = Promise.resolve(false)
  #result: Promise<Condition> = Promise.resolve('no-database')

  /**
   * @param now a clock that only moves forward, ms
   * @param timeLimit resolves when the database has not responded in time
   */
  constructor(
    database: Pick<Database, 'execute'>,
    files: Pick<FileStore, 'check'>,
    now: () => number = () => performance.now(),
    timeLimit: () => Promise<unknown> = () => setTimeout(responseTimeLimit, undefined, { ref: false }),
  ) {
    this.#database = database
    this.#files = files
    this.#now = now
    this.#timeLimit = timeLimit
  }

  /** From now on the server is not ready. */
  drain(): void {
    this.#isDraining = true
  }

  /**
   * Responds to `GET /Ready.txt`: 200, or 503 while the server stops or while the database does not respond. Without its
   * files a server is ready and says so: texts go on, and no other server has the files.
   */
  async respond(): Promise<Response> {
    if (this.#isDraining) return stopping()
    if (this.#now() - this.#checkedAt >= resultLifetime) {
      this.#checkedAt = this.#now()
      this.#result = this.#check()
    }
    const [status, text] = responses[await this.#result]
    // The stop may have begun while the database responded.
    return this.#isDraining ? stopping() : textResponse(status, text)
  }

  async #check(): Promise<Condition> {
    if (this.#now() - this.#filesCheckedAt >= filesLifetime) {
      this.#filesCheckedAt = this.#now()
      this.#hasFiles = this.#inTime(this.#files.check?.() ?? Promise.resolve())
    }
    const hasDatabase = this.#inTime(this.#database.execute(sql`select 1`))
    const [isUp, hasFiles] = await Promise.all([hasDatabase, this.#hasFiles])
    if (!isUp) return 'no-database'
    return hasFiles ? 'ready' : 'no-files'
  }

  #inTime(response: PromiseLike<unknown>): Promise<boolean> {
    const responds = response.then(
      () => true,
      () => false,
    )
    return Promise.race([responds, this.#timeLimit().then(() => false)])
  }
}

type Condition = 'ready' | 'no-files' | 'no-database'

const responses: Readonly<Record<Condition, readonly [status: number, text: string]>> = {
  ready: [200, 'Ready'],
  'no-files': [200, 'Ready, without files'],
  'no-database': [503, 'No database'],
}

const textResponse = (status: number, text: string): Response =>
  new Response(text, { status, headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' } })

const stopping = (): Response => textResponse(503, 'Stopping')

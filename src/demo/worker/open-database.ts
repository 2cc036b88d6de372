import { IdbFs, PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Database } from '#server/store/database.ts'
import { migrate } from '#server/store/migrate.ts'
import { browserClock } from '#src/app/ports/clock.ts'
import type { Clock, TimerHandle } from '#streams/ports.ts'
import type { Engine } from './engine.ts'
import type { ReportFault } from './faults.ts'

/** The name under which the browser keeps the database; the engine puts its own folder in front. */
const databaseName = 'chat-demo'
const browserDatabase = `/pglite/${databaseName}`

export interface OpenDatabase {
  readonly database: Database
  /** Saves at once whatever there is. Rejects when the browser rejects. */
  save(): Promise<void>
  /** Resolves when what was written so far is saved, or could not be. */
  saved(): Promise<void>
}

/** Whether a world was kept here. */
export const hasDatabase = async (): Promise<boolean> =>
  (await indexedDB.databases()).some(({ name }) => name === browserDatabase)

/** Opens the kept database, or starts it from a prepared dump. */
export async function openDatabase(
  engine: Engine,
  dump: Blob | undefined,
  report: ReportFault,
): Promise<OpenDatabase> {
  const save = () =>
    files
      .save()
      .catch((cause: unknown) => report({ kind: 'demo world', detail: 'could not be saved', cause }))
  const saver = createSaver(save, browserClock)
  const files = new SavedFileSystem(databaseName, saver.touch)
  const client = await PGlite.create({
    ...engine,
    fs: files,
    // Never run, as there always is a cluster; given so that the program that makes one is not fetched.
    initdbWasmModule: engine.pgliteWasmModule,
    ...(dump && { loadDataDir: new File([dump], 'world.tar.gz', { type: 'application/x-gzip' }) }),
  })
  const database = drizzle({ client })
  await migrate(database)
  return { database, save: () => files.save(), saved: saver.saved }
}

/** The engine's files in the browser's database, saved when we say so: the engine would do it after each statement. */
class SavedFileSystem extends IdbFs {
  readonly #onTouched: () => void

  constructor(name: string, onTouched: () => void) {
    super(name)
    this.#onTouched = onTouched
  }

  override async syncToFs(): Promise<void> {
    this.#onTouched()
  }

  /** Resolves when everything written before lies in the browser's database. */
  save(): Promise<void> {
    return super.syncToFs()
  }
}

/** How long changes may wait when nobody waits for them, ms. */
const saveWithin = 300

/** Saves what changes, one save at a time. */
interface Saver {
  /** Something may have changed. */
  touch(): void
  /** Resolves when everything that changed before this call is saved, or could not be. */
  saved(): Promise<void>
}

/**
 * clean ──touch──▶ touched ──saved(), or 300 ms──▶ saving ──▶ clean
 *                     ▲                              │ touched meanwhile
 *                     └──────────────────────────────┘
 *
 * `save` reports its own failures and never rejects.
 */
export function createSaver(save: () => Promise<void>, clock: Clock): Saver {
  let isTouched = false
  let timer: TimerHandle | undefined
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  const run = (): Promise<void> => {
    next = undefined
    isTouched = false
    if (timer) clock.clearTimeout(timer)
    timer = undefined
    return save()
  }
  const saved = (): Promise<void> => {
    if (!isTouched) return running
    next ??= running.then(run)
    running = next
    return next
  }
  return {
    touch: () => {
      isTouched = true
      timer ??= clock.setTimeout(() => void saved(), saveWithin)
    },
    saved,
  }
}

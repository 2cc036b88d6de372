import { IdbFs, PGlite } from '@electric-sql/pglite'
import pgliteData from '@electric-sql/pglite/pglite.data?url'
import pgliteWasm from '@electric-sql/pglite/pglite.wasm?url'
import { drizzle } from 'drizzle-orm/pglite'
import type { Database } from '#server/store/database.ts'
import { migrate } from '#server/store/migrate.ts'
import { browserClock } from '#src/app/ports/clock.ts'
import type { Clock, TimerHandle } from '#streams/ports.ts'
import type { ReportFault } from '../protocol.ts'

/** The name of the database in the browser. The engine adds its own folder before it. */
const databaseName = 'chat-demo'
const browserDatabase = `/pglite/${databaseName}`

export interface OpenDatabase {
  readonly database: Database
  /** Saves now. Rejects if the browser rejects. */
  save(): Promise<void>
  /** Resolves when all earlier changes are saved, or could not be. */
  saved(): Promise<void>
}

/** Whether a world is stored in this browser. */
export const hasDatabase = async (): Promise<boolean> =>
  (await indexedDB.databases()).some(({ name }) => name === browserDatabase)

/** Opens the stored database, or creates it from a prepared dump. */
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
    // Never run, because there always is a cluster. Set so that the program that creates one is not loaded.
    initdbWasmModule: engine.pgliteWasmModule,
    ...(dump && { loadDataDir: new File([dump], 'world.tar.gz', { type: 'application/x-gzip' }) }),
  })
  const database = drizzle({ client })
  await migrate(database)
  return { database, save: () => files.save(), saved: saver.saved }
}

/** The engine's files in the browser's database, saved on request. The engine would save after each statement. */
class SavedFileSystem extends IdbFs {
  readonly #onTouched: () => void

  constructor(name: string, onTouched: () => void) {
    super(name)
    this.#onTouched = onTouched
  }

  override async syncToFs(): Promise<void> {
    this.#onTouched()
  }

  /** Resolves when all earlier writes are stored in the browser's database. */
  save(): Promise<void> {
    return super.syncToFs()
  }
}

/** The longest delay of a save that nothing waits for, ms. */
const saveWithin = 300

/** Saves changes, one save at a time. */
interface Saver {
  /** Reports a possible change. */
  touch(): void
  /** Resolves when every change before this call is saved, or could not be. */
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

/** The loaded database engine. */
export interface Engine {
  readonly pgliteWasmModule: WebAssembly.Module
  readonly fsBundle: Blob
}

const load = async (url: string): Promise<Response> => {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}`)
  return response
}

// Compiles the WebAssembly program. Streaming needs the right content type, which some hosts lack.
const compile = async (url: string): Promise<WebAssembly.Module> => {
  const response = await load(url)
  const isTyped = response.headers.get('content-type')?.startsWith('application/wasm') === true
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer())
}

/** Loads both files of the engine in parallel, and compiles the program while it is loading. */
export const loadEngine = async (): Promise<Engine> => {
  const data = load(engineFiles.files).then((response) => response.blob())
  const [pgliteWasmModule, fsBundle] = await Promise.all([compile(engineFiles.program), data])
  return { pgliteWasmModule, fsBundle }
}

/** The files of the database engine: its program, and its file system. */
const engineFiles = { program: pgliteWasm, files: pgliteData } as const

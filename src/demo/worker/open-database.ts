import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Database } from '#server/store/database.ts'
import { migrate } from '#server/store/migrate.ts'
import type { Engine } from './engine.ts'

/** The name under which the browser keeps the database; the engine puts its own folder in front. */
const databaseName = 'chat-demo'
const browserDatabase = `/pglite/${databaseName}`

export interface OpenDatabase {
  readonly database: Database
  /** Resolves when everything written so far lies in the browser's database. */
  save(): Promise<void>
}

/** Whether a world was kept here. */
export const hasDatabase = async (): Promise<boolean> =>
  (await indexedDB.databases()).some(({ name }) => name === browserDatabase)

/** Opens the kept database, or starts it from a prepared dump. */
export async function openDatabase(engine: Engine, dump: Blob | undefined): Promise<OpenDatabase> {
  const client = await PGlite.create(`idb://${databaseName}`, {
    ...engine,
    // Never run, as there always is a cluster; given so that the program that makes one is not fetched.
    initdbWasmModule: engine.pgliteWasmModule,
    relaxedDurability: true,
    ...(dump && { loadDataDir: new File([dump], 'world.tar.gz', { type: 'application/x-gzip' }) }),
  })
  const database = drizzle({ client })
  await migrate(database)
  return { database, save: async () => client.fs?.syncToFs() }
}

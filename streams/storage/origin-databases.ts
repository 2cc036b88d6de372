import { type DatabasePlatform, openExisting, requestResult } from './databases.ts'

type Platform = Pick<DatabasePlatform, 'indexedDB'>

async function namesOf({ indexedDB }: Platform): Promise<readonly string[]> {
  const known = await indexedDB.databases()
  return known.flatMap(({ name }) => name ?? [])
}

/** Deletes the databases whose names match. Waits until other tabs have closed them. */
export async function deleteDatabases(
  platform: Platform,
  isWanted: (name: string) => boolean,
): Promise<void> {
  const names = (await namesOf(platform)).filter(isWanted)
  await Promise.all(names.map((name) => requestResult(platform.indexedDB.deleteDatabase(name))))
}

export interface StoreSize {
  readonly database: string
  readonly store: string
  readonly rows: number
  /** Estimated from the JSON text of some rows. */
  readonly bytes: number
}

/** The rows of a store that are measured. */
const sampleSize = 40

/** Measures every object store. Each database is open only for as long as that takes. */
export async function measureStores(platform: Platform): Promise<readonly StoreSize[]> {
  const sizes: StoreSize[] = []
  for (const name of await namesOf(platform)) {
    const database = await openExisting(platform.indexedDB, name)
    if (!database) continue
    database.onversionchange = () => database.close()
    try {
      for (const store of database.objectStoreNames) sizes.push(await sizeOf(database, store))
    } finally {
      database.close()
    }
  }
  return sizes
}

async function sizeOf(database: IDBDatabase, store: string): Promise<StoreSize> {
  const rows = database.transaction(store).objectStore(store)
  const [count, sample] = await Promise.all([
    requestResult(rows.count()),
    requestResult<unknown[]>(rows.getAll(null, sampleSize)),
  ])
  // Only the length is kept.
  const length = sample.reduce<number>((sum, row) => sum + JSON.stringify(row).length, 0)
  const bytes = sample.length === 0 ? 0 : Math.round((length / sample.length) * count)
  return { database: database.name, store, rows: count, bytes }
}

import { Dexie, type Table } from 'dexie'
import type { DatabasePlatform } from './databases.ts'
import { createConnection, databaseOptions } from './dexie-connection.ts'

/** Files by key, in a database of their own. Each operation may reject with a `StorageError`. */
export interface FileDatabase {
  put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  get(key: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  remove(key: string): Promise<void>
}

/** Creates the database on the first operation. */
export function createFileDatabase(platform: DatabasePlatform, name: string): FileDatabase {
  const database = new Dexie(name, databaseOptions(platform))
  database.version(1).stores({ files: '' })
  const files: Table<Uint8Array<ArrayBuffer>, string> = database.table('files')
  const { run } = createConnection(database)
  return {
    put: (key, bytes) => run(async () => void (await files.put(bytes, key))),
    get: (key) => run(() => files.get(key)),
    remove: (key) => run(() => files.delete(key)),
  }
}

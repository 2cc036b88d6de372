import type { DatabasePlatform } from '#streams/storage/databases.ts'

/** This browser's database; nothing where the browser gives none, or throws on the mere mention of it. */
export const findDatabase = (): Partial<DatabasePlatform> => {
  try {
    const { indexedDB, IDBKeyRange } = globalThis
    return { indexedDB, IDBKeyRange }
  } catch {
    return {}
  }
}

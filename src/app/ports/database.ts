import type { DatabasePlatform } from '#streams/storage/databases.ts'

/** Finds this browser's IndexedDB; empty if it is missing or forbidden, in which case access throws. */
export const findDatabase = (): Partial<DatabasePlatform> => {
  try {
    const { indexedDB, IDBKeyRange } = globalThis
    return { indexedDB, IDBKeyRange }
  } catch {
    return {}
  }
}

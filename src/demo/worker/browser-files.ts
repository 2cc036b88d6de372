import type { FileStore } from '#server/ports.ts'

const databaseName = 'chat-demo-files'
const storeName = 'files'

const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Files in the browser's database, opened once it is needed. */
export const createBrowserFiles = (): FileStore => {
  let opened: Promise<IDBDatabase> | undefined
  const open = (): Promise<IDBDatabase> => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    return settled(request)
  }
  const store = async (mode: IDBTransactionMode): Promise<IDBObjectStore> => {
    opened ??= open()
    return (await opened).transaction(storeName, mode).objectStore(storeName)
  }
  return {
    put: async (key, bytes) => void (await settled((await store('readwrite')).put(bytes, key))),
    // Nothing else writes into this store.
    get: async (key, range) => {
      const bytes = (await settled((await store('readonly')).get(key))) as Uint8Array<ArrayBuffer> | undefined
      return range ? bytes?.subarray(range.start, range.end + 1) : bytes
    },
    remove: async (key) => settled((await store('readwrite')).delete(key)),
  }
}

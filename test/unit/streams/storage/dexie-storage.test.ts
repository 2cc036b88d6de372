import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { userId } from '#schemas/ids.ts'
import { openStorage } from '#streams/storage/open-storage.ts'
import { accountContract } from './account-contract-suite.ts'
import { storageContract } from './storage-contract-suite.ts'

const createSubject = () => {
  const indexedDB = new IDBFactory()
  return { openTab: async () => openStorage({ indexedDB, IDBKeyRange }) }
}

storageContract('IndexedDB', createSubject)
accountContract('IndexedDB', createSubject)

const account = userId(1)

/** The databases of one browser as a page sees them. */
function createBrowser() {
  const indexedDB = new IDBFactory()
  const connections: IDBDatabase[] = []
  const watched = Object.assign(new IDBFactory(), {
    open(name: string, version?: number) {
      const request = indexedDB.open(name, version)
      request.addEventListener('success', () => connections.push(request.result))
      return request
    },
  })
  const storage = openStorage({ indexedDB: watched, IDBKeyRange })
  /** The browser closes every connection under the page. */
  const cut = () => {
    for (const connection of connections.splice(0)) {
      connection.close()
      connection.onclose?.(new Event('close'))
    }
  }
  return { indexedDB, storage, cut }
}

/** Opens a database directly, as another page would; `version` as IndexedDB counts. */
const openElsewhere = (indexedDB: IDBFactory, name: string, version: number): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const failingFactory = (error: Error): IDBFactory =>
  Object.assign(new IDBFactory(), {
    open: () => {
      throw error
    },
  })

describe('opening a storage', () => {
  it('uses the database of the browser, whose data survives the page', async () => {
    const indexedDB = new IDBFactory()
    const first = openStorage({ indexedDB, IDBKeyRange })
    await first.accounts.choose(account)
    const opened = await first.open(account)
    await opened.appendSegment(() => [])
    opened.close()
    const second = openStorage({ indexedDB, IDBKeyRange })
    expect(await (await second.open(account)).head()).toBe(1)
    expect((await indexedDB.databases()).map(({ name }) => name).sort()).toEqual(['chat-1', 'chat-device'])
  })

  it('finds the accounts that an earlier version stored through Dexie', async () => {
    const indexedDB = new IDBFactory()
    const earlier = new Dexie('chat-device', { indexedDB, IDBKeyRange })
    earlier.version(1).stores({ accounts: 'userId', settings: 'key', wipes: 'userId' })
    await earlier.open()
    await earlier.table('settings').put({ key: 'chosen', value: account })
    await earlier.table('wipes').put({ userId: 2 })
    earlier.close()
    const { accounts } = openStorage({ indexedDB, IDBKeyRange })
    expect(await accounts.chosen()).toBe(account)
    expect(await accounts.pendingWipes()).toEqual([2])
  })

  it('rejects every operation if the browser has no IndexedDB', async () => {
    const missing = openStorage({})
    const { accounts } = missing
    for (const operation of [
      () => missing.open(account),
      () => missing.destroy(account),
      () => accounts.list(),
      () => accounts.chosen(),
      () => accounts.pendingWipes(),
    ])
      await expect(operation()).rejects.toMatchObject({ kind: 'unavailable' })
  })

  it.each([
    { name: 'SecurityError', kind: 'unavailable' },
    { name: 'UnknownError', kind: 'unknown' },
    { name: 'QuotaExceededError', kind: 'quota-exceeded' },
  ])('calls $name of the browser $kind', async ({ name, kind }) => {
    const indexedDB = failingFactory(new DOMException('no', name))
    const storage = openStorage({ indexedDB, IDBKeyRange })
    await expect(storage.open(account)).rejects.toMatchObject({ name: 'StorageError', kind })
    await expect(storage.accounts.list()).rejects.toMatchObject({ kind })
  })
})

describe('a database of another version', () => {
  it('is not changed if it is newer, for the account and for the directory', async () => {
    const { indexedDB, storage } = createBrowser()
    for (const name of ['chat-1', 'chat-device']) {
      const newer = await openElsewhere(indexedDB, name, 990)
      newer.close()
    }
    await expect(storage.open(account)).rejects.toMatchObject({ kind: 'newer-version' })
    await expect(storage.accounts.list()).rejects.toMatchObject({ kind: 'newer-version' })
    const left = await openElsewhere(indexedDB, 'chat-1', 990)
    expect([...left.objectStoreNames]).toEqual([])
  })

  it('opens once another page closes an older account database', async () => {
    const { indexedDB, storage } = createBrowser()
    const older = await openElsewhere(indexedDB, 'chat-1', 1)
    await expect(storage.open(account)).rejects.toMatchObject({ kind: 'blocked' })
    await expect(storage.open(account)).rejects.toMatchObject({ kind: 'blocked' })
    older.close()
    const opened = await untilOpen(() => storage.open(account))
    expect(await opened.head()).toBe(0)
  })

  it('opens once another page closes an older directory', async () => {
    const { indexedDB, storage } = createBrowser()
    const older = await openElsewhere(indexedDB, 'chat-device', 1)
    await expect(storage.accounts.chosen()).rejects.toMatchObject({ kind: 'blocked' })
    await expect(storage.accounts.list()).rejects.toMatchObject({ kind: 'blocked' })
    older.close()
    expect(await untilOpen(() => storage.accounts.list())).toEqual([])
  })

  it('lets a newer page upgrade the directory', async () => {
    const { indexedDB, storage } = createBrowser()
    await storage.accounts.choose(account)
    const newer = await openElsewhere(indexedDB, 'chat-device', 990)
    expect(newer.version).toBe(990)
    await expect(storage.accounts.chosen()).rejects.toMatchObject({ kind: 'newer-version' })
  })

  it('closes when a newer page upgrades it, and is not used after that', async () => {
    const { indexedDB, storage } = createBrowser()
    const opened = await storage.open(account)
    await opened.appendSegment(() => [])
    const newer = await openElsewhere(indexedDB, 'chat-1', 990)
    expect(newer.version).toBe(990)
    await expect(opened.appendSegment(() => [])).rejects.toMatchObject({ kind: 'newer-version' })
  })
})

/** Polls until nothing blocks: the browser reports that a few tasks after a page has closed its connection. */
async function untilOpen<Value>(open: () => Promise<Value>): Promise<Value> {
  for (let turn = 0; turn < 100; turn += 1) {
    try {
      return await open()
    } catch {
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  throw new Error('it stays blocked')
}

describe('a connection that the browser closed', () => {
  it.each(['an append', 'a read', 'a file', 'the directory'])('is reopened for %s', async (what) => {
    const { storage, cut } = createBrowser()
    const opened = await storage.open(account)
    await storage.accounts.choose(account)
    await opened.appendSegment(() => [])
    cut()
    const operations: Record<string, () => Promise<unknown>> = {
      'an append': () => opened.appendSegment(() => []),
      'a read': () => opened.head(),
      'a file': () => opened.files.list(),
      'the directory': () => storage.accounts.chosen(),
    }
    await expect(operations[what]?.()).resolves.toBeDefined()
  })

  it('is not reopened after the storage was closed', async () => {
    const { storage } = createBrowser()
    const opened = await storage.open(account)
    opened.close()
    await expect(opened.head()).rejects.toMatchObject({ kind: 'connection-lost' })
  })
})

import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { userId } from '#schemas/ids.ts'
import { openDexieStorage } from '#streams/storage/dexie-storage.ts'
import { openStorage } from '#streams/storage/open-storage.ts'
import { storageContract } from './storage-contract-suite.ts'

storageContract('IndexedDB', () => {
  const indexedDB = new IDBFactory()
  return { openTab: () => openDexieStorage({ indexedDB, IDBKeyRange }) }
})

describe('opening a storage', () => {
  it('takes the database of the browser, and what it holds outlives the page', async () => {
    const indexedDB = new IDBFactory()
    const first = await openStorage({ indexedDB, IDBKeyRange })
    const account = await first.storage.open(userId(1))
    await account.appendSegment(() => [])
    account.close()
    const second = await openStorage({ indexedDB, IDBKeyRange })
    expect(second.isDurable).toBe(true)
    expect(await (await second.storage.open(userId(1))).head()).toBe(1)
    expect((await indexedDB.databases()).map(({ name }) => name).sort()).toEqual(['chat-1', 'chat-device'])
  })

  it.each([
    { title: 'there is no database', platform: {} },
    {
      title: 'the browser refuses it',
      platform: {
        indexedDB: Object.assign(new IDBFactory(), {
          open: () => {
            throw new Error('SecurityError')
          },
        }),
        IDBKeyRange,
      },
    },
  ])('falls back to memory and says so when $title', async ({ platform }) => {
    const opened = await openStorage(platform)
    expect(opened.isDurable).toBe(false)
    expect(await (await opened.storage.open(userId(1))).head()).toBe(0)
  })
})

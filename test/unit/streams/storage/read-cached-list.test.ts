import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { userId } from '#schemas/ids.ts'
import { cachedListKey, cachedListModel } from '#schemas/storage/cached-list.ts'
import { accountDatabaseName, accountDatabaseVersion } from '#streams/storage/databases.ts'
import { openStorage } from '#streams/storage/open-storage.ts'
import { readCachedList } from '#streams/storage/read-cached-list.ts'
import type { AccountStorage, Storage } from '#streams/storage/storage.ts'

const me = userId(7)
const account = { userId: me, nickname: 'Ada', avatarUrl: '', token: 'token', traceRate: 0 }
const snapshot = {
  ...{ frame: 'full', locale: 'en-US', day: 'Sun Nov 22 2026', sheets: ['/assets/start.css'] },
  content: { tag: 'div', attributes: {}, style: '', children: ['hello'] },
}

interface Device {
  readonly factory: IDBFactory
  readonly storage: Storage
  readonly log: AccountStorage
}

const write = (log: AccountStorage, segment: number, version: number = cachedListModel.version) =>
  log.writeModel({
    model: cachedListModel.name,
    checkpoint: { segment, version },
    epoch: 0,
    rows: [{ key: cachedListKey, value: { epoch: 0, snapshot } }],
    isRebuild: false,
  })

/** A device with a signed-in account, one segment in its log and a list snapshot after it. */
async function createDevice(): Promise<Device> {
  const factory = new IDBFactory()
  const storage = openStorage({ indexedDB: factory, IDBKeyRange })
  await storage.accounts.put(account)
  await storage.accounts.choose(me)
  const log = await storage.open(me)
  await log.appendSegment(() => [])
  await write(log, 1)
  return { factory, storage, log }
}

describe('the cached list snapshot', () => {
  it('is read for the chosen account while its log has not changed', async () => {
    const { factory } = await createDevice()
    expect(await readCachedList({ indexedDB: factory }, me)).toEqual(snapshot)
  })

  it.each<{ readonly name: string; change(device: Device): Promise<unknown> }>([
    { name: 'a segment was appended', change: ({ log }) => log.appendSegment(() => []) },
    {
      name: 'an event was erased [LIFE-18]',
      change: ({ log }) => log.rewriteSegments({ epoch: 0, segments: [] }),
    },
    { name: 'it has another version', change: ({ log }) => write(log, 1, cachedListModel.version + 1) },
    { name: 'no account is chosen', change: ({ storage }) => storage.accounts.choose(undefined) },
    {
      name: 'another account is chosen [AUTH-43]',
      change: ({ storage }) => storage.accounts.choose(userId(8)),
    },
    { name: 'its account has signed out [AUTH-36]', change: ({ storage }) => storage.accounts.retire(me) },
    {
      name: 'its account was signed out by force [AUTH-39]',
      change: ({ storage }) => storage.accounts.put({ ...account, error: 'auth.kicked-out' }),
    },
  ])('is not read when $name', async ({ change }) => {
    const device = await createDevice()
    await change(device)
    expect(await readCachedList({ indexedDB: device.factory }, me)).toBeUndefined()
  })

  it('is read for the account of the tab, whichever account was chosen last on the device [AUTH-17]', async () => {
    const { factory, storage } = await createDevice()
    await storage.accounts.choose(userId(8))
    expect(await readCachedList({ indexedDB: factory }, me, true)).toEqual(snapshot)
    await storage.accounts.retire(me)
    expect(await readCachedList({ indexedDB: factory }, me, true)).toBeUndefined()
  })

  it('is not read from a database of a newer version', async () => {
    const { factory, log } = await createDevice()
    log.close()
    const opening = factory.open(accountDatabaseName(me), accountDatabaseVersion + 10)
    await new Promise((resolve) => {
      opening.onsuccess = resolve
    })
    opening.result.close()
    await expect(readCachedList({ indexedDB: factory }, me)).rejects.toThrow()
  })

  it('is undefined without creating a database when there is none', async () => {
    const factory = new IDBFactory()
    expect(await readCachedList({ indexedDB: factory }, me)).toBeUndefined()
    expect(await factory.databases()).toEqual([])
  })
})

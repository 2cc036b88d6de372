import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { userId } from '#schemas/ids.ts'
import { cachedListKey, cachedListModel } from '#schemas/storage/cached-list.ts'
import { readStoredDrawing } from '#src/app/cached-list/stored-drawing.ts'
import { accountDatabaseName, accountDatabaseVersion } from '#streams/storage/database-names.ts'
import { createDeviceStorage } from '#streams/storage/device-storage.ts'
import type { AccountStorage, Storage } from '#streams/storage/storage.ts'

const me = userId(7)
const account = { userId: me, nickname: 'Ada', avatarUrl: '', token: 'token', traceRate: 0 }
const drawing = {
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
    rows: [{ key: cachedListKey, value: { epoch: 0, drawing } }],
    isRebuild: false,
  })

/** A device on which somebody is signed in, with one segment in their log and their list drawn after it. */
async function createDevice(): Promise<Device> {
  const factory = new IDBFactory()
  const storage = createDeviceStorage({ indexedDB: factory, IDBKeyRange })
  await storage.accounts.put(account)
  await storage.accounts.choose(me)
  const log = await storage.open(me)
  await log.appendSegment(() => [])
  await write(log, 1)
  return { factory, storage, log }
}

describe('what was drawn of the list', () => {
  it('is read for whoever is chosen, as long as it is what the log says', async () => {
    const { factory } = await createDevice()
    expect(await readStoredDrawing(factory, me)).toEqual(drawing)
  })

  it.each<{ readonly name: string; change(device: Device): Promise<unknown> }>([
    { name: 'something was written to the log', change: ({ log }) => log.appendSegment(() => []) },
    {
      name: 'something was taken out of the log [LIFE-18]',
      change: ({ log }) => log.rewriteSegments({ epoch: 0, segments: [] }),
    },
    { name: 'other code has drawn it', change: ({ log }) => write(log, 1, cachedListModel.version + 1) },
    { name: 'nobody is chosen', change: ({ storage }) => storage.accounts.choose(undefined) },
    {
      name: 'somebody else is chosen [AUTH-43]',
      change: ({ storage }) => storage.accounts.choose(userId(8)),
    },
    { name: 'its account has signed out [AUTH-36]', change: ({ storage }) => storage.accounts.retire(me) },
    {
      name: 'its sign-in has ended [AUTH-39]',
      change: ({ storage }) => storage.accounts.put({ ...account, error: 'auth.kicked-out' }),
    },
  ])('is not read when $name', async ({ change }) => {
    const device = await createDevice()
    await change(device)
    expect(await readStoredDrawing(device.factory, me)).toBeUndefined()
  })

  it('is left alone in a database of a newer version', async () => {
    const { factory, log } = await createDevice()
    log.close()
    const opening = factory.open(accountDatabaseName(me), accountDatabaseVersion + 10)
    await new Promise((resolve) => {
      opening.onsuccess = resolve
    })
    opening.result.close()
    await expect(readStoredDrawing(factory, me)).rejects.toThrow()
  })

  it('makes no database where there is none', async () => {
    const factory = new IDBFactory()
    await expect(readStoredDrawing(factory, me)).rejects.toThrow()
    expect(await factory.databases()).toEqual([])
  })
})

import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { createFileDatabase } from '#streams/storage/file-database.ts'
import { deleteDatabases, measureStores } from '#streams/storage/origin-databases.ts'

const openPlatform = () => ({ indexedDB: new IDBFactory(), IDBKeyRange })

it('a file database stores, reads and removes files by key, also for a later visit', async () => {
  const platform = openPlatform()
  const bytes = new Uint8Array([1, 2, 3])
  await createFileDatabase(platform, 'files').put('a', bytes)
  const later = createFileDatabase(platform, 'files')
  expect(await later.get('a')).toEqual(bytes)
  await later.remove('a')
  expect([await later.get('a'), await later.get('b')]).toEqual([undefined, undefined])
})

it('the stores of the origin are measured, and databases are deleted by name', async () => {
  const platform = openPlatform()
  for (const name of ['ours', 'others'])
    await createFileDatabase(platform, name).put('a', new Uint8Array([1]))
  expect(await measureStores(platform)).toMatchObject([
    { database: 'ours', store: 'files', rows: 1, bytes: 7 },
    { database: 'others', store: 'files', rows: 1 },
  ])
  await deleteDatabases(platform, (name) => name === 'ours')
  expect((await measureStores(platform)).map(({ database }) => database)).toEqual(['others'])
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { collectionBytes, collectionLimit } from '#server/collections/collections.ts'
import { collection } from '#server/store/schema/index.ts'
import { type MemoryBackend, openMemoryBackend } from './memory-backend.ts'
import { type Calls, callAs, dataOrThrow, type Person, signUp } from './people.ts'

let backend: MemoryBackend
beforeAll(async () => {
  backend = await openMemoryBackend()
}, 60_000)
afterAll(() => backend.close())

const host: Calls = {
  async call(path, fields) {
    const { Code, Msg, Data } = await backend.server.call(path, fields, { peer: backend.peer, headers: {} })
    return { Code, Msg: Msg ?? '', Data }
  },
}
const save = (person: Person) =>
  callAs(host, person, '/AddCollect', {
    ...{ Type: 'text', Content: 'Remember', SmallPicturePath: '' },
    ...{ FromType: 'friend', FromID: 7, FromName: 'Ben' },
  })
const savedOf = async (person: Person) =>
  dataOrThrow<{ readonly ID: number }[]>(await callAs(host, person, '/GetCollects'))

it('collections keep 4 MB of text for each person and list all of it (DEC-186)', async () => {
  const ann = await signUp(host)
  const content = 'x'.repeat(20_000)
  const row: typeof collection.$inferInsert = {
    ...{ accountId: ann.userId, type: 'text', content, createdAt: 1 },
    ...{ fromType: 'friend', fromId: 7, fromName: 'Ben' },
  }
  const most = Math.floor(collectionBytes / content.length)
  await backend.database.insert(collection).values(Array.from({ length: most }, () => row))
  dataOrThrow(await save(ann))
  await backend.database.insert(collection).values(row)
  expect(await save(ann)).toMatchObject({
    Code: 4,
    Msg: 'Your collections are full. Delete something first.',
  })
  const ids = (await savedOf(ann)).map(({ ID }) => ID)
  expect(ids).toHaveLength(most + 2)
  expect(ids).toEqual([...ids].sort((left, right) => right - left))
})

it('collections keep at most 5,000 items for each person (DEC-186)', async () => {
  const [ann, ben] = [await signUp(host), await signUp(host)]
  const row: typeof collection.$inferInsert = {
    ...{ accountId: ann.userId, type: 'text', content: 'Remember', createdAt: 1 },
    ...{ fromType: 'friend', fromId: 7, fromName: 'Ben' },
  }
  await backend.database.insert(collection).values(Array.from({ length: collectionLimit - 1 }, () => row))
  const isFull = {
    ...{ Code: 4, Msg: 'You can keep at most 5000 items in your collections.' },
    Data: { Key: 'collections.max-limit-reached', Count: 5_000 },
  }
  const both = await Promise.all([save(ann), save(ann)])
  expect(both.map(({ Code }) => Code).sort()).toEqual([0, 4])
  expect(await save(ann)).toMatchObject(isFull)
  expect(await save(ben)).toMatchObject({ Code: 0 })
  const [newest, ...older] = await savedOf(ann)
  expect(older).toHaveLength(4_999)
  dataOrThrow(await callAs(host, ann, '/DeleteCollect', { ID: newest?.ID }))
  expect(await save(ann)).toMatchObject({ Code: 0 })
})

import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FileStore, FilesUnavailable } from '#server/files/file-store.ts'
import { createDirectoryStore } from '#server/hosts/node/directory-store.ts'
import { createS3Store } from '#server/hosts/node/s3-store.ts'
import { type LocalObjectStore, openLocalObjectStore } from './local-object-store.ts'

let folder = ''
let objectStore: LocalObjectStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-chat-'))
  objectStore = await openLocalObjectStore()
})
afterAll(async () => {
  await objectStore.close()
  await rm(folder, { recursive: true })
})

const bytes = new Uint8Array(200_000).map((_, index) => (index * 7) % 256)
const key = 'messages/0123456789.png'

/** The contract of every store of files. */
const stores = [
  {
    name: 'a directory',
    open: () => createDirectoryStore(folder),
    leave: () => rename(folder, `${folder}-away`),
    comeBack: () => rename(`${folder}-away`, folder),
  },
  {
    name: 'an object store',
    open: () => createS3Store(objectStore.location),
    leave: async () => objectStore.behave('fail'),
    comeBack: async () => objectStore.behave('respond'),
  },
] as const

describe.each(stores)('$name', ({ open, leave, comeBack }) => {
  const read = async (store: FileStore, ...request: Parameters<NonNullable<FileStore['stream']>>) => {
    const stream = await store.stream?.(...request)
    return stream && new Uint8Array(await buffer(stream))
  }

  it('returns a stored file whole and in ranges, as bytes and as a stream', async () => {
    const store = open()
    await store.put(key, bytes)
    for (const range of [undefined, { start: 0, end: 0 }, { start: 70_000, end: bytes.length - 1 }]) {
      const expected = range ? bytes.subarray(range.start, range.end + 1) : bytes
      expect(Buffer.compare((await store.get(key, range)) ?? new Uint8Array(), expected)).toBe(0)
      expect(Buffer.compare((await read(store, key, range)) ?? new Uint8Array(), expected)).toBe(0)
    }
  })

  it('returns the newer bytes of a key, and an empty file', async () => {
    const store = open()
    await store.put(key, bytes)
    await store.put(key, new Uint8Array())
    expect(await store.get(key)).toHaveLength(0)
    expect(await read(store, key)).toHaveLength(0)
  })

  it('has nothing under other keys and after a removal, which may be repeated', async () => {
    const store = open()
    await store.put(key, bytes)
    await store.remove(key)
    await store.remove(key)
    for (const missing of [key, 'messages/other.png']) {
      expect(await store.get(missing)).toBeUndefined()
      expect(await store.stream?.(missing)).toBeUndefined()
    }
    await store.check?.()
  })

  it.each(['../secret', '/secret', 'messages/../../secret', 'a b', 'messages/x?y', 'messages/%2e%2e'])(
    'rejects the key %j',
    async (wrong) => {
      await expect(open().get(wrong)).rejects.toThrow('A key of a stored file')
    },
  )

  it('is unavailable while it is away, and has all its files when it is back', async () => {
    const store = open()
    await store.put(key, bytes)
    await leave()
    const operations = [
      () => store.put(key, new Uint8Array(1)),
      () => store.get(key),
      () => store.stream?.(key),
      () => store.remove(key),
      () => store.check?.(),
    ]
    for (const operation of operations) await expect(operation()).rejects.toThrow(FilesUnavailable)
    await comeBack()
    expect(await store.get(key)).toHaveLength(bytes.length)
  })

  it('lets a reader stop in the middle of a file', async () => {
    const store = open()
    await store.put(key, bytes)
    const reader = (await store.stream?.(key))?.getReader()
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
    await reader?.cancel()
    expect(await store.get(key)).toHaveLength(bytes.length)
  })
})

it('a directory keeps no part of a file that cannot be written', async () => {
  const store = createDirectoryStore(folder)
  await store.put('reports/one', bytes)
  // A directory cannot be replaced by a file.
  await expect(store.put('reports/one/inside', bytes)).rejects.toThrow(FilesUnavailable)
  expect(await readdir(join(folder, 'reports'))).toEqual(['one'])
})

describe('an object store', () => {
  const limits = { response: 300, bytes: 300 }

  it('puts files below the folder of the bucket', async () => {
    await createS3Store(objectStore.location).put(key, bytes)
    expect([...objectStore.objects.keys()]).toContain(`chat/files/${key}`)
  })

  it('is asked again after failures of a moment, and not more than three times', async () => {
    const store = createS3Store(objectStore.location)
    await store.put(key, bytes)
    objectStore.behave({ failures: 2 })
    expect(await store.get(key)).toHaveLength(bytes.length)
    objectStore.behave({ failures: 3 })
    await expect(store.get(key)).rejects.toThrow('The object store failed at GET: 503 SlowDown')
    expect(objectStore.requests).toBe(3)
    objectStore.behave('hang-up')
    await expect(store.put(key, bytes)).rejects.toThrow('The object store failed at PUT')
    expect(objectStore.requests).toBe(3)
    objectStore.behave('respond')
  })

  it('is unavailable if it does not respond in time', async () => {
    objectStore.behave('hang')
    await expect(createS3Store(objectStore.location, limits).remove(key)).rejects.toThrow(
      'no response in time',
    )
    objectStore.behave('respond')
  })

  it.each([
    ['a wrong secret', { secretAccessKey: 'guessed' }, '403 SignatureDoesNotMatch'],
    ['a wrong region', { region: 'us-east-1' }, '403 SignatureDoesNotMatch'],
    ['a missing bucket', { address: 'other/' }, '404 NoSuchBucket'],
  ])('says that it refuses %s', async (_, wrong, reason) => {
    const address =
      'address' in wrong ? `${objectStore.endpoint}/${wrong.address}` : objectStore.location.address
    const store = createS3Store({ ...objectStore.location, ...wrong, address })
    const failure = await store.check?.().catch((cause: unknown) => cause)
    expect(failure).toMatchObject({ name: 'FilesUnavailable', isRefused: true })
    expect(String(failure)).toContain(reason)
  })
})

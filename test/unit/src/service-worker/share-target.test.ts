import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { longestComposition } from '#domain/message/composition.ts'
import {
  eraseExpiredContent,
  eraseSharedContent,
  maxSharedFiles,
  readSharedContent,
  sharedContentLifetime,
  storeSharedContent,
} from '#src/platform/shared-content.ts'
import { answerShare } from '#src/service-worker/share-target.ts'

const origin = 'https://chat.example'
const start = 1_700_000_000_000

/** A service worker with one cache in memory. The cache is full for more bytes than `space`. */
function openWorker({ space = Number.POSITIVE_INFINITY } = {}) {
  const stored = new Map<string, Response>()
  const cache = {
    async put(path: string, response: Response) {
      if ((await response.clone().arrayBuffer()).byteLength > space)
        throw new DOMException('full', 'QuotaExceededError')
      stored.set(path, response)
    },
    match: async (path: string) => stored.get(path)?.clone(),
    keys: async () => [...stored.keys()].map((path) => new Request(origin + path)),
    delete: async (path: string) => stored.delete(path),
  }
  // Only the used parts of a browser exist.
  const caches = { open: async () => cache } as unknown as CacheStorage
  let now = start
  const post = (body: BodyInit, path = '/share') =>
    answerShare(new Request(origin + path, { method: 'POST', body }), { origin, caches, now: () => now })
  return {
    ...{ stored, caches, post },
    sleep: (duration: number) => (now += duration),
    read: (id: string) => readSharedContent(caches, id, now),
    erase: () => eraseExpiredContent(caches, now),
    /** Posts a form and returns the id to which the response redirects; null without content. */
    async share(fields: Readonly<Record<string, string>>, files: readonly File[] = []) {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      for (const file of files) form.append('files', file)
      const response = await post(form)
      expect(response?.status).toBe(303)
      const target = new URL(response?.headers.get('location') ?? '')
      expect([target.origin, target.pathname]).toEqual([origin, '/share'])
      return target.searchParams.get('id')
    },
  }
}

const picture = (name = 'a.png', size = 3) => new File([new Uint8Array(size)], name, { type: 'image/png' })

describe('the service worker', () => {
  it('stores a shared text and files, and redirects to the page that offers them', async () => {
    const worker = openWorker()
    const id = await worker.share({ title: 'A day', text: 'at the sea', url: 'https://sea.example' }, [
      picture(),
    ])
    const content = await worker.read(id ?? '')
    expect(content).toMatchObject({ text: 'A day\nat the sea\nhttps://sea.example', omitted: [] })
    expect(content?.files.map(({ name, type, size }) => ({ name, type, size }))).toEqual([
      { name: 'a.png', type: 'image/png', size: 3 },
    ])
  })

  it.each([
    [
      'the address in the text',
      { text: 'see https://a.example/1 there', url: 'https://a.example/1' },
      'see https://a.example/1 there',
    ],
    ['the text as the title', { title: 'same', text: 'same' }, 'same'],
    ['the name of the file as the title', { title: 'a.png', text: ' ' }, ''],
  ])('drops a repetition: %s', async (_, fields, text) => {
    const worker = openWorker()
    const id = await worker.share(fields, [picture()])
    expect((await worker.read(id ?? ''))?.text).toBe(text)
  })

  it('redirects an empty share, and one that it cannot read, without content', async () => {
    const worker = openWorker()
    expect(await worker.share({ title: ' ', text: '' }, [new File([], '')])).toBeNull()
    expect((await worker.post('damaged'))?.headers.get('location')).toBe(`${origin}/share`)
    expect(worker.stored.size).toBe(0)
  })

  it('leaves all other requests alone', () => {
    const { caches, post } = openWorker()
    const get = new Request(`${origin}/share?id=1`)
    expect(answerShare(get, { origin, caches, now: () => start })).toBeUndefined()
    expect(post('x', '/share/more')).toBeUndefined()
    expect(post('x', '/Api/SendChat')).toBeUndefined()
  })

  it('keeps the first files of too many, and names the others', async () => {
    const worker = openWorker()
    const many = Array.from({ length: maxSharedFiles + 2 }, (_, index) => picture(`${index}.png`))
    const id = await worker.share({ text: 'x'.repeat(longestComposition + 1) }, many)
    const content = await worker.read(id ?? '')
    expect(content?.text).toHaveLength(longestComposition)
    expect(content?.files.map(({ name }) => name)).toEqual(
      many.slice(0, maxSharedFiles).map(({ name }) => name),
    )
    expect(content?.omitted).toEqual(['20.png', '21.png'])
  })

  it('keeps the text if the device has no space for the files', async () => {
    const worker = openWorker({ space: 2000 })
    const id = await worker.share({ text: 'at least this' }, [picture('large.png', 5000)])
    expect(await worker.read(id ?? '')).toEqual({ text: 'at least this', files: [], omitted: ['large.png'] })
    expect(await openWorker({ space: 0 }).share({ text: 'no space at all' })).toBeNull()
  })
})

describe('shared content', () => {
  it('is gone once it is erased, and after an hour', async () => {
    const worker = openWorker()
    const [sent, forgotten] = [
      await worker.share({ text: 'sent' }),
      await worker.share({ text: 'forgotten' }),
    ]
    await eraseSharedContent(worker.caches, sent ?? '')
    expect(await worker.read(sent ?? '')).toBeUndefined()
    worker.sleep(sharedContentLifetime - 1)
    await worker.erase()
    expect(await worker.read(forgotten ?? '')).toMatchObject({ text: 'forgotten' })
    worker.sleep(1)
    expect(await worker.read(forgotten ?? '')).toBeUndefined()
    await worker.erase()
    expect(worker.stored.size).toBe(0)
  })

  it('of a later share leaves the earlier one, up to four', async () => {
    const worker = openWorker()
    const ids: string[] = []
    for (const text of ['1', '2', '3', '4', '5']) {
      ids.push(
        (await storeSharedContent(worker.caches, { text, files: [], omitted: [] }, start + ids.length)) ?? '',
      )
    }
    const texts = await Promise.all(ids.map(async (id) => (await worker.read(id))?.text))
    expect(texts).toEqual([undefined, '2', '3', '4', '5'])
  })

  it('and opened files come as the manifest tells the browser', () => {
    const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8'))
    expect(manifest.share_target).toMatchObject({
      ...{ action: '/share', method: 'POST', enctype: 'multipart/form-data' },
      params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'files' }] },
    })
    expect(manifest.file_handlers).toMatchObject([{ action: '/share', accept: { 'image/png': ['.png'] } }])
    expect(manifest.launch_handler.client_mode[0]).toBe('focus-existing')
  })
})

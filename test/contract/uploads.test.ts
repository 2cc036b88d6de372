import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FileStore, FilesUnavailable } from '#server/files/file-store.ts'
import { limits } from '#server/limits/limits.ts'
import type { Peer } from '#server/ports.ts'
import type { ContractResponse } from './contract-host.ts'
import { localPeer, type MemoryBackend, openMemoryBackend } from './memory-backend.ts'
import { type Person, signUp } from './people.ts'
import { png } from './sample-media.ts'

let backend: MemoryBackend
beforeAll(async () => {
  backend = await openMemoryBackend()
  // Starting an embedded PostgreSQL takes seconds, on a busy machine many.
}, 120_000)
afterAll(() => backend.close())

const megabyte = 1_000_000
const host = {
  call: async (path: string, fields: unknown) => {
    const { Code, Msg, Data } = await backend.server.call(path, fields, { peer: localPeer, headers: {} })
    return { Code, Msg: Msg ?? '', Data }
  },
}
const credentials = ({ userId, token }: Person) => ({ UID: String(userId), Token: token })
const field = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const fieldsOf = (person: Person) =>
  Object.entries(credentials(person))
    .map(([name, value]) => field(name, value))
    .join('')
const fileHead = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'

/** A body whose pieces are sent on demand; the rest is never sent unless `end` is called. */
function openBody(...pieces: (string | Uint8Array)[]) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let read = 0
  const body = new ReadableStream<Uint8Array>(
    {
      start: (given) => {
        controller = given
      },
      pull(given) {
        const piece = pieces[read]
        if (piece === undefined) return
        read += 1
        given.enqueue(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece)
      },
    },
    { highWaterMark: 0 },
  )
  return {
    body,
    read: () => read,
    send: (piece: string) => controller?.enqueue(new TextEncoder().encode(piece)),
    end: () => controller?.close(),
  }
}

/** Resolves once this number of pieces was requested. */
async function arrival(read: () => number, count = 1): Promise<void> {
  while (read() < count) await new Promise((resolve) => setImmediate(resolve))
}

async function upload(
  body: BodyInit,
  headers: Record<string, string> = {},
  { path = '/UploadFile', peer = localPeer }: { readonly path?: string; readonly peer?: Peer } = {},
): Promise<ContractResponse> {
  const init = {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'Content-Type': 'multipart/form-data; boundary=x', ...headers },
  }
  const request = new Request(`http://localhost:4310/Api${path}`, init)
  const response = await backend.server.app.fetch(request, { peer })
  expect(response.headers.get('cache-control')).toBe('no-store')
  // The contract suite checks the members of every response.
  return (await response.json()) as ContractResponse
}

const whole = (person: Person, bytes = 'x'.repeat(10)) =>
  `${fieldsOf(person)}${fileHead}${bytes}\r\n--x--\r\n`

describe('an upload', () => {
  it('by headers is rejected without credentials before a byte of its body is read', async () => {
    const person = await signUp(host)
    const { body, read } = openBody(fileHead, 'x')
    const headers = { UID: String(person.userId), Token: `${person.token}x` }
    expect(await upload(body, headers)).toMatchObject({ Code: 2 })
    expect(read()).toBe(0)
  })

  it('by headers stores its file, whatever its form states about the sender', async () => {
    const [person, other] = [await signUp(host), await signUp(host)]
    const form = new FormData()
    form.append('UID', String(other.userId))
    form.append('Token', 'guessed')
    form.append('file', new Blob([png]), 'a.png')
    const request = new Request('http://localhost:4310/Api/UploadHeadImg', {
      method: 'POST',
      body: form,
      headers: credentials(person),
    })
    const response = await backend.server.app.fetch(request, { peer: localPeer })
    expect(await response.json()).toMatchObject({ Code: 0 })
  })

  it('by its form is rejected as soon as its file begins without credentials before it', async () => {
    const person = await signUp(host)
    for (const start of ['', field('UID', '7'), fieldsOf({ ...person, token: 'guessed' })]) {
      const { body } = openBody(`${start}${fileHead}`, 'x')
      expect(await upload(body)).toMatchObject({ Code: 2 })
    }
    // Credentials after the file come too late.
    const late = `${fileHead}x\r\n${fieldsOf(person)}--x--\r\n`
    expect(await upload(late)).toMatchObject({ Code: 2 })
  })

  it('is rejected once its file is larger than any may be, however much follows', async () => {
    const person = await signUp(host)
    const pieces = Array.from({ length: 100 }, () => new Uint8Array(megabyte))
    const { body, read } = openBody(`${fieldsOf(person)}${fileHead}`, ...pieces)
    expect(await upload(body)).toMatchObject({ Code: 8 })
    expect(read()).toBeLessThan(70)
  })

  it('has a bounded number of parts', async () => {
    const person = await signUp(host)
    const many = Array.from({ length: 30 }, (_, index) => field(`f${index}`, '')).join('')
    expect(await upload(`${many}${whole(person)}`)).toMatchObject({ Code: 4 })
    expect(await upload(`${fieldsOf(person)}${fileHead}x\r\n${fileHead}x\r\n--x--\r\n`)).toMatchObject({
      Code: 4,
    })
  })

  it('of a session that ends meanwhile is not stored', async () => {
    const person = await signUp(host)
    const { body, read, send, end } = openBody(`${fieldsOf(person)}${fileHead}`, 'x')
    const answer = upload(body)
    await arrival(read, 2)
    await host.call('/Logout', { UID: person.userId, Token: person.token, DeviceType: 'web' })
    send('\r\n--x--\r\n')
    end()
    expect(await answer).toMatchObject({ Code: 2 })
  })

  it('that breaks off is no fault of the server', async () => {
    const person = await signUp(host)
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) })
    expect(await upload(body, credentials(person))).toMatchObject({ Code: 4 })
    expect(backend.faults).toEqual([])
  })
})

describe('the uploads of an account', () => {
  it('are limited to 16 concurrent ones, those of an address to 64', async () => {
    const person = await signUp(host)
    const waiting = Array.from({ length: 16 }, () => openBody(`${fileHead}x`))
    const answers = waiting.map(({ body }) => upload(body, credentials(person)))
    for (const { read } of waiting) await arrival(read)
    expect(await upload(whole(person))).toMatchObject({ Code: 5, Data: { RetryAfter: 2_000 } })
    const peer = { ...localPeer, address: '203.0.113.7', isLocal: false }
    const strangers = Array.from({ length: 64 }, () => openBody('--x\r\n'))
    const rejected = strangers.map(({ body }) => upload(body, {}, { peer }))
    for (const { read } of strangers)
      while (read() === 0) await new Promise((resolve) => setImmediate(resolve))
    expect(await upload(whole(await signUp(host)), {}, { peer })).toMatchObject({ Code: 5 })
    for (const { end } of [...waiting, ...strangers]) end()
    expect(await Promise.all([...answers, ...rejected])).toHaveLength(80)
    expect(await upload(whole(person), {}, { peer })).toMatchObject({ Code: 0 })
  })

  it('use at most a third of the memory for uploads, by their announced size', async () => {
    const person = await signUp(host)
    const headers = { ...credentials(person), 'Content-Length': String(50 * megabyte) }
    const waiting = [openBody(`${fileHead}x`), openBody(`${fileHead}x`)]
    const answers = waiting.map(({ body }) => upload(body, headers))
    for (const { read } of waiting) await arrival(read)
    expect(await upload('', headers)).toMatchObject({ Code: 5, Data: { RetryAfter: 2_000 } })
    expect(await upload(whole(await signUp(host)))).toMatchObject({ Code: 0 })
    for (const { end } of waiting) end()
    await Promise.all(answers)
  })

  it('are limited to 2 GB in a day, which the response states by its key before the file is read', async () => {
    const person = await signUp(host)
    const announce = async (size: number) => {
      const { body, end } = openBody(`${fileHead}x`)
      end()
      return upload(body, { ...credentials(person), 'Content-Length': String(size) })
    }
    for (let count = 0; count < 40; count++) expect(await announce(50 * megabyte)).toMatchObject({ Code: 4 })
    const { body, read } = openBody(`${fileHead}x`)
    const refused = await upload(body, { ...credentials(person), 'Content-Length': String(10 * megabyte) })
    expect(refused).toMatchObject({
      Code: 5,
      Msg: 'You have uploaded as much as one day allows. Try again in 8 min.',
      Data: {
        Key: 'upload.failed',
        Count: 8,
        RetryAfter: 10_000 * limits.kilobytePerAccountAndDay.refillEvery,
      },
    })
    expect(read()).toBe(0)
    backend.advance(8 * 60_000)
    expect(await announce(10 * megabyte)).toMatchObject({ Code: 4 })
  })

  it('are limited to 1,000 files in a day', async () => {
    const person = await signUp(host)
    const post = () => upload(openEmpty(), credentials(person))
    const openEmpty = () => {
      const { body, end } = openBody()
      end()
      return body
    }
    for (let count = 0; count < 1_000; count++) await post()
    expect(await post()).toMatchObject({ Code: 5, Data: { Key: 'upload.failed', Count: 2 } })
  })
})

it('uploads while the store of files is away cost an account nothing', async () => {
  let isAway = true
  const stored: string[] = []
  const files: FileStore = {
    put: async (key) => void stored.push(key),
    get: async () => undefined,
    remove: async () => {},
    check: async () => {
      if (isAway) throw new FilesUnavailable('away')
    },
  }
  const away = await openMemoryBackend({ database: backend.database, files })
  const person = await signUp(host)
  const post = async (body: BodyInit) => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x', ...credentials(person) }
    const request = new Request('http://localhost:4310/Api/UploadFile', { method: 'POST', body, headers })
    return (await away.server.app.fetch(request, { peer: localPeer })).json()
  }
  const refused = { Code: 5, Data: { RetryAfter: 15_000 } }
  // More than the files of a day.
  for (let count = 0; count < 1_001; count++) expect(await post(whole(person))).toMatchObject(refused)
  expect(stored).toEqual([])
  isAway = false
  expect(await post(whole(person))).toMatchObject({ Code: 0 })
  expect(stored).toHaveLength(1)
  await away.server.close()
})

it('an account gets a bounded number of cookies for its files, because each is stored', async () => {
  const person = await signUp(host)
  const openFiles = () => host.call('/OpenFiles', { ...credentials(person), DeviceType: 'web' })
  for (let count = 0; count < 200; count++) expect(await openFiles()).toMatchObject({ Code: 0 })
  expect(await openFiles()).toMatchObject({ Code: 5, Data: { RetryAfter: 30_000 } })
})

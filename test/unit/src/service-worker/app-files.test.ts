import { describe, expect, it } from 'vitest'
import { versionLock } from '#src/app/version.ts'
import { type AppFilesServices, createAppFiles } from '#src/service-worker/app-files.ts'

const origin = 'https://chat.example'
const [old, current] = ['v5.11.5-aaaaaa', 'v5.12.0-bbbbbb']
const pageOf = (version: string, nonce = 'n-1') =>
  `<head><meta property="csp-nonce" nonce="${nonce}"><meta name="version" content="${version}"></head>`

const pathOf = (request: RequestInfo | URL): string =>
  new URL(typeof request === 'string' || request instanceof URL ? request : request.url, origin).pathname

/** Caches in memory, by path. */
class MemoryCaches {
  readonly stores = new Map<string, Map<string, Response>>()
  isFull = false

  open = async (name: string) => {
    const store = this.stores.get(name) ?? new Map<string, Response>()
    this.stores.set(name, store)
    return {
      match: async (request: RequestInfo) => store.get(pathOf(request))?.clone(),
      put: async (request: RequestInfo, response: Response) => {
        if (this.isFull) throw new DOMException('full', 'QuotaExceededError')
        store.set(pathOf(request), response)
      },
    }
  }
  match = async (request: RequestInfo) =>
    [...this.stores.values()]
      .find((store) => store.has(pathOf(request)))
      ?.get(pathOf(request))
      ?.clone()
  keys = async () => [...this.stores.keys()]
  delete = async (name: string) => this.stores.delete(name)
}

interface World {
  /** The server's files by path; undefined without a network. */
  server: Map<string, string> | undefined
  /** The status of each answer instead of 200 or 404. */
  status: number | undefined
  readonly caches: MemoryCaches
  readonly requests: Request[]
  /** The versions that tabs run. */
  inUse: readonly string[]
  isUpdating: boolean
  /** The content security policy of the server's responses. */
  policy: string
  /** Ends the waits of the worker. */
  endWait: () => void
}

const serverOf = (version: string, ...more: [string, string][]) =>
  new Map([['/', pageOf(version)], ['/assets/start-1.js', 'start'], ['/env.js', 'built'], ...more])

const createWorld = (): World => ({
  server: serverOf(current),
  status: undefined,
  caches: new MemoryCaches(),
  requests: [],
  inUse: [],
  isUpdating: false,
  policy: "style-src 'nonce-n-1'",
  endWait: () => {},
})

const basic = (response: Response): Response => Object.defineProperty(response, 'type', { value: 'basic' })

function createWorker(world: World, version: string, files = ['index.html', 'assets/start-1.js']) {
  const services: AppFilesServices = {
    origin,
    version,
    files: files.map((url) => ({ url, ...(url.startsWith('assets/') && { integrity: `sha384-${url}` }) })),
    // They have the parts of the browser's that the worker uses.
    caches: world.caches as unknown as CacheStorage,
    locks: { query: async () => ({ held: world.inUse.map((key) => ({ name: versionLock(key) })) }) },
    fetch: async (request) => {
      const asked = request instanceof Request ? request : new Request(origin + request)
      world.requests.push(asked)
      const body = world.server?.get(pathOf(asked))
      if (world.server === undefined) throw new TypeError('offline')
      const headers = { 'Content-Security-Policy': world.policy, 'Content-Encoding': 'br' }
      return basic(
        new Response(body ?? '', { status: world.status ?? (body === undefined ? 404 : 200), headers }),
      )
    },
    wait: () => new Promise((resolve) => (world.endWait = resolve)),
    isUpdating: () => world.isUpdating,
  }
  const worker = createAppFiles(services)
  const works: Promise<unknown>[] = []
  const get = async (path: string, init: RequestInit & { readonly isNavigation?: boolean } = {}) => {
    const { isNavigation, ...rest } = init
    const request = new Request(path.startsWith('/') ? origin + path : path, rest)
    if (isNavigation) Object.defineProperty(request, 'mode', { value: 'navigate' })
    const response = await worker.answer(request, (work) => void works.push(work))
    await Promise.all(works)
    return response
  }
  const open = (path: string) => get(path, { isNavigation: true })
  return { ...worker, get, open }
}

describe('the installation', () => {
  it('stores the files of its version, checked by their hashes', async () => {
    const world = createWorld()
    await createWorker(world, current).install()
    expect([...(world.caches.stores.get(`chat-files ${current}`)?.keys() ?? [])]).toEqual([
      '/',
      '/assets/start-1.js',
      '/env.js',
    ])
    expect(world.requests.map(({ integrity, cache }) => [integrity, cache])).toEqual([
      ['', 'reload'],
      ['sha384-assets/start-1.js', 'default'],
      ['', 'reload'],
    ])
  })

  it('copies what another version has under the same name', async () => {
    const world = createWorld()
    world.server = serverOf(old)
    await createWorker(world, old).install()
    world.server = serverOf(current, ['/assets/new-1.js', 'new'])
    world.requests.length = 0
    const files = ['index.html', 'assets/start-1.js', 'assets/new-1.js']
    await createWorker(world, current, files).install()
    expect(world.requests.map(pathOf)).toEqual(['/', '/assets/new-1.js', '/env.js'])
  })

  it('fails if the server has another version already, or a file is missing', async () => {
    const world = createWorld()
    world.server = serverOf('v5.13.0-cccccc')
    await expect(createWorker(world, current).install()).rejects.toThrow('another version')
    world.server = new Map([['/', pageOf(current)]])
    await expect(createWorker(world, current).install()).rejects.toThrow('/assets/start-1.js is missing')
  })
})

describe('an installed worker', () => {
  it.each(['/', '/messages/sessions/7', '/auth/sign-in?phone=1', '/index.html'])(
    'opens %s from what is stored, without a network',
    async (path) => {
      const world = createWorld()
      const worker = createWorker(world, current)
      await worker.install()
      world.server = undefined
      const response = await worker.open(path)
      expect(await response?.text()).toContain(current)
      expect(response?.headers.has('Content-Encoding')).toBe(false)
      expect(response?.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
    },
  )

  it('gives each answer another nonce, the same in page and policy', async () => {
    const world = createWorld()
    const worker = createWorker(world, current)
    await worker.install()
    const nonces = await Promise.all(
      ['/', '/'].map(async (path) => {
        const response = await worker.open(path)
        const [, nonce = ''] = / nonce="([^"]+)"/.exec((await response?.text()) ?? '') ?? []
        expect(response?.headers.get('Content-Security-Policy')).toBe(`style-src 'nonce-${nonce}'`)
        return nonce
      }),
    )
    expect(new Set([...nonces, 'n-1']).size).toBe(3)
  })

  it('uses the policy of the server from the next start on, as long as it has this version', async () => {
    const world = createWorld()
    const worker = createWorker(world, current)
    await worker.install()
    const policyOf = async () => (await worker.open('/'))?.headers.get('Content-Security-Policy')
    world.policy = "frame-ancestors 'self'"
    await policyOf()
    expect(await policyOf()).toBe("frame-ancestors 'self'")
    world.policy = 'of the next version'
    world.server = serverOf('v5.13.0-cccccc')
    await policyOf()
    expect(await policyOf()).toBe("frame-ancestors 'self'")
    expect(await (await worker.open('/'))?.text()).toContain(current)
  })

  it('opens the page from the server and stores its files again after the cache was cleared', async () => {
    const world = createWorld()
    const worker = createWorker(world, current)
    expect(await (await worker.open('/messages'))?.text()).toBe('')
    expect(await (await worker.open('/messages'))?.text()).toContain(current)
  })

  it.each([
    ['a call', '/Api/GetVersion', {}],
    ['a file of a message', '/files/messages/a.png', {}],
    ['the version file', '/version.json?t=1', {}],
    ['the manifest', '/manifest.webmanifest', {}],
    ['another origin', 'https://other.example/assets/start-1.js', {}],
    ['a part of a file', '/assets/start-1.js', { headers: { Range: 'bytes=0-1' } }],
    ['a request that changes something', '/assets/start-1.js', { method: 'POST' }],
    ['a page that a script fetches', '/', {}],
    ['an opened file', '/files/messages/a.png', { isNavigation: true }],
    ['an opened picture', '/icon.svg', { isNavigation: true }],
  ])('leaves %s to the browser', async (_, path, init) => {
    const world = createWorld()
    const worker = createWorker(world, current)
    await worker.install()
    world.requests.length = 0
    expect(await worker.get(path, init)).toBeUndefined()
    expect(world.requests).toEqual([])
  })

  it('stores a file named by its content at its first use', async () => {
    const world = createWorld()
    const worker = createWorker(world, current)
    world.server?.set('/assets/transcoder-1.wasm', 'program')
    await worker.get('/assets/transcoder-1.wasm')
    world.server = undefined
    expect(await (await worker.get('/assets/transcoder-1.wasm'))?.text()).toBe('program')
  })

  it('answers although a full device cannot store the file, and stores no failure', async () => {
    const world = createWorld()
    const worker = createWorker(world, current)
    world.caches.isFull = true
    expect(await (await worker.get('/assets/start-1.js'))?.text()).toBe('start')
    world.caches.isFull = false
    expect((await worker.get('/assets/gone-1.js'))?.status).toBe(404)
    expect(await world.caches.match('/assets/gone-1.js')).toBeUndefined()
  })

  it('asks for the environment at each start, and uses the stored one without a network, for an error of the server, or after 3 s', async () => {
    const world = createWorld()
    const worker = createWorker(world, current)
    world.server?.set('/env.js', 'first')
    expect(await (await worker.get('/env.js?t=1'))?.text()).toBe('first')
    world.server?.set('/env.js', 'second')
    expect(await (await worker.get('/env.js?t=2'))?.text()).toBe('second')
    world.server = undefined
    expect(await (await worker.get('/env.js?t=3'))?.text()).toBe('second')
    world.server = serverOf(current)
    world.status = 502
    expect(await (await worker.get('/env.js?t=4'))?.text()).toBe('second')
  })
})

describe('versions', () => {
  const updated = async () => {
    const world = createWorld()
    world.server = serverOf(old, ['/assets/screen-old.js', 'old screen'])
    const before = createWorker(world, old, ['index.html', 'assets/start-1.js', 'assets/screen-old.js'])
    await before.install()
    world.server = serverOf(current)
    const after = createWorker(world, current)
    await after.install()
    return { world, before, after }
  }

  it('of open tabs keep their files after another one has taken over', async () => {
    const { world, after } = await updated()
    world.inUse = [old, current]
    await after.deleteUnused()
    expect(await (await after.get('/assets/screen-old.js'))?.text()).toBe('old screen')
    expect(await (await after.open('/messages'))?.text()).toContain(current)
  })

  it('are deleted when no tab runs them any more', async () => {
    const { world, after } = await updated()
    world.caches.stores.set('shared', new Map())
    world.inUse = [current]
    await after.deleteUnused()
    expect([...world.caches.stores.keys()]).toEqual([`chat-files ${current}`, 'shared'])
    expect((await after.get('/assets/screen-old.js'))?.status).toBe(404)
  })

  it('that wait are not deleted by the active worker', async () => {
    const { world, before } = await updated()
    world.isUpdating = true
    await before.deleteUnused()
    expect(world.caches.stores.size).toBe(2)
    expect(await (await before.open('/'))?.text()).toContain(old)
  })
})

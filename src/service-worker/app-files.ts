import { appCachePrefix, versionLock } from '#src/app/version.ts'
import type { BuildFile } from './worker-scope.ts'

/** Whether a path belongs to the backend. */
export const isBackendPath = (path: string): boolean =>
  /^\/(Api\/|files\/|GetVersion$|Health\.txt$)/.test(path)

export interface AppFilesServices {
  readonly origin: string
  /** The version key of the worker's own build. */
  readonly version: string
  /** The files of that build that every version stores as a whole. */
  readonly files: readonly BuildFile[]
  readonly caches: CacheStorage
  readonly locks: Pick<LockManager, 'query'>
  readonly fetch: (request: Request | string) => Promise<Response>
  /** Resolves after this time, ms. */
  readonly wait: (duration: number) => Promise<void>
  /** Whether another version of the worker is being installed or waits. */
  readonly isUpdating: () => boolean
}

/** The files of the app, stored by version, as the service worker serves them. */
export interface AppFiles {
  /** Stores every file of this version. Rejects if one is missing or is not the file that was built. */
  install(): Promise<void>
  /** Deletes the files of versions that no tab runs any more. */
  deleteUnused(): Promise<void>
  /** Returns the response to a request; undefined if the request is not for the app's files. */
  answer(request: Request, keepAlive: KeepAlive): Promise<Response> | undefined
}

const cachePrefix = `${appCachePrefix}files `
const pagePath = '/'
/** The first page has read it before the worker controls it. */
const environmentFile = 'env.js'
/** How long a file that may have changed is waited for if an older one is stored, ms. */
const networkPatience = 3_000

/** Keeps the worker alive until a work has settled that no response waits for. */
type KeepAlive = (work: Promise<unknown>) => void
type Fetching = (request: Request, key: string, keepAlive: KeepAlive) => Promise<Response>

/** Whether the content of a file never changes in one version, so that a stored one needs no request. */
const isFixed = (path: string): boolean => /^\/(assets|emoticons|stickers)\//.test(path)
/** The build names files below assets by a hash of their content. */
const isNamedByContent = (path: string): boolean => path.startsWith('/assets/')
/** These are asked for to learn something new. */
const isAlwaysFromNetwork = (path: string): boolean =>
  isBackendPath(path) || ['/version.json', '/manifest.webmanifest', '/sw.js'].includes(path)
/** As the server decides it: addresses without an extension are the app's. */
const isPage = (path: string): boolean => !/\.[^/]*$/.test(path) || path === '/index.html'

/**
 * Serves a tab the files of the version that it runs: each version has a cache of its own, the page comes from the
 * cache of the active worker, and all other files are found by the hash in their names. A cache is deleted when no tab
 * of its version is open. Tabs show their version by a lock.
 */
export function createAppFiles(services: AppFilesServices): AppFiles {
  const { origin, version, files, caches, locks, fetch, wait, isUpdating } = services
  const openCache = () => caches.open(`${cachePrefix}${version}`)

  const store = async (cache: Cache, { url, integrity }: BuildFile): Promise<void> => {
    const path = url === 'index.html' ? pagePath : `/${url}`
    if (await cache.match(path)) return
    const known = isNamedByContent(path) ? await caches.match(path) : undefined
    if (known) return cache.put(path, known)
    // The browser has stored what is named by its content, and must not use its stored copy of anything else.
    const freshness = isNamedByContent(path) ? 'default' : 'reload'
    const response = await fetch(
      new Request(origin + path, { cache: freshness, ...(integrity && { integrity }) }),
    )
    if (!response.ok) throw new Error(`${path} is missing: ${response.status}`)
    if (path === pagePath) await checkVersion(response.clone(), version)
    await cache.put(path, response)
  }

  const install = async (): Promise<void> => {
    const cache = await openCache()
    // One after another, because the page that has just started needs the connections.
    for (const file of [...files, { url: environmentFile }]) await store(cache, file)
  }

  /**
   * Stores the page once more while the server has this version: its headers depend on the settings of the server, such as
   * the sites that may embed it.
   */
  const refreshPage = async (): Promise<void> => {
    const response = await fetch(new Request(origin + pagePath, { cache: 'reload' }))
    if (!response.ok) return
    await checkVersion(response.clone(), version)
    const cache = await openCache()
    // The user may have cleared the cache meanwhile. Then the next start stores all files.
    if (await cache.match(pagePath)) await cache.put(pagePath, response)
  }

  const answerPage = async (request: Request, keepAlive: KeepAlive): Promise<Response> => {
    const stored = await (await openCache()).match(pagePath)
    if (stored) {
      keepAlive(refreshPage().catch(() => undefined))
      return withNewNonce(stored)
    }
    // The user has cleared the cache. It stays empty if the server has another version already.
    keepAlive(install().catch(() => undefined))
    return fetch(request)
  }

  /** A file that cannot be stored, because the device is full, is fetched again at its next use. */
  const fetchAndStore: Fetching = async (request, key, keepAlive) => {
    const response = await fetch(request)
    if (response.ok && response.type === 'basic') {
      const copy = response.clone()
      const storing = openCache().then((cache) => cache.put(key, copy))
      keepAlive(storing.catch(() => undefined))
    }
    return response
  }

  const fromCacheFirst: Fetching = async (request, key, keepAlive) =>
    (await caches.match(key)) ?? fetchAndStore(request, key, keepAlive)

  const fromNetworkFirst: Fetching = async (request, key, keepAlive) => {
    const stored = (await (await openCache()).match(key)) ?? (await caches.match(key))
    const fetched = fetchAndStore(request, key, keepAlive)
    if (!stored) return fetched
    // A proxy answers with an error while the server restarts.
    const answer = fetched.then(
      (response) => (response.status >= 500 ? stored : response),
      () => stored,
    )
    return Promise.race([answer, wait(networkPatience).then(() => stored)])
  }

  return {
    install,
    async deleteUnused() {
      if (isUpdating()) return
      const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix))
      if (names.length < 2) return
      const held = new Set((await locks.query()).held?.map(({ name }) => name))
      const isUnused = (name: string) => {
        const other = name.slice(cachePrefix.length)
        return other !== version && !held.has(versionLock(other))
      }
      await Promise.all(names.filter(isUnused).map((name) => caches.delete(name)))
    },
    answer(request, keepAlive) {
      const { origin: requestOrigin, pathname } = new URL(request.url)
      if (requestOrigin !== origin || request.method !== 'GET' || isAlwaysFromNetwork(pathname))
        return undefined
      if (request.mode === 'navigate') return isPage(pathname) ? answerPage(request, keepAlive) : undefined
      // A script's request must not replace the stored page by that of another version.
      if (isPage(pathname)) return undefined
      // A cache stores whole files only.
      if (request.headers.has('range')) return undefined
      if (isFixed(pathname)) return fromCacheFirst(request, pathname, keepAlive)
      // Without the query, which env.js has a new one of each time.
      return fromNetworkFirst(request, pathname, keepAlive)
    },
  }
}

/** Throws if the server has another version already: this worker must not store its page. */
async function checkVersion(page: Response, version: string): Promise<void> {
  if (!(await page.text()).includes(`content="${version}"`)) throw new Error('the page has another version')
}

/**
 * A stored page would have the same nonce at each start. The worker does not see which site opened the page, so the
 * browser separates it from every opener.
 */
async function withNewNonce(stored: Response): Promise<Response> {
  const html = await stored.text()
  const headers = new Headers(stored.headers)
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  // The stored body is decoded.
  headers.delete('Content-Encoding')
  const [, nonce] = / nonce="([^"]+)"/.exec(html) ?? []
  if (nonce === undefined) return new Response(html, { headers })
  const fresh = crypto.randomUUID()
  const policy = headers.get('Content-Security-Policy')
  if (policy !== null) headers.set('Content-Security-Policy', policy.replaceAll(nonce, fresh))
  return new Response(html.replaceAll(nonce, fresh), { headers })
}

import { isBackendPath } from '#src/service-worker/app-files.ts'
import { answerShare } from '#src/service-worker/share-target.ts'
import { type ExtendableMessageEvent, type FetchEvent, listen } from '#src/service-worker/worker-scope.ts'
import type { KeepFiles } from '../addresses.ts'

/** Every address of the app is served by this one page, as on a server. */
const pageAddress = '/'
const built = self.__WB_MANIFEST.map(({ url }) => (url === 'index.html' ? pageAddress : `/${url}`))

const openCache = (): Promise<Cache> => caches.open('chat-demo-files')

/** The build names files below assets by a hash of their content. */
const isNamedByContent = (path: string): boolean => path.startsWith('/assets/')

const fromCacheFirst = async (request: Request): Promise<Response> =>
  (await (await openCache()).match(request)) ?? fetch(request)

/** Files without a hash in their name come from the network while there is one. */
const fromNetworkFirst = async (request: Request | string): Promise<Response> => {
  try {
    return await fetch(request)
  } catch (cause) {
    const cached = await (await openCache()).match(request)
    if (cached) return cached
    throw cause
  }
}

const answer = (request: Request, path: string): Promise<Response> => {
  if (request.mode === 'navigate') return fromNetworkFirst(pageAddress)
  return isNamedByContent(path) ? fromCacheFirst(request) : fromNetworkFirst(request)
}

/**
 * Caches every file of this build, and `others`, for offline starts. Not during the installation, because the first
 * start waits for it.
 */
const keep = async (others: readonly string[]): Promise<void> => {
  const cache = await openCache()
  const cached = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const add = (path: string) => (cached.has(path) && isNamedByContent(path) ? undefined : cache.add(path))
  const gone = [...cached].filter((path) => !built.includes(path) && !others.includes(path))
  await Promise.all(gone.map((path) => cache.delete(path)))
  await Promise.all(built.map(add))
  await Promise.all(others.map(add))
}

listen('fetch', (event: FetchEvent) => {
  const { request } = event
  const shared = answerShare(request, { origin: location.origin, caches, now: Date.now })
  if (shared) return event.respondWith(shared)
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin || request.method !== 'GET' || isBackendPath(pathname)) return
  event.respondWith(answer(request, pathname))
})

listen('message', (event: ExtendableMessageEvent<Partial<KeepFiles> | null>) => {
  if (event.data?.type === 'keep files') event.waitUntil(keep(event.data.others ?? []))
})

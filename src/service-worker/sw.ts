import { createAppFiles } from './app-files.ts'
import {
  type ExtendableEvent,
  type ExtendableMessageEvent,
  type FetchEvent,
  listen,
  skipWaitingMessage,
  workerScope,
} from './worker-scope.ts'

// The service worker of the app [SW-01]. Push has a module of its own, imported here for its listeners.

const { registration, clients } = workerScope

const files = createAppFiles({
  origin: location.origin,
  version: import.meta.env.VERSION_KEY,
  files: self.__WB_MANIFEST,
  caches,
  locks: navigator.locks,
  fetch: (request) => fetch(request),
  wait: (duration) => new Promise((resolve) => setTimeout(resolve, duration)),
  isUpdating: () => registration.installing !== null || registration.waiting !== null,
})

listen('install', (event: ExtendableEvent) => event.waitUntil(files.install()))

/** Takes over pages that were opened before the first worker, so that they too find their files after an update. */
const activate = async (): Promise<void> => {
  await clients.claim()
  await files.deleteUnused()
}
listen('activate', (event: ExtendableEvent) => event.waitUntil(activate()))

listen('fetch', (event: FetchEvent) => {
  const answer = files.answer(event.request, (work) => event.waitUntil(work))
  if (answer === undefined) return
  event.respondWith(answer)
  if (event.request.mode === 'navigate') event.waitUntil(files.deleteUnused())
})

listen('message', (event: ExtendableMessageEvent<{ readonly type?: unknown } | null>) => {
  if (event.data?.type === skipWaitingMessage.type) event.waitUntil(workerScope.skipWaiting())
})

import { isBackendPath } from '#src/service-worker/app-files.ts'
import { type FetchEvent, listen } from '#src/service-worker/worker-scope.ts'

/**
 * Filters events before the mocking library receives them:
 * - requests for other paths than the backend's do not pass through the page;
 * - a page that closes does not unregister the service worker, as the library would;
 * - a worker that the browser ended while it was idle has lost the list of mocking pages. Only a mocking page requests
 *   the backend, so a page that does is added to the list.
 */
export function guardMocking(mockingPages: () => Set<string>): void {
  listen('fetch', (event: FetchEvent) => {
    const { origin, pathname } = new URL(event.request.url)
    if (origin !== location.origin || !isBackendPath(pathname)) return event.stopImmediatePropagation()
    if (event.clientId !== '') mockingPages().add(event.clientId)
  })
  listen('message', (event: MessageEvent<unknown>) => {
    if (event.data === 'CLIENT_CLOSED') event.stopImmediatePropagation()
  })
}

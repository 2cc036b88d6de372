import { isBackendPath } from '../addresses.ts'
import { type FetchEvent, listen } from './service-worker-scope.ts'

/**
 * Stands between the files of the page and the mocking that comes after it:
 * - what is not the backend's never takes the way through the page;
 * - a page that closes does not take the service worker away with it, as mocking alone would;
 * - a worker that the browser ended while it was idle has forgotten which pages mock. Only a page that does asks for
 *   the backend, so whoever asks is one.
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

// Types of the service worker environment that TypeScript's page library lacks.

interface ExtendableEvent extends Event {
  /** Keeps the worker alive until this settles. */
  waitUntil(work: Promise<unknown>): void
}
export interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  /** The page that sent the request. */
  readonly clientId: string
  respondWith(response: Promise<Response>): void
}
export interface ExtendableMessageEvent<Data> extends ExtendableEvent {
  readonly data: Data
}

type Listen = (type: string, listener: (event: never) => void) => void

/** Adds a listener to an event of this service worker. Listeners are called in the order in which they were added. */
// All events of a service worker are dispatched on its global scope.
export const listen: Listen = (type, listener) =>
  globalThis.addEventListener(type, listener as (event: Event) => void)

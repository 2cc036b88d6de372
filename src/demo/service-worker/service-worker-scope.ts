// What of a service worker's environment is used here; TypeScript's library for pages does not know them.

interface ExtendableEvent extends Event {
  /** The worker is not ended before this settles. */
  waitUntil(work: Promise<unknown>): void
}
export interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  /** The page that asks. */
  readonly clientId: string
  respondWith(answer: Promise<Response>): void
}
export interface ExtendableMessageEvent<Data> extends ExtendableEvent {
  readonly data: Data
}

type Listen = (type: string, listener: (event: never) => void) => void

/** Listens to an event of this service worker; listeners hear it in the order in which they were added. */
// Every event of a service worker arrives at its global scope, whatever its type is called there.
export const listen: Listen = (type, listener) =>
  globalThis.addEventListener(type, listener as (event: Event) => void)

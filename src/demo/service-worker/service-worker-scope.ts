/** What of a service worker's surroundings is used here; TypeScript's library for pages does not know them. */
export interface FetchEvent extends Event {
  readonly request: Request
  /** The page that asks. */
  readonly clientId: string
}

type Listen = (type: string, listener: (event: never) => void) => void

/** Listens to an event of this service worker; listeners hear it in the order in which they were added. */
// Every event of a service worker arrives at its global scope, whatever its type is called there.
export const listen = globalThis.addEventListener as Listen

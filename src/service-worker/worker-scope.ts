// Types of the service worker environment that TypeScript's page library lacks.

declare global {
  /** Filled in by the build: the files to store. */
  var __WB_MANIFEST: readonly BuildFile[]
}

export interface BuildFile {
  /** Relative to the root. */
  readonly url: string
  /** The expected hash of the content, as in an `integrity` attribute. */
  readonly integrity?: string
}

export interface ExtendableEvent extends Event {
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

export interface PushEvent extends ExtendableEvent {
  /** Null for a message without content. */
  readonly data: { text(): string } | null
}
/** An event of the Background Sync API. */
export interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  /** Whether the browser does not dispatch the event again if this one fails. */
  readonly lastChance: boolean
}
export interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification
  /** Empty for the notification itself. */
  readonly action: string
  /** The text that the user wrote into the notification; only Chromium has it. */
  readonly reply?: string | null
}

/** A page of this origin. */
export interface WindowClient {
  readonly url: string
  readonly focused: boolean
  readonly visibilityState: DocumentVisibilityState
  focus(): Promise<WindowClient>
  postMessage(message: unknown, transfer?: readonly Transferable[]): void
}

export interface ServiceWorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: {
      readonly type: 'window'
      readonly includeUncontrolled: boolean
    }): Promise<readonly WindowClient[]>
    openWindow(url: string): Promise<WindowClient | null>
  }
  skipWaiting(): Promise<void>
}

/** The global scope of a service worker. */
// The page's library declares the scope as a window.
export const workerScope = globalThis as unknown as ServiceWorkerScope

type Listen = (type: string, listener: (event: never) => void) => void

/** Adds a listener to an event of this service worker. Listeners are called in the order in which they were added. */
// All events of a service worker are dispatched on its global scope.
export const listen: Listen = (type, listener) =>
  globalThis.addEventListener(type, listener as (event: Event) => void)

/** What a page posts to a waiting worker to make it active [SW-07]. */
export const skipWaitingMessage = { type: 'SKIP_WAITING' } as const

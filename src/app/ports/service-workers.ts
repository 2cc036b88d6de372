import type { NewVersion, UpdateWorkers } from '#machines/update/update-machine.ts'
import { readVersionFile, versionKey } from '#schemas/env/version-file.ts'
import { skipWaitingMessage } from '#src/service-worker/worker-scope.ts'
import { withDeadline } from '#streams/clock/timing.ts'
import type { Clock } from '#streams/ports.ts'

/** The service worker is registered for every address [SW-01]. */
const script = { url: '/sw.js', scope: '/' } as const
/** How long a worker may take to change its state [SW-06], ms. */
export const stateChangeLimit = 30_000

/** A manual update failed [SW-16]. */
export class UpdateFailed extends Error {
  override readonly name = 'UpdateFailed'
  constructor(cause: unknown) {
    super('Failed to update service worker', { cause })
  }
}
/** A worker did not change its state in time [SW-17]. */
export class StateChangeTimeout extends Error {
  override readonly name = 'StateChangeTimeout'
  constructor() {
    super('Service worker state change timeout')
  }
}

export interface BrowserServiceWorkers extends UpdateWorkers {
  /**
   * Updates all registrations, and waits until their installing and waiting workers are active [SW-05].
   * @throws UpdateFailed, StateChangeTimeout
   */
  update(): Promise<void>
}

type Container = Pick<
  ServiceWorkerContainer,
  | 'controller'
  | 'register'
  | 'getRegistration'
  | 'getRegistrations'
  | 'addEventListener'
  | 'removeEventListener'
>

/** The service workers of this browser; `container` is undefined where there are none. */
export const createServiceWorkers = (
  container: Container | undefined,
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>,
): BrowserServiceWorkers => {
  const find = () => container?.getRegistration(script.scope)
  return {
    async register() {
      await container?.register(trustedScriptUrl(), { scope: script.scope })
      const registration = await find()
      if (!registration) return 'none'
      return registration.waiting ? 'waiting' : 'current'
    },
    watch: (listener) => watchWorkers(container, listener),
    async look() {
      const registration = await find()
      await registration?.update()
      return Boolean(registration?.waiting)
    },
    async activate() {
      const waiting = (await find())?.waiting
      if (waiting) await becomeActive(waiting, clock)
    },
    async update() {
      try {
        const registrations = (await container?.getRegistrations()) ?? []
        await Promise.all(registrations.map((registration) => updateRegistration(registration, clock)))
      } catch (cause) {
        throw cause instanceof StateChangeTimeout ? cause : new UpdateFailed(cause)
      }
    },
  }
}

function watchWorkers(container: Container | undefined, listener: () => void): () => void {
  const over = new AbortController()
  const { signal } = over
  container?.addEventListener('controllerchange', listener, { signal })
  const watchInstalling = ({ installing }: ServiceWorkerRegistration) =>
    installing?.addEventListener(
      'statechange',
      () => {
        // The first worker of this origin does not wait, and controls no page yet.
        if (installing.state === 'installed' && container?.controller) listener()
      },
      { signal },
    )
  const watchRegistration = (registration: ServiceWorkerRegistration | undefined) => {
    if (!registration || signal.aborted) return
    watchInstalling(registration)
    registration.addEventListener('updatefound', () => watchInstalling(registration), { signal })
  }
  container?.getRegistration(script.scope).then(watchRegistration, () => undefined)
  return () => over.abort()
}

async function updateRegistration(
  registration: ServiceWorkerRegistration,
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>,
): Promise<void> {
  const findWorkers = () =>
    [registration.installing, registration.waiting].filter((worker) => worker !== null)
  await registration.update()
  // This call may have joined an earlier check by the browser that read the old script. A second call starts a new check.
  if (findWorkers().length === 0) await registration.update()
  await Promise.all(findWorkers().map((worker) => becomeActive(worker, clock)))
}

/** Waits until the worker is active. Asks it to skip waiting once it is installed [SW-07]. */
async function becomeActive(
  worker: ServiceWorker,
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>,
): Promise<void> {
  while (worker.state !== 'activated') {
    if (worker.state === 'redundant') throw new Error('the worker could not be installed')
    if (worker.state === 'installed') worker.postMessage(skipWaitingMessage)
    await nextState(worker, clock)
  }
}

function nextState(worker: ServiceWorker, clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = new AbortController()
    const timer = clock.setTimeout(() => {
      over.abort()
      reject(new StateChangeTimeout())
    }, stateChangeLimit)
    const changed = () => {
      over.abort()
      clock.clearTimeout(timer)
      resolve()
    }
    worker.addEventListener('statechange', changed, { signal: over.signal })
  })
}

/** How long the version file may take, ms. */
const versionLimit = 10_000

/**
 * Fetches /version.json of the page's own origin, without credentials and past every cache [BOOT-26]. Undefined if it
 * is invalid [BOOT-25]. Rejects without a network.
 */
export async function fetchVersion(request: typeof fetch, clock: Clock): Promise<NewVersion | undefined> {
  const response = await withDeadline(clock, versionLimit, (signal) =>
    request(`/version.json?t=${clock.now()}`, { credentials: 'omit', cache: 'no-store', signal }),
  )
  if (!response.ok) return undefined
  const file = readVersionFile(await response.json())
  return file && { version: file.version, key: versionKey(file) }
}

/** Trusted Types, which TypeScript's library does not declare yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(url: string): string }
}

/** The service worker's URL, allowed by name in the page's content security policy. */
function trustedScriptUrl(): string {
  const trustedTypes = Reflect.get(globalThis, 'trustedTypes') as TrustedTypes | undefined
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => script.url })
  return policy?.createScriptURL(script.url) ?? script.url
}

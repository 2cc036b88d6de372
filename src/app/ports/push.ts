import type { PushPort } from '#streams/ports.ts'
import { fromBase64Url, toBase64Url } from './crypto.ts'

type ServiceWorkers = Pick<ServiceWorkerContainer, 'getRegistration' | 'ready'>

/** What of a browser is needed; each is missing in some. */
export interface PushPage {
  readonly Notification?: Pick<typeof Notification, 'permission'> | undefined
  readonly navigator: {
    readonly serviceWorker?: ServiceWorkers | undefined
    readonly permissions?: Pick<Permissions, 'query'> | undefined
  }
}

/**
 * Push by the standard interface of browsers, through the service worker; the token is the subscription as JSON text
 * [NOTIF-16] (DEC-178). Without a service worker or the permission there is none.
 */
export const createBrowserPush = (page: PushPage): PushPort => ({
  async requestToken({ vapidKey }) {
    if (page.Notification?.permission !== 'granted') return undefined
    const registration = await page.navigator.serviceWorker?.getRegistration()
    if (!registration?.active || !('pushManager' in registration)) return undefined
    return JSON.stringify(await subscriptionFor(registration.pushManager, vapidKey))
  },
  subscribe(listener) {
    const over = new AbortController()
    const tell = () => {
      if (!over.signal.aborted) listener()
    }
    const { permissions, serviceWorker } = page.navigator
    // Browsers without permission events get the token at the next page load.
    permissions?.query({ name: 'notifications' }).then(
      (status) => status.addEventListener('change', tell, { signal: over.signal }),
      () => undefined,
    )
    if (serviceWorker) whenActive(serviceWorker).then(tell, () => undefined)
    return () => over.abort()
  },
})

/** Resolves once a service worker has become active that is not yet; never where there is one already. */
async function whenActive(workers: ServiceWorkers): Promise<void> {
  const known = await workers.getRegistration()
  if (known?.active) return new Promise(() => undefined)
  await workers.ready
}

/** A subscription under another key is of no use to the sender any more, and stands in the way of a new one. */
async function subscriptionFor(manager: PushManager, vapidKey: string): Promise<PushSubscription> {
  const applicationServerKey = fromBase64Url(vapidKey)
  const known = await manager.getSubscription()
  if (known && keyOf(known) === toBase64Url(applicationServerKey)) return known
  await known?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

const keyOf = ({ options: { applicationServerKey } }: PushSubscription): string | undefined =>
  applicationServerKey ? toBase64Url(new Uint8Array(applicationServerKey)) : undefined

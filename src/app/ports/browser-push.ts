import { notificationChannel, type WorkerBroadcast } from '#schemas/push-payload.ts'
import type { PushPort } from '#streams/ports.ts'
import { fromBase64Url, toBase64Url } from './crypto.ts'

type ServiceWorkers = Pick<ServiceWorkerContainer, 'getRegistration' | 'ready'>

/** The browser features that push needs. Each is missing in some browsers. */
export interface PushPage {
  readonly Notification?: Pick<typeof Notification, 'permission'> | undefined
  readonly BroadcastChannel?: typeof BroadcastChannel | undefined
  readonly navigator: {
    readonly serviceWorker?: ServiceWorkers | undefined
    readonly permissions?: Pick<Permissions, 'query'> | undefined
  }
}

/**
 * Push by the Push API, through the service worker. The token is the subscription as JSON [NOTIF-16] (DEC-178). There
 * is none without a service worker or permission.
 */
export const createBrowserPush = (page: PushPage): PushPort => ({
  async requestToken({ vapidKey }) {
    if (page.Notification?.permission !== 'granted') return undefined
    const registration = await page.navigator.serviceWorker?.getRegistration()
    if (!registration?.active || !('pushManager' in registration)) return undefined
    return JSON.stringify(await subscriptionFor(registration.pushManager, vapidKey))
  },
  async revokeToken() {
    const registration = await page.navigator.serviceWorker?.getRegistration()
    const subscription = await registration?.pushManager?.getSubscription()
    if (!subscription) return
    await subscription.unsubscribe()
    const channel = page.BroadcastChannel && new page.BroadcastChannel(notificationChannel)
    channel?.postMessage({ type: 'subscription-changed' } satisfies WorkerBroadcast)
    channel?.close()
  },
  subscribe(listener) {
    const over = new AbortController()
    const onChange = () => {
      if (!over.signal.aborted) listener()
    }
    const { permissions, serviceWorker } = page.navigator
    // Browsers without permission events get the token at the next page load.
    permissions?.query({ name: 'notifications' }).then(
      (status) => status.addEventListener('change', onChange, { signal: over.signal }),
      () => undefined,
    )
    const channel = page.BroadcastChannel && new page.BroadcastChannel(notificationChannel)
    channel?.addEventListener('message', ({ data }: MessageEvent<WorkerBroadcast>) => {
      if (data.type === 'subscription-changed') onChange()
    })
    over.signal.addEventListener('abort', () => channel?.close())
    if (serviceWorker) whenActive(serviceWorker).then(onChange, () => undefined)
    return () => over.abort()
  },
})

/** Resolves when a service worker becomes active for the first time; never if one is active already. */
async function whenActive(workers: ServiceWorkers): Promise<void> {
  const known = await workers.getRegistration()
  if (known?.active) return new Promise(() => undefined)
  await workers.ready
}

/** A subscription under another key is useless for the sender and prevents a new one. */
async function subscriptionFor(manager: PushManager, vapidKey: string): Promise<PushSubscription> {
  const applicationServerKey = fromBase64Url(vapidKey)
  const known = await manager.getSubscription()
  if (known && keyOf(known) === toBase64Url(applicationServerKey)) return known
  await known?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

const keyOf = ({ options: { applicationServerKey } }: PushSubscription): string | undefined =>
  applicationServerKey ? toBase64Url(new Uint8Array(applicationServerKey)) : undefined

import type { BrowserContext, Page, Worker } from '@playwright/test'
import type { RunningServer } from './server.ts'

/** Resolves when the first worker has stored its files and controls the page. */
export const untilControlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')

export function workerOf(context: BrowserContext): Worker {
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('No service worker')
  return worker
}

/** The events that Chromium lets a test dispatch, with their data. */
interface DispatchedEvents {
  readonly deliverPushMessage: { readonly data: string }
  readonly dispatchSyncEvent: { readonly tag: string; readonly lastChance: boolean }
}

/** Dispatches an event to the service worker as the browser does. */
export async function dispatchToWorker<Name extends keyof DispatchedEvents>(
  page: Page,
  { address }: RunningServer,
  name: Name,
  data: DispatchedEvents[Name],
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registrationId = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [known] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(address))
      if (known) resolve(known.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  const parameters = { origin: address, registrationId: await registrationId, ...data }
  // The type of an event's data belongs to its name.
  await session.send(`ServiceWorker.${name}`, parameters as never)
}

/** The parts of a worker's scope that pages lack. */
interface Scope {
  readonly registration: ServiceWorkerRegistration
  badge?: number
}

/**
 * The worker keeps its notifications itself where the browser has none, such as Chromium's headless shell, and records
 * the number on the app's icon.
 */
export const fakeNotifications = (worker: Worker) =>
  worker.evaluate(() => {
    const setAppBadge = async (badge: number) => void Object.assign(globalThis, { badge })
    Object.defineProperty(navigator, 'setAppBadge', { value: setAppBadge })
    if (Notification.permission === 'granted') return
    const shown: Notification[] = []
    Object.assign(ServiceWorkerRegistration.prototype, {
      getNotifications: async () => [...shown],
      async showNotification(title: string, options: NotificationOptions) {
        const close = () => void shown.splice(shown.indexOf(one), 1)
        // Only what the worker and the journeys read.
        const one = { title, ...options, close } as unknown as Notification
        shown.push(one)
      },
    })
  })

export const notifications = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as Scope
    return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }))
  })

/** The number on the app's icon, as the worker has set it last. */
export const badgeOf = (worker: Worker) => worker.evaluate(() => (globalThis as unknown as Scope).badge)

/** Taps the first notification in the worker. Only the browser can do so with the right to open a window. */
export const tap = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as Scope
    const [notification] = await registration.getNotifications()
    const work: Promise<unknown>[] = []
    const waitUntil = (one: Promise<unknown>) => void work.push(one)
    const event = Object.assign(new Event('notificationclick'), { notification, action: '', waitUntil })
    globalThis.dispatchEvent(event)
    await Promise.all(work)
  })

/** Submits the form of `share_target` in the manifest from a page of the same origin, as the browser does for another app. */
export const share = (page: Page, text: string, pictures: readonly string[] = []) =>
  page.evaluate(
    ({ text, pictures }) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action: '/share' })
      const words = Object.assign(document.createElement('input'), { name: 'text', value: text })
      const files = Object.assign(document.createElement('input'), {
        name: 'files',
        type: 'file',
        multiple: true,
      })
      const carried = new DataTransfer()
      for (const [index, picture] of pictures.entries()) {
        const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
        carried.items.add(new File([bytes], `shared ${index}.png`, { type: 'image/png' }))
      }
      files.files = carried.files
      form.append(words, files)
      document.body.append(form)
      form.submit()
    },
    { text, pictures },
  )

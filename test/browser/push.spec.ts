import type { Page, Worker } from '@playwright/test'
import { type LocalPushService, openLocalPushService } from '#test/contract/local-push-service.ts'
import { befriendByCall, callerNamed, callerOf } from './support/calls.ts'
import { expect, freshPhone, test, welcome } from './support/journey.ts'
import { say } from './support/messages.ts'
import { type RunningServer, startServer } from './support/server.ts'

test.use({ serviceWorkers: 'allow' })

/** A headless browser has no push service: pages get the permission, and the subscription of the test's service. */
const subscribeTo = (subscription: LocalPushService['subscription']) => {
  const made = { ...subscription, options: {}, toJSON: () => subscription, unsubscribe: async () => true }
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  PushManager.prototype.getSubscription = async () => null
  PushManager.prototype.subscribe = async ({ applicationServerKey } = {}) => {
    document.documentElement.dataset.vapidKey = String(applicationServerKey)
    // The page reads the subscription as JSON only.
    return made as unknown as PushSubscription
  }
}

/** Hands a message to the service worker as the browser does. */
async function deliver(page: Page, { address }: RunningServer, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registrationId = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [known] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(address))
      if (known) resolve(known.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: address,
    registrationId: await registrationId,
    data,
  })
}

/** The parts of a worker's scope that pages lack. */
interface Scope {
  readonly registration: ServiceWorkerRegistration
}

/** Chromium's headless shell has no notifications. */
const hasNotifications = (worker: Worker) => worker.evaluate(() => Notification.permission === 'granted')

/** The worker keeps its notifications itself, and does not ask the browser for a badge. */
const fakeNotifications = (worker: Worker) =>
  worker.evaluate(() => {
    Object.defineProperty(navigator, 'setAppBadge', { value: undefined })
    const shown: Notification[] = []
    Object.assign(ServiceWorkerRegistration.prototype, {
      getNotifications: async () => [...shown],
      async showNotification(title: string, options: NotificationOptions) {
        const close = () => void shown.splice(shown.indexOf(one), 1)
        // Only what the worker and this journey read.
        const one = { title, ...options, close } as unknown as Notification
        shown.push(one)
      },
    })
  })

const notifications = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as Scope
    return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }))
  })

/** Taps the notification in the worker. Only the browser can do so with the right to open a window. */
const tap = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as Scope
    const [notification] = await registration.getNotifications()
    const work: Promise<unknown>[] = []
    const waitUntil = (one: Promise<unknown>) => void work.push(one)
    const event = Object.assign(new Event('notificationclick'), { notification, action: '', waitUntil })
    globalThis.dispatchEvent(event)
    await Promise.all(work)
  })

test('a message for a closed app comes by the push service, encrypted for the browser, and its tap opens the conversation [NOTIF-14 NOTIF-15 NOTIF-16 NOTIF-17 SW-19]', async ({
  context,
}) => {
  const service = await openLocalPushService()
  const server = await startServer({ PUSH: 'local' })
  try {
    await context.addInitScript(subscribeTo, service.subscription)
    const first = await context.newPage()
    await first.goto(`${server.address}/icon.svg`)
    await first.evaluate(() => navigator.serviceWorker.register('/sw.js'))
    const registered = context.waitForEvent('requestfinished', (request) =>
      request.url().endsWith('/UpdateDeviceToken'),
    )
    const ada = await welcome(context, server, 'Ada')
    const { page } = ada
    expect(JSON.parse((await registered).postDataJSON().DToken)).toEqual(service.subscription)
    const ben = await callerNamed(server, 'Ben', freshPhone())
    await befriendByCall(ben, callerOf(ada))

    // A page of the same origin without the app: the device has no connection any more.
    await page.goto(`${server.address}/icon.svg`)
    await say(ben, ada, 'a secret')
    await expect.poll(() => service.received.length).toBe(1)
    const [pushed] = service.received
    expect(JSON.parse(pushed?.text ?? '')).toMatchObject({ title: 'Ben', body: 'New message' })
    const [worker] = context.serviceWorkers()
    if (!worker) throw new Error('No service worker')
    if (!(await hasNotifications(worker))) await fakeNotifications(worker)
    await deliver(page, server, pushed?.text ?? '')
    await expect.poll(() => notifications(worker)).toEqual([{ title: 'Ben', body: 'New message' }])
    await tap(worker)
    expect(await notifications(worker)).toEqual([])
    await page.goto(server.address)
    await expect(page).toHaveURL(/\/messages\/sessions\/\d+$/)
    await expect(page.getByRole('log', { name: 'Messages' }).getByText('a secret')).toBeVisible()
  } finally {
    await server.dispose()
    await service.close()
  }
})

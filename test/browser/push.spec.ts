import type { Page, Worker } from '@playwright/test'
import { type LocalPushService, openLocalPushService } from '#test/contract/local-push-service.ts'
import { befriendByCall, callerNamed, callerOf } from './support/calls.ts'
import { expect, freshPhone, test, welcome } from './support/journey.ts'
import { say } from './support/messages.ts'
import { type RunningServer, startServer } from './support/server.ts'

test.use({ serviceWorkers: 'allow' })

/** A headless browser has no push service: pages get the subscription of the test's. */
const subscribeTo = (subscription: LocalPushService['subscription']) => {
  const made = { ...subscription, options: {}, toJSON: () => subscription, unsubscribe: async () => true }
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

const notifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return ((await registration?.getNotifications()) ?? []).map(({ title, body, tag }) => ({
      title,
      body,
      tag,
    }))
  })

/** Taps a notification in the worker. Only the browser can do so with the right to open a window. */
const tap = (worker: Worker) =>
  worker.evaluate(async () => {
    // The worker's own scope, whose types pages lack.
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      NotificationEvent: never
    }
    const [notification] = await scope.registration.getNotifications()
    const Tap = scope.NotificationEvent as new (type: string, init: object) => Event
    globalThis.dispatchEvent(new Tap('notificationclick', { notification }))
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
    await deliver(page, server, pushed?.text ?? '')
    await expect.poll(() => notifications(page)).toMatchObject([{ title: 'Ben', body: 'New message' }])

    const [worker] = context.serviceWorkers()
    if (!worker) throw new Error('No service worker')
    await tap(worker)
    await expect.poll(() => notifications(page)).toEqual([])
    await page.goto(server.address)
    await expect(page).toHaveURL(/\/messages\/sessions\/\d+$/)
    await expect(page.getByRole('log', { name: 'Messages' }).getByText('a secret')).toBeVisible()
  } finally {
    await server.dispose()
    await service.close()
  }
})

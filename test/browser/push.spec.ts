import { type LocalPushService, openLocalPushService } from '#test/contract/local-push-service.ts'
import { freePort } from '../../scripts/local-services.mjs'
import { befriendByCall, callerNamed, callerOf } from './support/calls.ts'
import { expect, freshPhone, test, welcome } from './support/journey.ts'
import { say } from './support/messages.ts'
import { countSockets, startServer } from './support/server.ts'
import {
  badgeOf,
  dispatchToWorker,
  fakeNotifications,
  notifications,
  tap,
  workerOf,
} from './support/service-worker.ts'

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

/** The page records the number on the app's icon. */
const recordBadge = () => {
  const setAppBadge = async (count: number) => {
    document.documentElement.dataset.badge = String(count)
  }
  Object.defineProperty(navigator, 'setAppBadge', { value: setAppBadge })
}

test('a message for a closed app comes by the push service, encrypted for the browser, and its tap opens the conversation [NOTIF-14 NOTIF-15 NOTIF-16 NOTIF-17 SW-19]', async ({
  context,
}) => {
  const service = await openLocalPushService()
  const metricsPort = await freePort()
  const server = await startServer({ PUSH: 'local', METRICS_PORT: String(metricsPort) })
  try {
    await context.addInitScript(subscribeTo, service.subscription)
    await context.addInitScript(recordBadge)
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
    await say(ben, ada, 'hello')
    const root = page.locator('html')
    await expect(root).toHaveAttribute('data-badge', /^[1-9]$/)

    // A page of the same origin without the app: the device has no connection any more.
    await page.goto(`${server.address}/icon.svg`)
    await expect.poll(() => countSockets(metricsPort)).toBe(0)
    await say(ben, ada, 'a secret')
    await expect.poll(() => service.received.length).toBe(1)
    const [pushed] = service.received
    expect(JSON.parse(pushed?.text ?? '')).toMatchObject({ title: 'Ben', body: 'New message' })
    const worker = workerOf(context)
    await fakeNotifications(worker)
    await dispatchToWorker(page, server, 'deliverPushMessage', { data: pushed?.text ?? '' })
    await expect.poll(() => notifications(worker)).toEqual([{ title: 'Ben', body: 'New message' }])
    await expect.poll(() => badgeOf(worker)).toBe(1)
    await tap(worker)
    expect([await notifications(worker), await badgeOf(worker)]).toEqual([[], 0])
    await page.goto(server.address)
    await expect(page).toHaveURL(/\/messages\/sessions\/\d+$/)
    await expect(page.getByRole('log', { name: 'Messages' }).getByText('a secret')).toBeVisible()
    await expect(root).toHaveAttribute('data-badge', '0')
  } finally {
    await server.dispose()
    await service.close()
  }
})

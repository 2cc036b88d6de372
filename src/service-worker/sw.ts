import {
  isReadPushed,
  type NotificationSubject,
  notificationChannel,
  readPushedRequest,
} from '#schemas/push-payload.ts'
import { unsentTag } from '#src/platform/notification/unsent-reminder.ts'
import { eraseExpiredContent } from '#src/platform/shared-content.ts'
import { createAppFiles } from './app-files.ts'
import { createPushHandlers } from './push-handlers.ts'
import { answerShare } from './share-target.ts'
import {
  type ExtendableEvent,
  type ExtendableMessageEvent,
  type FetchEvent,
  listen,
  type NotificationEvent,
  type PushEvent,
  type SyncEvent,
  skipWaitingMessage,
  workerScope,
} from './worker-scope.ts'

// The service worker of the app [SW-01].

const { registration, clients } = workerScope

const wait = (duration: number) => new Promise<void>((resolve) => setTimeout(resolve, duration))

const files = createAppFiles({
  origin: location.origin,
  version: import.meta.env.VERSION_KEY,
  files: self.__WB_MANIFEST,
  caches,
  locks: navigator.locks,
  fetch: (request) => fetch(request),
  wait,
  isUpdating: () => registration.installing !== null || registration.waiting !== null,
})

listen('install', (event: ExtendableEvent) => event.waitUntil(files.install()))

/** Takes over pages that were opened before the first worker, so that they too find their files after an update. */
const activate = async (): Promise<void> => {
  await clients.claim()
  await files.deleteUnused()
}
listen('activate', (event: ExtendableEvent) => event.waitUntil(activate()))

const now = () => Date.now()

listen('fetch', (event: FetchEvent) => {
  const share = answerShare(event.request, { origin: location.origin, caches, now })
  const answer = share ?? files.answer(event.request, (work) => event.waitUntil(work))
  if (answer === undefined) return
  event.respondWith(answer)
  if (event.request.mode !== 'navigate') return
  event.waitUntil(files.deleteUnused())
  event.waitUntil(eraseExpiredContent(caches, now()))
})

/**
 * The tabs load their offer of the new version in this time, ms. Chromium activates a worker very late if a tab requests
 * a file from the active one while that one is being stopped.
 */
const skipDelay = 3000
listen('message', (event: ExtendableMessageEvent<{ readonly type?: unknown } | null>) => {
  if (event.data?.type === skipWaitingMessage.type)
    event.waitUntil(wait(skipDelay).then(() => workerScope.skipWaiting()))
})

const markRead = async (subject: NotificationSubject): Promise<boolean> => {
  const { path, body } = readPushedRequest(subject)
  const headers = { 'Content-Type': 'application/json' }
  return isReadPushed(await (await fetch(path, { method: 'POST', headers, body })).json())
}

const channel = new BroadcastChannel(notificationChannel)
const push = createPushHandlers({
  registration,
  clients,
  caches,
  wait,
  broadcast: (message) => channel.postMessage(message),
  setBadge: async (count) => navigator.setAppBadge?.(count),
  markRead,
  now,
})

listen('push', (event: PushEvent) => event.waitUntil(push.show(event.data?.text())))
listen('notificationclick', (event: NotificationEvent) =>
  event.waitUntil(push.tapped(event.notification, event.action, event.reply)),
)
listen('sync', (event: SyncEvent) => {
  if (event.tag === unsentTag) event.waitUntil(push.remind(event.lastChance))
})
listen('pushsubscriptionchange', () => push.subscriptionChanged())

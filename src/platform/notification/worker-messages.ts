import type { Outcome } from '#domain/commands/command.ts'
import type { ConversationId, UserId } from '#schemas/ids.ts'
import type { NotificationSubject, WorkerBroadcast } from '#schemas/push-payload.ts'
import type { Readable } from '#streams/readable.ts'
import { type PendingRoute, pendingRouteKey, readPendingRoute, writePendingRoute } from './pending-route.ts'
import { type StoredReply, sendReplies, sendRepliesMessage } from './stored-replies.ts'

// The messages between the service worker and the tabs about notifications.

/** The worker asks one tab which account it shows; the answer goes to the port of the message. */
export const whichAccountMessage = { type: 'which-account' } as const
export interface TabAnswer {
  readonly account?: UserId | undefined
}
/** The worker asks one tab to open the stored route. */
export const openRouteMessage = { type: 'pending-route' } as const

/** The tag that the page and the worker use, so that a conversation's newest notification replaces earlier ones. */
export const notificationTag = (account: UserId, conversation: ConversationId): string =>
  `${account} ${conversation}`

/** The worker has no local storage. */
const routeCache = 'chat-pending-route'
const routeAddress = `/${pendingRouteKey}`

/** Stores the route of a tapped notification, as the record of `pending-route` [NOTIF-17]. */
export async function storeWorkerRoute(
  caches: Pick<CacheStorage, 'open'>,
  pending: PendingRoute,
  now: number,
): Promise<void> {
  const cache = await caches.open(routeCache)
  await cache.put(routeAddress, new Response(writePendingRoute(pending, now)))
}

/** Removes and returns the route that the worker stored. Of several tabs, one gets it. */
export async function takeWorkerRoute(
  caches: Pick<CacheStorage, 'open'>,
  now: number,
): Promise<PendingRoute | undefined> {
  const cache = await caches.open(routeCache)
  const stored = await cache.match(routeAddress)
  if (!stored || !(await cache.delete(routeAddress))) return undefined
  return readPendingRoute(await stored.text(), now)
}

interface TabServices {
  readonly workers: Pick<
    ServiceWorkerContainer,
    'addEventListener' | 'removeEventListener' | 'getRegistration' | 'startMessages'
  >
  readonly caches: Pick<CacheStorage, 'open'>
  readonly channel: Pick<BroadcastChannel, 'addEventListener' | 'close'>
  readonly now: () => number
  readonly account: UserId
  /** Opens a route in its account. */
  open(pending: PendingRoute): void
  markRead(subject: NotificationSubject): void
  readonly locks: Pick<LockManager, 'request'>
  /** Stores a reply that was written into a notification in the account's log. */
  reply(reply: StoredReply): Promise<Outcome>
  /** The account's conversations: a reply waits until its conversation is known. */
  readonly conversations: Pick<Readable<unknown>, 'subscribe'>
}

/**
 * Answers the service worker for a tab of an account. Opening the app closes the account's notifications, and opens the
 * conversation of the one that was tapped. Returns a function that stops it.
 */
export function followServiceWorker(services: TabServices): () => void {
  const { account, workers, caches, channel, now, open, markRead, conversations } = services
  let hasReplies = true
  const trySendReplies = async () => {
    if (!hasReplies) return
    hasReplies = false
    const send = async (reply: StoredReply) => {
      const outcome = await services.reply(reply)
      if (outcome.isOk) markRead(reply)
      return outcome
    }
    const left = await sendReplies({ caches, locks: services.locks, account, send })
    if (left > 0) hasReplies = true
  }
  // A failed attempt is repeated at the next start.
  const sendStoredReplies = () => void trySendReplies().catch(() => undefined)
  const takeRoute = async () => {
    const pending = await takeWorkerRoute(caches, now())
    if (pending) open(pending)
  }
  const onMessage = ({ data, ports: [port] }: MessageEvent<{ readonly type?: unknown } | null>) => {
    const answer: TabAnswer = { account }
    if (data?.type === whichAccountMessage.type) port?.postMessage(answer)
    if (data?.type === openRouteMessage.type) void takeRoute()
    if (data?.type === sendRepliesMessage.type) {
      hasReplies = true
      sendStoredReplies()
    }
  }
  const onBroadcast = ({ data }: MessageEvent<WorkerBroadcast>) => {
    if (data.type === 'mark-read' && data.account === account) markRead(data)
  }
  workers.addEventListener('message', onMessage)
  // Messages that arrived before this was loaded have waited.
  workers.startMessages()
  channel.addEventListener('message', onBroadcast)
  void takeRoute()
  void closeWorkerNotifications(workers, account)
  const end = conversations.subscribe(sendStoredReplies)
  sendStoredReplies()
  return () => {
    end()
    workers.removeEventListener('message', onMessage)
    channel.close()
  }
}

/** Closes the worker's notifications of an account, or of one of its conversations. */
export async function closeWorkerNotifications(
  workers: Pick<ServiceWorkerContainer, 'getRegistration'>,
  account: UserId,
  conversation?: ConversationId,
): Promise<void> {
  const registration = await workers.getRegistration()
  const tag = conversation === undefined ? undefined : notificationTag(account, conversation)
  for (const notification of (await registration?.getNotifications()) ?? [])
    if (tag === undefined ? notification.tag.startsWith(`${account} `) : notification.tag === tag)
      notification.close()
}

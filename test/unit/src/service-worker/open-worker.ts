import { done } from '#domain/http/rejection.ts'
import { conversationId, serverId, userId } from '#schemas/ids.ts'
import type { PushPayload, WorkerBroadcast } from '#schemas/push-payload.ts'
import type { PendingRoute } from '#src/platform/notification/pending-route.ts'
import type { StoredReply } from '#src/platform/notification/stored-replies.ts'
import { followServiceWorker } from '#src/platform/notification/worker-messages.ts'
import { createPushHandlers } from '#src/service-worker/push-handlers.ts'
import type { WindowClient } from '#src/service-worker/worker-scope.ts'

export const [ann, ben] = [userId(7), userId(8)]
export const room = conversationId('direct', 12)
export const group = conversationId('group', 5)

type Shown = Pick<Notification, 'title' | 'tag' | 'data'> & { readonly options: NotificationOptions }

/** Resolves after every answer of a tab, which takes a turn of the event loop. */
async function laterTurn(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

const origin = 'https://chat.example'
const pathOf = (key: string | Request): string => (typeof key === 'string' ? key : new URL(key.url).pathname)

/** The notifications of a service worker with its tabs. */
export function openWorker() {
  const shown = new Map<string, Shown>()
  const events: string[] = []
  const opened: PendingRoute[] = []
  const stored = new Map<string, string>()
  const tabs: WindowClient[] = []
  const channels: ((event: MessageEvent) => void)[] = []
  const cache = {
    put: async (key: string, response: Response) => void stored.set(key, await response.text()),
    match: async (key: string | Request) =>
      stored.has(pathOf(key)) ? new Response(stored.get(pathOf(key))) : undefined,
    delete: async (key: string | Request) => stored.delete(pathOf(key)),
    keys: async () => [...stored.keys()].map((key) => new Request(origin + key)),
  }
  // Only the used parts of a browser exist.
  const caches = { open: async () => cache } as unknown as CacheStorage
  const notificationOf = (one: Shown) => ({ ...one, close: () => void shown.delete(one.tag) })
  const registration = {
    async showNotification(title: string, options: NotificationOptions = {}) {
      const tag = options.tag ?? ''
      shown.set(tag, { title, tag, data: options.data, options })
    },
    getNotifications: async () => [...shown.values()].map(notificationOf) as unknown as Notification[],
  }
  let turn: Promise<unknown> = Promise.resolve()
  const locks = {
    request(_: string, work: () => Promise<unknown>) {
      turn = turn.then(work)
      return turn
    },
  }
  const page = { isOffline: false, isHanging: false }
  let badge = 0
  const handlers = createPushHandlers({
    registration,
    caches,
    clients: {
      matchAll: async () => tabs,
      openWindow: async (url) => {
        events.push(`window ${url}`)
        return null
      },
    },
    broadcast: (data: WorkerBroadcast) => {
      for (const listener of channels) listener({ data } as MessageEvent)
    },
    setBadge: async (count) => {
      badge = count
    },
    async markRead({ conversation, message, readKey }) {
      if (page.isOffline) throw new TypeError('Failed to fetch')
      if (page.isHanging) await new Promise(() => {})
      events.push(`server reads ${conversation} ${message}`)
      return readKey === 'key'
    },
    now: () => 1000,
    wait: laterTurn,
  })

  /** Opens a tab of an account; without an account it never answers. */
  function openTab(
    name: string,
    account: typeof ann | undefined,
    { isVisible = false, isFocused = false } = {},
  ) {
    const listeners: ((event: MessageEvent) => void)[] = []
    tabs.push({
      url: '/',
      focused: isFocused,
      visibilityState: isVisible ? 'visible' : 'hidden',
      async focus() {
        events.push(`focus ${name}`)
        return this
      },
      postMessage(data, ports = []) {
        for (const listener of listeners) listener({ data, ports } as unknown as MessageEvent)
      },
    })
    const log = { replies: [] as StoredReply[], knows: true, grow: () => {} }
    if (account === undefined) return log
    const workers = {
      addEventListener: (_: string, listener: (event: MessageEvent) => void) => listeners.push(listener),
      removeEventListener: () => {},
      startMessages: () => {},
      getRegistration: async () => registration,
    } as unknown as ServiceWorkerContainer
    const channel = {
      addEventListener: (_: string, listener: (event: MessageEvent) => void) => channels.push(listener),
      close: () => {},
    } as unknown as BroadcastChannel
    followServiceWorker({
      ...{ account, caches, workers, channel },
      now: () => 2000,
      open: (pending) => void opened.push(pending),
      markRead: ({ conversation, message }) => void events.push(`${name} reads ${conversation} ${message}`),
      locks: locks as unknown as LockManager,
      async reply(reply) {
        if (!log.knows) return { isOk: false, rejection: { key: 'conversation.session-not-available' } }
        log.replies.push(reply)
        return done
      },
      conversations: {
        subscribe(listener) {
          log.grow = listener
          return () => {}
        },
      },
    })
    return log
  }

  const payload = (changes: Partial<PushPayload> = {}): string =>
    JSON.stringify({
      ...{
        account: ann,
        conversation: room,
        message: serverId(3),
        readKey: 'key',
        title: 'Ben',
        body: 'New message',
      },
      ...{ markRead: 'Mark as read', reply: 'Reply', read: [] },
      ...changes,
    })
  const tap = async (tag: string, action = '', reply?: string) => {
    const one = shown.get(tag)
    if (one) await handlers.tapped(notificationOf(one), action, reply)
  }
  /** Opens a tab that has unsent messages. */
  const openSendingTab = (unsent: () => number) =>
    tabs.push({
      ...{ url: '/', focused: false, visibilityState: 'hidden' },
      async focus() {
        events.push('focus sending')
        return this
      },
      postMessage: (_, [port] = []) => (port as MessagePort | undefined)?.postMessage({ unsent: unsent() }),
    })
  return {
    ...{ caches, events, handlers, opened, openTab, openSendingTab, page, payload, shown, stored, tabs, tap },
    badge: () => badge,
  }
}

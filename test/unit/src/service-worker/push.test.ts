import { describe, expect, it } from 'vitest'
import { conversationId, serverId, userId } from '#schemas/ids.ts'
import type { PushPayload, WorkerBroadcast } from '#schemas/push-payload.ts'
import type { PendingRoute } from '#src/platform/notification/pending-route.ts'
import { followServiceWorker } from '#src/platform/notification/worker-messages.ts'
import { createPushHandlers } from '#src/service-worker/push.ts'
import type { WindowClient } from '#src/service-worker/worker-scope.ts'

const [ann, ben] = [userId(7), userId(8)]
const room = conversationId('direct', 12)
const group = conversationId('group', 5)

type Shown = Pick<Notification, 'title' | 'tag' | 'data'> & { readonly options: NotificationOptions }

/** Resolves after every answer of a tab, which takes a turn of the event loop. */
async function laterTurn(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** A service worker with its tabs. */
function openWorker() {
  const shown = new Map<string, Shown>()
  const events: string[] = []
  const opened: PendingRoute[] = []
  const stored = new Map<string, string>()
  const tabs: WindowClient[] = []
  const channels: ((event: MessageEvent) => void)[] = []
  const cache = {
    put: async (key: string, response: Response) => void stored.set(key, await response.text()),
    match: async (key: string) => (stored.has(key) ? new Response(stored.get(key)) : undefined),
    delete: async (key: string) => stored.delete(key),
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
  const page = { isOffline: false }
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
    if (account === undefined) return
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
    })
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
  const tap = async (tag: string, action = '') => {
    const one = shown.get(tag)
    if (one) await handlers.tapped(notificationOf(one), action)
  }
  return { events, handlers, opened, openTab, page, payload, shown, stored, tap, badge: () => badge }
}

describe('a push message', () => {
  it('is shown with the texts and actions of the server; the next one of its conversation replaces it', async () => {
    const { badge, handlers, payload, shown } = openWorker()
    await handlers.show(payload())
    await handlers.show(payload({ conversation: group, title: 'Walks' }))
    await handlers.show(payload({ message: serverId(4), body: 'Hi' }))
    expect([...shown.keys()]).toEqual(['7 s:12', '7 g:5'])
    expect(shown.get('7 s:12')).toMatchObject({
      title: 'Ben',
      data: { account: ann, conversation: room, message: 4 },
      options: {
        body: 'Hi',
        silent: false,
        renotify: true,
        actions: [
          { action: 'read', title: 'Mark as read' },
          { action: 'reply', title: 'Reply' },
        ],
      },
    })
    expect(badge()).toBe(2)
  })

  it('is not shown while a visible tab shows its account', async () => {
    const { handlers, openTab, payload, shown } = openWorker()
    openTab('hidden', ann)
    openTab('other account', ben, { isVisible: true })
    openTab('frozen', undefined, { isVisible: true })
    await handlers.show(payload())
    expect(shown.size).toBe(1)
    shown.clear()
    openTab('visible', ann, { isVisible: true })
    await handlers.show(payload())
    expect(shown.size).toBe(0)
  })

  it('closes the notifications of conversations that were read elsewhere', async () => {
    const { handlers, payload, shown } = openWorker()
    await handlers.show(payload())
    await handlers.show(payload({ account: ben }))
    await handlers.show(payload({ conversation: group, read: [room] }))
    expect([...shown.keys()]).toEqual(['8 s:12', '7 g:5'])
  })

  it('about a deleted message replaces its text silently', async () => {
    const { handlers, payload, shown } = openWorker()
    await handlers.show(payload({ body: 'regretted' }))
    await handlers.show(payload({ body: 'Message deleted', isCorrection: true }))
    expect(shown.get('7 s:12')?.options).toMatchObject({
      body: 'Message deleted',
      silent: true,
      renotify: false,
    })
    expect(JSON.stringify([...shown])).not.toContain('regretted')
  })

  it.each([undefined, '', 'text', '{}', '{"account":7,"message":1,"conversation":"/evil"}'])(
    'that is not one of ours, %s, shows nothing',
    async (text) => {
      const { handlers, shown } = openWorker()
      await handlers.show(text)
      expect(shown.size).toBe(0)
    },
  )
})

describe('a tap on a notification', () => {
  it('stores the pending route and opens it in a tab of its account, the visible one first [NOTIF-17 SW-19]', async () => {
    const { events, handlers, openTab, opened, payload, tap } = openWorker()
    openTab('other account', ben, { isVisible: true, isFocused: true })
    openTab('hidden', ann)
    await handlers.show(payload({ conversation: group }))
    openTab('visible', ann, { isVisible: true })
    await tap('7 g:5')
    expect(events).toEqual(['focus visible'])
    await expect.poll(() => opened).toEqual([{ route: '/messages/groups/5', account: ann }])
  })

  it('opens it in another tab if its account has none, which changes to the account [SW-19]', async () => {
    const { events, handlers, openTab, opened, payload, tap } = openWorker()
    openTab('other account', ben)
    await handlers.show(payload())
    await tap('7 s:12', 'reply')
    expect(events).toEqual(['focus other account'])
    await expect.poll(() => opened).toEqual([{ route: '/messages/sessions/12', account: ann }])
  })

  it('opens the app if no tab is open, which finds the stored record once [NOTIF-17 SW-19]', async () => {
    const { events, handlers, openTab, opened, payload, stored, tap } = openWorker()
    await handlers.show(payload())
    await tap('7 s:12')
    expect(events).toEqual(['window /'])
    const record = { key: 'pending-route', route: '/messages/sessions/12', timestamp: 1000, userId: 7 }
    expect([...stored.values()].map((text) => JSON.parse(text))).toEqual([record])
    openTab('started', ann, { isVisible: true })
    openTab('second', ann)
    await expect.poll(() => opened).toEqual([{ route: '/messages/sessions/12', account: ann }])
    expect(stored.size).toBe(0)
  })
})

describe('the actions of a notification', () => {
  it('mark the conversation as read in a tab of the account, by the channel [SW-18]', async () => {
    const { badge, events, handlers, openTab, opened, payload, shown, tap } = openWorker()
    openTab('other account', ben)
    await handlers.show(payload())
    openTab('own', ann)
    await handlers.show(payload())
    await tap('7 s:12', 'read')
    expect(events).toEqual(['own reads s:12 3'])
    expect([shown.size, badge(), opened]).toEqual([0, 0, []])
  })

  it('mark it as read on the server if its account has no tab', async () => {
    const { events, handlers, openTab, payload, tap } = openWorker()
    openTab('other account', ben)
    await handlers.show(payload())
    await tap('7 s:12', 'read')
    expect(events).toEqual(['server reads s:12 3'])
  })

  it('open the conversation if neither a tab nor the server can mark it as read', async () => {
    const { events, handlers, page, payload, tap } = openWorker()
    await handlers.show(payload({ readKey: 'expired' }))
    await tap('7 s:12', 'read')
    page.isOffline = true
    await handlers.show(payload())
    await tap('7 s:12', 'read')
    expect(events).toEqual(['server reads s:12 3', 'window /', 'window /'])
  })
})

describe('a tab that opens', () => {
  it('closes the notifications of its account only', async () => {
    const { handlers, openTab, payload, shown } = openWorker()
    await handlers.show(payload())
    await handlers.show(payload({ account: ben }))
    openTab('started', ann)
    await expect.poll(() => [...shown.keys()]).toEqual(['8 s:12'])
  })
})

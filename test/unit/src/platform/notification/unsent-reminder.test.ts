import { describe, expect, it } from 'vitest'
import { followUnsent, readReminder, unsentCountMessage } from '#src/platform/notification/unsent-reminder.ts'
import { createWritable } from '#streams/readable.ts'

/** A page with a service worker, in a browser with Background Sync unless it is left out. */
function openPage({ hasSync = true } = {}) {
  const stored = new Map<string, string>()
  const cache = {
    put: async (key: string, response: Response) => void stored.set(key, await response.text()),
    match: async (key: string) => (stored.has(key) ? new Response(stored.get(key)) : undefined),
    delete: async (key: string) => stored.delete(key),
  }
  // Only the used parts of a browser exist.
  const caches = { open: async () => cache } as unknown as CacheStorage
  const tags: string[] = []
  let closed = 0
  const registration = {
    getNotifications: async () => [{ close: () => (closed += 1) }],
    ...(hasSync && { sync: { register: async (tag: string) => void tags.push(tag) } }),
  }
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const page = Object.assign(new EventTarget(), { document, navigator: { onLine: true } })
  const workers = Object.assign(new EventTarget(), { ready: Promise.resolve(registration) })
  const unsent = createWritable(0)
  const stop = followUnsent({
    page: page as unknown as Window,
    workers: workers as unknown as ServiceWorkerContainer,
    ...{ caches, unsent },
    reminderOf: (count) => ({ title: 'Chat', body: `${count} unsent` }),
  })
  return {
    ...{ tags, unsent, stop, workers },
    body: async () => (await readReminder(caches))?.body,
    closed: () => closed,
    show(visibilityState: 'visible' | 'hidden') {
      Object.assign(document, { visibilityState })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    connect(onLine: boolean) {
      Object.assign(page.navigator, { onLine })
      page.dispatchEvent(new Event(onLine ? 'online' : 'offline'))
    },
  }
}

describe('the reminder of unsent messages', () => {
  it('exists while the page is offline, with the current number, until they are sent', async () => {
    const { body, connect, tags, unsent } = openPage()
    unsent.set(1)
    await expect.poll(body).toBeUndefined()
    connect(false)
    await expect.poll(body).toBe('1 unsent')
    unsent.set(2)
    await expect.poll(body).toBe('2 unsent')
    expect(tags).toEqual(['unsent-messages', 'unsent-messages'])
    connect(true)
    await expect.poll(body).toBeUndefined()
  })

  it('exists while the page is hidden, because the browser may end it', async () => {
    const { body, show, unsent } = openPage()
    unsent.set(3)
    show('hidden')
    await expect.poll(body).toBe('3 unsent')
    unsent.set(0)
    await expect.poll(body).toBeUndefined()
  })

  it('is closed as a notification when the app opens', async () => {
    const { closed } = openPage()
    await expect.poll(closed).toBe(1)
  })

  it('does not exist where the browser has no Background Sync', async () => {
    const { body, connect, closed, unsent } = openPage({ hasSync: false })
    unsent.set(1)
    connect(false)
    connect(true)
    await expect.poll(closed).toBe(2)
    expect(await body()).toBeUndefined()
  })

  it('is not needed by a service worker to which the page says how many messages are unsent', async () => {
    const { stop, unsent, workers } = openPage()
    unsent.set(4)
    const ask = () => {
      const { port1, port2 } = new MessageChannel()
      const answer = new Promise((resolve) => {
        port1.onmessage = ({ data }) => resolve(data)
      })
      workers.dispatchEvent(Object.assign(new Event('message'), { data: unsentCountMessage, ports: [port2] }))
      return answer
    }
    expect(await ask()).toEqual({ unsent: 4 })
    stop()
  })
})

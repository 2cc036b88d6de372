import { describe, expect, it } from 'vitest'
import { createBrowserPush, type PushPage } from '#src/app/ports/browser-push.ts'
import { settle } from '#test/unit/machines/simulated-clock.ts'

/** Two public keys in the config's format, and as browsers return them. */
const vapidKey = 'BPk_-A'
const bytes = (key: string) => Uint8Array.from(Buffer.from(key, 'base64url'))

interface Given {
  readonly permission?: NotificationPermission
  readonly hasWorker?: boolean
  /** The key of an existing subscription. */
  readonly subscribedWith?: string
}

function open({ permission = 'granted', hasWorker = true, subscribedWith }: Given = {}) {
  const acts: string[] = []
  const page = { permission, changed: () => {}, ready: () => {} }
  const subscriptionWith = (key: Uint8Array<ArrayBuffer>) => ({
    options: { applicationServerKey: key.buffer, userVisibleOnly: true },
    toJSON: () => ({ endpoint: `https://push.example/${Buffer.from(key).toString('base64url')}` }),
    unsubscribe: async () => acts.push('unsubscribe') > 0,
  })
  const pushManager = {
    getSubscription: async () => (subscribedWith ? subscriptionWith(bytes(subscribedWith)) : null),
    async subscribe({ userVisibleOnly, applicationServerKey }: PushSubscriptionOptionsInit) {
      acts.push(`subscribe, ${userVisibleOnly ? 'always seen' : 'silent'}`)
      if (!(applicationServerKey instanceof Uint8Array)) throw new Error('No key')
      return subscriptionWith(new Uint8Array(applicationServerKey))
    },
  }
  const workers = {
    getRegistration: async () => (hasWorker ? { active: {}, pushManager } : undefined),
    ready: new Promise<void>((resolve) => {
      page.ready = resolve
    }),
  }
  const permissions = {
    query: async () => ({
      addEventListener: (_: string, listener: () => void) => {
        page.changed = listener
      },
    }),
  }
  const fake = { Notification: page, BroadcastChannel, navigator: { serviceWorker: workers, permissions } }
  // Only the used parts of a browser exist.
  return { acts, page, push: createBrowserPush(fake as unknown as PushPage) }
}

const config = {}

describe('a token of the browser’s own push', () => {
  it('is the subscription under the vapid key, as JSON text [NOTIF-16]', async () => {
    const { acts, push } = open()
    const token = await push.requestToken({ vapidKey, config })
    expect([token, acts]).toEqual(['{"endpoint":"https://push.example/BPk_-A"}', ['subscribe, always seen']])
  })

  it('is the existing subscription if its key is still the same [NOTIF-16]', async () => {
    const { acts, push } = open({ subscribedWith: vapidKey })
    const token = await push.requestToken({ vapidKey: `${vapidKey}==`, config })
    expect([token, acts]).toEqual(['{"endpoint":"https://push.example/BPk_-A"}', []])
  })

  it('takes the place of a subscription under another key [NOTIF-16]', async () => {
    const { acts, push } = open({ subscribedWith: 'BAAAAA' })
    expect(await push.requestToken({ vapidKey, config })).toContain(vapidKey)
    expect(acts).toEqual(['unsubscribe', 'subscribe, always seen'])
  })

  it.each<[string, Given]>([
    ['the permission is not given yet', { permission: 'default' }],
    ['it was rejected', { permission: 'denied' }],
    ['there is no service worker', { hasWorker: false }],
  ])('does not exist, and nothing is requested, while %s [NOTIF-16]', async (_, given) => {
    const { acts, push } = open(given)
    expect([await push.requestToken({ vapidKey, config }), acts]).toEqual([undefined, []])
  })

  it('is revoked in the browser, and other accounts ask for a new one', async () => {
    const { acts, push } = open({ subscribedWith: vapidKey })
    const told = new Promise<void>((resolve) => push.subscribe(resolve))
    await push.revokeToken()
    await told
    expect(acts).toEqual(['unsubscribe'])
  })

  it('does not exist in a browser without push', async () => {
    const push = createBrowserPush({ navigator: {} })
    expect(await push.requestToken({ vapidKey, config })).toBeUndefined()
    expect(() => push.subscribe(() => {})()).not.toThrow()
  })

  it('is rejected with an invalid key', async () => {
    await expect(open().push.requestToken({ vapidKey: '§', config })).rejects.toThrow()
  })

  it('may be there after the permission has changed or a service worker is active [NOTIF-14]', async () => {
    const { page, push } = open({ hasWorker: false })
    let told = 0
    const stop = push.subscribe(() => {
      told += 1
    })
    await settle()
    page.changed()
    expect(told).toBe(1)
    page.ready()
    await settle()
    expect(told).toBe(2)
    stop()
    page.changed()
    expect(told).toBe(2)
  })

  it('is not announced for a service worker that was active before', async () => {
    const { page, push } = open()
    let told = 0
    push.subscribe(() => {
      told += 1
    })
    page.ready()
    await settle()
    expect(told).toBe(0)
  })
})

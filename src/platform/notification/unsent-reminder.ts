import { readStoredRecord } from '#schemas/json-text.ts'
import type { Readable } from '#streams/readable.ts'

// Unsent messages of a closed app: the page leaves a reminder, which the service worker shows as a notification when
// the network is back. Only a page sends (docs/adr/0039).

/** The tag of the sync event, and of the reminder's notification. */
export const unsentTag = 'unsent-messages'

/** The worker asks a tab how many messages are unsent; the answer goes to the port of the message. */
export const unsentCountMessage = { type: 'unsent-count' } as const
export interface UnsentAnswer {
  readonly unsent?: number | undefined
}

/** The texts of the notification, in the user's language. */
export interface UnsentReminder {
  readonly title: string
  readonly body: string
}

type Caches = Pick<CacheStorage, 'open'>

const reminderCache = 'chat-unsent-reminder'
const reminderAddress = `/${unsentTag}`

const storeReminder = async (caches: Caches, { title, body }: UnsentReminder): Promise<void> =>
  (await caches.open(reminderCache)).put(reminderAddress, new Response(JSON.stringify({ title, body })))

export async function eraseReminder(caches: Caches): Promise<void> {
  await (await caches.open(reminderCache)).delete(reminderAddress)
}

export async function readReminder(caches: Caches): Promise<UnsentReminder | undefined> {
  const stored = await (await caches.open(reminderCache)).match(reminderAddress)
  if (!stored) return undefined
  const { title, body } = readStoredRecord(await stored.text())
  return typeof title === 'string' && typeof body === 'string' ? { title, body } : undefined
}

/** A registration with the Background Sync API, which only Chromium has. */
type SyncRegistration = Pick<ServiceWorkerRegistration, 'getNotifications'> & {
  readonly sync?: { register(tag: string): Promise<void> }
}

interface UnsentServices {
  readonly page: Pick<Window, 'addEventListener' | 'removeEventListener'> & {
    readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
    readonly navigator: Pick<Navigator, 'onLine'>
  }
  readonly workers: Pick<ServiceWorkerContainer, 'addEventListener' | 'removeEventListener' | 'ready'>
  readonly caches: Caches
  /** The number of unsent messages of all accounts. */
  readonly unsent: Readable<number>
  readonly reminderOf: (count: number) => UnsentReminder
}

/**
 * Keeps the reminder up to date. It exists while messages are unsent and the page is hidden or offline, because the
 * browser may end such a page without notice. Returns a function that stops it.
 */
export function followUnsent({ page, workers, caches, unsent, reminderOf }: UnsentServices): () => void {
  const { document, navigator } = page
  /** The number of messages in the stored reminder; undefined if it is unknown, because another page stored it. */
  let reminded: number | undefined
  let turn: Promise<unknown> = Promise.resolve()

  const remind = async (count: number) => {
    // A page may not know yet that it will have a worker, so it waits for one.
    const { sync }: SyncRegistration = await workers.ready
    if (!sync) return
    await storeReminder(caches, reminderOf(count))
    // May not settle while the device is offline.
    sync.register(unsentTag).catch(() => undefined)
  }
  const forget = async () => {
    await eraseReminder(caches)
    const shown = await (await workers.ready).getNotifications({ tag: unsentTag })
    for (const notification of shown) notification.close()
  }
  const check = () => {
    const count = unsent.get()
    const mayEnd = document.visibilityState === 'hidden' || !navigator.onLine
    const next = mayEnd ? count : 0
    if (next === reminded) return
    reminded = next
    // Without a reminder, the messages are sent at the next start as always.
    turn = turn.then(() => (next > 0 ? remind(next) : forget())).catch(() => undefined)
  }
  const answer = ({ data, ports: [port] }: MessageEvent<{ readonly type?: unknown } | null>) => {
    const found: UnsentAnswer = { unsent: unsent.get() }
    if (data?.type === unsentCountMessage.type) port?.postMessage(found)
  }

  const end = unsent.subscribe(check)
  workers.addEventListener('message', answer)
  document.addEventListener('visibilitychange', check)
  for (const change of ['online', 'offline']) page.addEventListener(change, check)
  check()
  return () => {
    end()
    workers.removeEventListener('message', answer)
    document.removeEventListener('visibilitychange', check)
    for (const change of ['online', 'offline']) page.removeEventListener(change, check)
  }
}

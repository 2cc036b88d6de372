import type { Outcome } from '#domain/commands/command.ts'
import type { UserId } from '#schemas/ids.ts'
import { readStoredRecord } from '#schemas/json-text.ts'
import { type NotificationSubject, readNotificationSubject } from '#schemas/push-payload.ts'

// Replies that were written into notifications. The service worker stores them, because only a page sends
// (docs/adr/0039), and a page of their account moves them into its log.

/** The worker asks one tab of an account to send its stored replies. */
export const sendRepliesMessage = { type: 'send-replies' } as const

/** A reply to the message that the notification is about. */
export interface StoredReply extends NotificationSubject {
  /** The random id of the send: the reply has the same `ClientMsgId` whenever it is sent. */
  readonly id: string
  readonly text: string
}

type Caches = Pick<CacheStorage, 'open'>

const repliesCache = 'chat-replies'
const addressOf = (account: UserId, id = ''): string => `/replies/${account}/${id}`

export async function storeReply(caches: Caches, reply: StoredReply): Promise<void> {
  const cache = await caches.open(repliesCache)
  await cache.put(addressOf(reply.account, reply.id), new Response(JSON.stringify(reply)))
}

interface ReplyServices {
  readonly caches: Caches
  readonly locks: Pick<LockManager, 'request'>
  readonly account: UserId
  /** Stores the reply in the log. */
  send(reply: StoredReply): Promise<Outcome>
}

/**
 * Sends the stored replies of an account, in one tab at a time. A reply stays stored while it is rejected, for example
 * because its conversation is not known yet. If the page ends between the log and the removal, the reply enters the log
 * again with the same `ClientMsgId`, and the server stores it once.
 * @returns the number of replies that are left
 */
export const sendReplies = ({ caches, locks, account, send }: ReplyServices): Promise<number> =>
  locks.request(`${repliesCache} ${account}`, async () => {
    const cache = await caches.open(repliesCache)
    let left = 0
    for (const request of await cache.keys()) {
      if (!pathOf(request).startsWith(addressOf(account))) continue
      const reply = await readReply(cache, request)
      if (reply && !(await send(reply)).isOk) left += 1
      else await cache.delete(request)
    }
    return left
  })

/** Erases the replies of accounts for which `isSignedIn` returns false. */
export async function eraseRepliesUnless(
  caches: Caches,
  isSignedIn: (account: UserId) => boolean,
): Promise<void> {
  const cache = await caches.open(repliesCache)
  for (const request of await cache.keys()) {
    const reply = await readReply(cache, request)
    if (!reply || !isSignedIn(reply.account)) await cache.delete(request)
  }
}

const pathOf = ({ url }: Pick<Request, 'url'>): string => new URL(url).pathname

async function readReply(cache: Pick<Cache, 'match'>, request: Request): Promise<StoredReply | undefined> {
  const stored = await cache.match(request)
  if (!stored) return undefined
  const record = readStoredRecord(await stored.text())
  const subject = readNotificationSubject(record)
  const { id, text } = record
  return subject && typeof id === 'string' && typeof text === 'string' ? { ...subject, id, text } : undefined
}

import { and, eq } from 'drizzle-orm'
import { backoffDelay } from '#domain/http/call-limits.ts'
import { countsAsUnread } from '#domain/message/message-notices.ts'
import { conversationId } from '#schemas/ids.ts'
import { messageTypes } from '#schemas/message-types.ts'
import { FaultThrottle } from '../fault-reporting.ts'
import type { ConnectionRegistry } from '../gateway/connection-registry.ts'
import type { Limits } from '../limits/limits.ts'
import type { ChangedMessages, PushMessage, PushProvider, ServerPorts } from '../ports.ts'
import type { PushNotices } from '../services.ts'
import { deviceToken } from '../store/schema/index.ts'
import {
  composePayload,
  createReadKey,
  keyOf,
  newestOf,
  type PushRow,
  readPushRows,
  type WantedPush,
} from './push-content.ts'
import { dropOldest, ShownPushes } from './shown-pushes.ts'

/** The services that pushing needs. `services.ts` would make an import cycle. */
interface PushServices
  extends Pick<ServerPorts, 'clock' | 'cluster' | 'database' | 'digest' | 'faults' | 'push'> {
  readonly codeSecret: string
  readonly connections: Pick<ConnectionRegistry, 'sessionsOf'>
  readonly limits: Pick<Limits, 'waitFor'>
  readonly pushesPerService: number
  readonly pendingWork: { track<Result>(work: Promise<Result>): Promise<Result> }
}

type StoredMessage = Parameters<PushNotices['messageStored']>[0]

/** A push that waits for its next attempt. Contains no text: the message is read again. */
interface DelayedPush extends WantedPush {
  readonly conversationId: number
  readonly dueAt: number
  /** Whether it only replaces an earlier text, so that it alerts no one. */
  readonly isCorrection: boolean
}

/** A request under way. */
type PushRequest = Pick<PushRow, 'accountId' | 'sessionId'> & { readonly service: string }

const second = 1_000
/** A push is worth delivering for this time after its message, ms. */
export const pushLifetime = 24 * 60 * 60 * second
/** Waits after failures of a device's push service, ms; the last one applies to all further attempts. */
const retryDelays = [10 * second, 30 * second, 120 * second, 600 * second, 3_600 * second] as const
/** The messages that one query reads. */
const batchSize = 50
const bounds = {
  /**
   * Requests to push services at the same time. People choose their push service, so neither a slow one nor one account
   * may occupy all of them.
   */
  sending: 300,
  sendingPerSession: 4,
  sendingPerAccount: 8,
  delayed: 10_000,
} as const

/**
 * Notifies devices without a connection of new messages, through a push service (DEC-211).
 *
 *   waiting ──run──▶ sending ──▶ sent
 *      message's       │  ▲ └───▶ token gone: deleted
 *      id only         ▼  │
 *                    delayed: rate limit, push service busy or failing
 *
 * Storing a message only remembers its id, so that no push service and no query delays a message. Only ids wait: what
 * was deleted, read or muted meanwhile is not pushed.
 */
export class PushQueue implements PushNotices {
  readonly #services: PushServices
  readonly #throttle: FaultThrottle
  readonly #waiting = new Map<number, readonly StoredMessage[]>()
  /** Deleted messages whose text notifications show. Apart, because a new message does not notify its own sender. */
  readonly #erased = new Set<number>()
  /** Edited messages, with the accounts whose notifications show the replaced text. */
  readonly #edited = new Map<number, Set<number>>()
  /** Messages that were deleted or edited during a run, which has read their texts before. */
  readonly #changed = new Set<number>()
  readonly #delayed = new Map<string, DelayedPush>()
  /** Sign-ins whose push service failed: the number of failures in a row, and the time of the next attempt. */
  readonly #failing = new Map<number, { readonly failures: number; readonly until: number }>()
  readonly #shown = new ShownPushes()
  /** By sign-in and conversation. */
  readonly #sending = new Map<string, PushRequest>()
  readonly #stop = new AbortController()
  #isRunning = false

  constructor(services: PushServices) {
    this.#services = services
    this.#throttle = new FaultThrottle(services)
  }

  /** Remembers a stored message until the next run. */
  messageStored(stored: StoredMessage): void {
    const type = messageTypes.find((one) => one === stored.type)
    if (!this.#services.push || (type && !countsAsUnread(type))) return
    const { id, conversationId: conversation, senderId } = stored
    const known = this.#waiting.get(conversation) ?? []
    // The newest message notifies all members but its sender. The newest message of another member notifies the sender.
    const other = known.find((one) => one.senderId !== senderId)
    this.#waiting.set(conversation, [
      { id, conversationId: conversation, senderId, type: stored.type },
      ...(other ? [other] : []),
    ])
  }

  /** Any node may have pushed the earlier text of the messages. */
  messagesChanged(change: ChangedMessages): void {
    const { cluster, push } = this.#services
    if (!push || change.messageIds.length === 0) return
    if (cluster) cluster.send({ kind: 'messages-changed', change })
    else this.receive(change)
  }

  /** Replaces notifications of this node that show the earlier text of messages. */
  receive({ isErased, conversationId, messageIds, accountIds }: ChangedMessages): void {
    const ids = new Set(messageIds)
    if (this.#isRunning) for (const id of ids) this.#changed.add(id)
    for (const account of accountIds) {
      const shown = this.#shown.textIn(account, conversationId)
      if (shown === undefined || !ids.has(shown)) continue
      if (isErased) this.#erased.add(shown)
      else this.#edited.set(shown, (this.#edited.get(shown) ?? new Set()).add(account))
    }
  }

  /** A person read a conversation on one device, or is no longer its member. The next push closes its notifications. */
  conversationSettled(accountId: number, conversation: number): void {
    this.#shown.settle(accountId, conversation)
  }

  /** Sends the pushes that are due; a host calls it every second. Does not wait for push services. */
  async run(): Promise<void> {
    const { push, database, clock } = this.#services
    if (!push || this.#isRunning) return
    this.#isRunning = true
    try {
      const news = this.#takeWaiting()
      const due = this.#takeDue()
      const edited = new Map(this.#edited)
      this.#edited.clear()
      const isNew = new Set(news.map(({ messageId }) => messageId))
      // A retry is for one sign-in only.
      const retries = new Map(due.map((one) => [`${one.sessionId} ${one.messageId}`, one]))
      /** Whether a row only replaces an earlier text; undefined if it is not to be sent. */
      const isCorrection = ({ accountId, sessionId, message }: PushRow): boolean | undefined => {
        const retry = retries.get(`${sessionId} ${message.id}`)
        if (retry) return retry.isCorrection
        if (edited.get(message.id)?.has(accountId)) return true
        return isNew.has(message.id) ? false : undefined
      }
      const corrections = [...edited.keys()].filter((id) => !isNew.has(id))
      const wanted = [...news, ...due, ...corrections.map((messageId) => ({ messageId, sessionId: 0 }))]
      for (let start = 0; start < wanted.length; start += batchSize) {
        const rows = await readPushRows(database, wanted.slice(start, start + batchSize), clock.now())
        const offered = rows.filter((row) => isCorrection(row) !== undefined)
        for (const row of newestOf(offered)) await this.#offer(push, row, isCorrection(row) === true)
      }
    } finally {
      this.#isRunning = false
      this.#changed.clear()
    }
  }

  /** Ends all requests to push services. */
  close(): void {
    this.#stop.abort()
  }

  #takeWaiting(): readonly WantedPush[] {
    const messages = [...this.#waiting.values()].flat()
    const ids = new Set([...messages.map(({ id }) => id), ...this.#erased])
    this.#waiting.clear()
    this.#erased.clear()
    return [...ids].map((messageId) => ({ messageId, sessionId: 0 }))
  }

  #takeDue(): readonly DelayedPush[] {
    const now = this.#services.clock.now()
    const due = [...this.#delayed].filter(([, { dueAt }]) => dueAt <= now)
    for (const [key] of due) this.#delayed.delete(key)
    return due.map(([, push]) => push)
  }

  /** @param isCorrection whether a notification of the account shows an earlier text of the message */
  async #offer(push: PushProvider, row: PushRow, isCorrection: boolean): Promise<void> {
    const { clock, connections, limits, pendingWork } = this.#services
    const { accountId, sessionId } = row
    const now = clock.now()
    if (now - row.message.sentAt >= pushLifetime) return
    const judgement = push.judge(row.token)
    if (judgement === 'unusable') return this.#forget(row)
    if (judgement === 'other') return
    const { id, body, conversationId: conversation } = row.message
    // Only a notification with text is replaced after a deletion.
    if (body === null && this.#shown.textIn(accountId, conversation) !== id) return
    if ((await connections.sessionsOf(accountId)).has(sessionId)) return
    const until = this.#failing.get(sessionId)?.until ?? now
    if (until > now) return this.#delay(row, until, isCorrection)
    const request = { accountId, sessionId, service: push.serviceOf(row.token) }
    if (this.#sending.has(keyOf(row)) || this.#isBusy(request)) return this.#delay(row, now, isCorrection)
    const wait = await limits.waitFor('pushPerSignIn', sessionId)
    if (wait > 0) return this.#delay(row, now + wait, isCorrection)
    const message = await this.#compose(row, isCorrection)
    // The next run reads it again.
    if (this.#changed.has(id)) return this.#delay(row, now, isCorrection)
    const key = keyOf(row)
    this.#sending.set(key, request)
    const work = this.#send(push, row, message, isCorrection).finally(() => this.#sending.delete(key))
    pendingWork
      .track(work)
      .catch((cause: unknown) => this.#throttle.report({ kind: 'push', detail: 'nothing was sent', cause }))
  }

  #isBusy({ accountId, sessionId, service }: PushRequest): boolean {
    const requests = [...this.#sending.values()]
    const count = (isSame: (request: PushRequest) => boolean) => requests.filter(isSame).length
    return (
      requests.length >= bounds.sending ||
      count((one) => one.service === service) >= this.#services.pushesPerService ||
      count((one) => one.accountId === accountId) >= bounds.sendingPerAccount ||
      count((one) => one.sessionId === sessionId) >= bounds.sendingPerSession
    )
  }

  #delay(row: PushRow, dueAt: number, isCorrection: boolean): void {
    const { sessionId, message } = row
    const key = keyOf(row)
    const known = this.#delayed.get(key)
    if (known && known.messageId > message.id) return
    this.#delayed.delete(key)
    this.#delayed.set(key, {
      sessionId,
      messageId: message.id,
      conversationId: message.conversationId,
      dueAt,
      // A first push that still waits must alert.
      isCorrection: isCorrection && (known?.messageId !== message.id || known.isCorrection),
    })
    dropOldest(this.#delayed, bounds.delayed)
  }

  async #compose(row: PushRow, isCorrection: boolean): Promise<PushMessage> {
    const { clock, digest } = this.#services
    const { sessionId, token, message } = row
    const conversation = conversationId(row.kind, message.conversationId)
    const payload = composePayload(row, {
      read: this.#shown.settledConversationsOf(row.accountId),
      readKey: await createReadKey(this.#services, sessionId, conversation, message.id),
      isCorrection: isCorrection || message.body === null,
    })
    // Includes the token's secret, so that the push service cannot tell conversations by their topics.
    const topic = (await digest.hash(`topic ${message.conversationId} ${token}`)).slice(0, 32)
    const timeToLive = Math.ceil((message.sentAt + pushLifetime - clock.now()) / second)
    return { token, payload, topic, timeToLive }
  }

  async #send(push: PushProvider, row: PushRow, message: PushMessage, isCorrection: boolean): Promise<void> {
    // Before the request, so that a deletion meanwhile replaces the text.
    this.#shown.add(row)
    const outcome = await push.send(message, this.#stop.signal)
    if (outcome.kind !== 'sent') this.#shown.remove(row)
    if (outcome.kind === 'failed') return this.#retryLater(row, isCorrection, outcome.retryAfter)
    this.#failing.delete(row.sessionId)
    if (outcome.kind === 'gone') await this.#forget(row)
    if (outcome.kind === 'rejected')
      this.#throttle.report({ kind: 'push', detail: `a push service answered ${outcome.status}` })
  }

  #retryLater(row: PushRow, isCorrection: boolean, retryAfter = 0): void {
    const failures = (this.#failing.get(row.sessionId)?.failures ?? 0) + 1
    const wait = Math.max(backoffDelay(retryDelays, failures), Math.min(retryAfter, pushLifetime))
    const until = this.#services.clock.now() + wait
    this.#failing.set(row.sessionId, { failures, until })
    dropOldest(this.#failing, bounds.delayed)
    this.#delay(row, until, isCorrection)
  }

  /** Deletes a token that its push service does not know any more, unless the device has sent another. */
  async #forget({ sessionId, token }: PushRow): Promise<void> {
    await this.#services.database
      .delete(deviceToken)
      .where(and(eq(deviceToken.sessionId, sessionId), eq(deviceToken.token, token)))
  }
}

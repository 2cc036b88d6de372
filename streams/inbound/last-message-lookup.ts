import { concatMap, filter, mergeMap } from 'rxjs'
import { isShownTo } from '#domain/message/message-notices.ts'
import type { ConversationId, ServerId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import type { FetchServices } from './fetch-conversations.ts'
import { requestHistory } from './fetch-history.ts'

/** Finds the message that a list row shows after all messages that the row knows were deleted. */
export interface LastMessageLookup {
  /** Looks in the storage, then asks the server, for every such row; throws CallFailed. */
  fetch(): Promise<void>
  stop(): void
}

interface LastMessageLookupServices extends FetchServices {
  /** Called when the storage has no message left and the server has to be asked. */
  onMissing(): void
  /** Called when the storage could not be read. */
  onFailure(cause: unknown): void
}

/**
 * A row knows the ten newest messages. If they are all deleted, the newest older message is appended as a preview, so
 * that all tabs show it. It is looked up in the storage first, then at the server page by page.
 *
 *   appended$ ── rows with erased messages only ── readNewest ─┬─ found: append MessagePreviewed
 *                                                              └─ onMissing ── … ── fetch
 */
export function startLastMessageLookup(services: LastMessageLookupServices): LastMessageLookup {
  const { log, serverTime, signal } = services
  /** Conversations without an older message, with the oldest erased message that was known then. */
  const exhausted = new Map<ConversationId, ServerId>()

  const isMissing = (id: ConversationId): boolean => {
    const oldest = log.syncState(id)?.oldestErasedId
    return oldest !== undefined && exhausted.get(id) !== oldest
  }

  /** Whether this user may see the message, and it is not deleted or cleared on this device. */
  const isVisible = (id: ConversationId, { body, serverId, type }: ConfirmedMessage): boolean =>
    body !== null &&
    log.syncState(id)?.isDeleted(serverId) === false &&
    isShownTo(type, log.summaryOf(id)?.group?.role)

  /** Shows the newest visible message of these. Resolves with false if there is none. */
  async function showNewest(id: ConversationId, messages: readonly ConfirmedMessage[]): Promise<boolean> {
    const message = messages.findLast((one) => isVisible(id, one))
    if (!message) return false
    const occurredAt = serverTime.now()
    await log.append([
      { stream: id, type: 'MessagePreviewed', data: { message }, occurredAt, origin: 'http' },
    ])
    return true
  }

  async function searchStorage(id: ConversationId): Promise<void> {
    if (isMissing(id) && !(await showNewest(id, await log.readNewest(id)))) services.onMissing()
  }

  async function searchEverywhere(id: ConversationId, oldestErased: ServerId): Promise<void> {
    for (let messages = await log.readNewest(id); !(await showNewest(id, messages)); ) {
      messages = await fetchBefore(id, messages[0], oldestErased)
      if (signal.aborted) return
      if (messages.length === 0) {
        exhausted.set(id, oldestErased)
        return
      }
    }
  }

  /** Fetches the page before a message, or before the oldest erased one if none is stored; empty at the beginning. */
  async function fetchBefore(
    id: ConversationId,
    message: ConfirmedMessage | undefined,
    oldestErased: ServerId,
  ): Promise<readonly ConfirmedMessage[]> {
    const before = message?.serverId ?? oldestErased
    const isFirst = message?.sequence === 1 || before <= (log.syncState(id)?.clearedThrough ?? 0)
    if (isFirst) return []
    const page = await requestHistory(services, id, { before })
    return page.kind === 'page' ? page.messages : []
  }

  const subscription = log.appended$
    .pipe(
      mergeMap(changedConversations),
      filter(isMissing),
      concatMap((id) => searchStorage(id).catch(services.onFailure)),
    )
    .subscribe()
  return {
    async fetch() {
      for (const id of log.knownConversations()) {
        const oldestErased = isMissing(id) ? log.syncState(id)?.oldestErasedId : undefined
        if (oldestErased !== undefined && !signal.aborted) await searchEverywhere(id, oldestErased)
      }
    },
    stop: () => subscription.unsubscribe(),
  }
}

/** The conversations of these events, each once. */
const changedConversations = (events: readonly LogEvent[]): ReadonlySet<ConversationId> =>
  new Set(events.flatMap(({ stream }) => (stream === 'account' ? [] : [stream])))

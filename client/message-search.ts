import { Subscription } from 'rxjs'
import { isHit, keywordOf, maxHits } from '#domain/message/find-messages.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { ConversationSyncState } from '#streams/log/account-log.ts'
import { createWritable, type Readable } from '#streams/readable.ts'

/** The hits of a search in one conversation so far. */
export interface MessageSearchView {
  readonly status: 'searching' | 'done' | 'failed'
  /** Newest first [VIEW-45]. */
  readonly hits: readonly TimelineMessage[]
  /** True if there are more hits than listed. */
  readonly isCut: boolean
  /** True if the server has messages that are not on this device, which the search does not cover. */
  readonly isPartial: boolean
}

const initialView: MessageSearchView = { status: 'searching', hits: [], isCut: false, isPartial: false }

/**
 * Creates the search of a conversation's messages on this device, from the newest back, which runs while there are
 * subscribers. An empty keyword has no hits [VIEW-45 VIEW-47].
 */
export const createMessageSearch =
  ({ log }: Pick<AccountCore, 'log'>) =>
  (conversation: ConversationId, typed: string): Readable<MessageSearchView> => {
    const keyword = keywordOf(typed)
    if (keyword === '') return createWritable<MessageSearchView>({ ...initialView, status: 'done' })
    const view = createWritable(initialView)
    let subscribers = 0
    let running = new Subscription()

    const finish = (status: 'done' | 'failed') => {
      const isPartial = !isComplete(log.syncState(conversation))
      view.set({ ...view.get(), status, isPartial })
    }
    const add = (batch: readonly TimelineMessage[], reading: Subscription) => {
      const hits = [...view.get().hits, ...batch.filter((message) => isHit(message, keyword)).reverse()]
      const isCut = hits.length > maxHits
      view.set({ ...view.get(), hits: hits.slice(0, maxHits), isCut })
      if (!isCut) return
      reading.unsubscribe()
      finish('done')
    }
    const start = () => {
      view.set(initialView)
      running = new Subscription()
      const reading = new Subscription()
      running.add(reading)
      running.add(log.appended$.subscribe((events) => view.set(without(view.get(), conversation, events))))
      reading.add(
        log.readBackward(conversation).subscribe({
          next: (batch) => add(batch, reading),
          complete: () => finish('done'),
          error: () => finish('failed'),
        }),
      )
    }
    return {
      get: view.get,
      subscribe(listener) {
        const stop = view.subscribe(listener)
        subscribers += 1
        if (subscribers === 1) start()
        return () => {
          stop()
          subscribers -= 1
          if (subscribers === 0) running.unsubscribe()
        }
      },
    }
  }

/** True if this device has every message of a conversation; an unknown conversation has none. */
function isComplete(syncState: ConversationSyncState | undefined): boolean {
  if (!syncState) return true
  const [first, ...others] = syncState.contiguousRanges
  if (first === undefined) return syncState.newestRowId <= syncState.clearedThrough
  const oldest = syncState.idAtRangeEnd(first.from)
  const isCleared = oldest !== undefined && oldest <= syncState.clearedThrough
  return others.length === 0 && (first.from === 1 || isCleared)
}

/** Removes deleted messages from the hits. */
function without(
  view: MessageSearchView,
  conversation: ConversationId,
  events: readonly LogEvent[],
): MessageSearchView {
  const removals = events.filter(({ stream }) => stream === conversation).map(removedBy)
  const hits = view.hits.filter(({ serverId = 0 }) => !removals.some((isRemoved) => isRemoved?.(serverId)))
  return hits.length === view.hits.length ? view : { ...view, hits }
}

/** Returns a predicate for the messages that an event removes; undefined if it removes none. */
function removedBy(event: LogEvent): ((id: number) => boolean) | undefined {
  switch (event.type) {
    case 'MessagesDeleted':
    case 'MessagesExpired':
    case 'MessagesHidden': {
      const ids = new Set<number>(event.data.serverIds)
      return (id) => ids.has(id)
    }
    case 'MessageReceived': {
      const { serverId, body } = event.data.message
      return body === null ? (id) => id === serverId : undefined
    }
    case 'ConversationCleared':
      return (id) => id <= event.data.through
    case 'ConversationRemoved':
      return () => true
    default:
      return undefined
  }
}

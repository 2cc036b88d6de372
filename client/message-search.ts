import { Subscription } from 'rxjs'
import { isHit, keywordOf, mostHits } from '#domain/message/find-messages.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { ConversationKnowledge } from '#streams/log/account-log.ts'
import { createWritable, type Readable } from '#streams/readable.ts'

/** What a search in one conversation has found so far. */
export interface MessageSearchView {
  readonly status: 'searching' | 'done' | 'failed'
  /** The newest first [VIEW-45]. */
  readonly hits: readonly TimelineMessage[]
  /** There are more than are told. */
  readonly isCut: boolean
  /** The conversation has messages that are not on this device: they were not looked at. */
  readonly isPartial: boolean
}

const beginning: MessageSearchView = { status: 'searching', hits: [], isCut: false, isPartial: false }

/**
 * Searches what this device holds of a conversation, from the newest message back, while somebody subscribes. A keyword
 * without a character finds nothing [VIEW-45 VIEW-47].
 */
export const createMessageSearch =
  ({ log }: Pick<AccountCore, 'log'>) =>
  (conversation: ConversationId, typed: string): Readable<MessageSearchView> => {
    const keyword = keywordOf(typed)
    if (keyword === '') return createWritable<MessageSearchView>({ ...beginning, status: 'done' })
    const view = createWritable(beginning)
    let subscribers = 0
    let running = new Subscription()

    const end = (status: 'done' | 'failed') => {
      const isPartial = !isWhole(log.knowledge(conversation))
      view.set({ ...view.get(), status, isPartial })
    }
    const add = (stretch: readonly TimelineMessage[], reading: Subscription) => {
      const hits = [...view.get().hits, ...stretch.filter((message) => isHit(message, keyword)).reverse()]
      const isCut = hits.length > mostHits
      view.set({ ...view.get(), hits: hits.slice(0, mostHits), isCut })
      if (!isCut) return
      reading.unsubscribe()
      end('done')
    }
    const begin = () => {
      view.set(beginning)
      running = new Subscription()
      const reading = new Subscription()
      running.add(reading)
      running.add(log.appended$.subscribe((events) => view.set(without(view.get(), conversation, events))))
      reading.add(
        log.readBackward(conversation).subscribe({
          next: (stretch) => add(stretch, reading),
          complete: () => end('done'),
          error: () => end('failed'),
        }),
      )
    }
    return {
      get: view.get,
      subscribe(listener) {
        const stop = view.subscribe(listener)
        subscribers += 1
        if (subscribers === 1) begin()
        return () => {
          stop()
          subscribers -= 1
          if (subscribers === 0) running.unsubscribe()
        }
      },
    }
  }

/** Whether every message of a conversation is here; one of which nothing is known has none. */
function isWhole(knowledge: ConversationKnowledge | undefined): boolean {
  if (!knowledge) return true
  const [first, ...others] = knowledge.held
  if (first === undefined) return knowledge.shownId <= knowledge.clearedThrough
  const oldest = knowledge.idAt(first.from)
  const isCleared = oldest !== undefined && oldest <= knowledge.clearedThrough
  return others.length === 0 && (first.from === 1 || isCleared)
}

/** What goes from the conversation goes from the hits at once. */
function without(
  view: MessageSearchView,
  conversation: ConversationId,
  events: readonly LogEvent[],
): MessageSearchView {
  const gone = events.filter(({ stream }) => stream === conversation).map(goneBy)
  const hits = view.hits.filter(({ serverId = 0 }) => !gone.some((isGone) => isGone?.(serverId)))
  return hits.length === view.hits.length ? view : { ...view, hits }
}

/** Which messages an event takes away; undefined when none. */
function goneBy(event: LogEvent): ((id: number) => boolean) | undefined {
  switch (event.type) {
    case 'MessagesDeleted':
    case 'MessagesBurned':
    case 'MessagesPutAway': {
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

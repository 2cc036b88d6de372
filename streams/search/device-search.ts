import { concatMap, from, map, type Observable, takeWhile } from 'rxjs'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { type HitFilter, type MessageHit, passesFilter } from '#domain/search/message-hits.ts'
import { hasHit, type SearchWords } from '#domain/search/search-words.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { MessageType } from '#schemas/message-types.ts'
import type { AccountLog } from '../log/account-log.ts'

/** What a search looks for on this device. */
export interface DeviceQuery {
  /** Empty with a filter alone. */
  readonly words: SearchWords
  readonly filter: HitFilter
  /** The searched conversation; undefined for all. */
  readonly conversation?: ConversationId | undefined
  /** The maximum number of hits in a conversation. */
  readonly limit: number
}

/** Further hits in one conversation. */
export interface DeviceHits {
  readonly conversation: ConversationId
  /** Newest first, older than those emitted before. */
  readonly hits: readonly MessageHit[]
  /** True at the last batch if the limit was reached, so that there may be more. */
  readonly isCut: boolean
}

type SearchedLog = Pick<AccountLog, 'conversations' | 'knownConversations' | 'readBackward'>

/**
 * Scans the stored messages: the last active conversation first, each from its newest message back, in reads of 500
 * messages. Runs while subscribed. Errors when the storage fails.
 */
export const searchDevice = (log: SearchedLog, query: DeviceQuery): Observable<DeviceHits> =>
  from(query.conversation === undefined ? byActivity(log, query.filter) : [query.conversation]).pipe(
    concatMap((conversation) => searchConversation(log, conversation, query)),
  )

function searchConversation(
  log: SearchedLog,
  conversation: ConversationId,
  { words, filter, limit }: DeviceQuery,
): Observable<DeviceHits> {
  let count = 0
  const types = words.length > 0 ? textTypes : sentTypes
  // Disappearing messages are not found (DEC-164).
  const isWanted = (message: TimelineMessage) =>
    !message.timerSeconds &&
    types.has(message.type) &&
    passesFilter(message, filter) &&
    hasHit(message, words)
  return log.readBackward(conversation).pipe(
    map((batch) => {
      const found = batch.filter(isWanted).flatMap(toHit).reverse()
      const hits = found.slice(0, limit - count)
      count += found.length
      return { conversation, hits, isCut: count > limit, isOver: isBefore(batch, filter) }
    }),
    takeWhile(({ isCut, isOver }) => !isCut && !isOver, true),
    map(({ isOver: _isOver, ...found }) => found),
  )
}

/** The types of messages with text, and of all messages that people send. The server searches the same. */
const textTypes: ReadonlySet<MessageType> = new Set(['txt', 'file', 'card', 'invite'])
const sentTypes: ReadonlySet<MessageType> = new Set([...textTypes, 'pic', 'video', 'audio', 'emo'])

const toHit = (message: TimelineMessage): MessageHit[] =>
  message.serverId === undefined ? [] : [{ ...message, serverId: message.serverId }]

/** Whether all further messages are older than the filter allows. */
const isBefore = (batch: readonly TimelineMessage[], { from: since = 0 }: HitFilter): boolean =>
  (batch[0]?.sentAt ?? since) < since

/** The conversations with stored messages, the last active first. Those before the filter's time are left out. */
function byActivity(log: SearchedLog, { from: since = 0 }: HitFilter): readonly ConversationId[] {
  const listed = [...log.conversations.get()].sort((left, right) => right.activeAt - left.activeAt)
  const order = new Set(listed.filter(({ activeAt }) => activeAt >= since).map(({ id }) => id))
  const skipped = new Set(listed.map(({ id }) => id))
  for (const id of log.knownConversations()) if (!skipped.has(id)) order.add(id)
  return [...order]
}

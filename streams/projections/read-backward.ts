import { Observable } from 'rxjs'
import { findRange } from '#domain/conversation/contiguous-ranges.ts'
import type { ConversationsState } from '#domain/conversation/conversation-state.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { TimelineState } from '#domain/timeline/timeline-projection.ts'
import { type TimelineViewContext, viewTimeline } from '#domain/timeline/timeline-view.ts'
import { type ConversationId, type ServerId, serverId, type UserId } from '#schemas/ids.ts'
import type { FriendFacts, ProfileFacts } from '#schemas/log/events.ts'
import { readTimelineRange, type TimelineReaderOptions } from './timeline-reader.ts'

export interface TimelineContextSources {
  conversations(): ConversationsState
  profile(): ProfileFacts | undefined
  friends(): ReadonlyMap<UserId, FriendFacts>
  /** Messages that are stored but must not be shown. */
  hiddenMessages(id: ConversationId): ReadonlySet<ServerId>
}

/** The state besides the messages on which the view of a conversation depends. */
export function viewContextOf(sources: TimelineContextSources, id: ConversationId): TimelineViewContext {
  const conversation = sources.conversations().byId.get(id)
  return {
    readUpTo: conversation?.readUpTo ?? serverId(0),
    peerReadUpTo: conversation?.peerReadUpTo ?? serverId(0),
    profile: sources.profile(),
    friends: sources.friends(),
    role: conversation?.facts?.group?.role,
    ...(conversation
      ? {
          disappearing: conversation.disappearing.messages,
          pendingReactions: conversation.pendingReactions,
          pendingEdits: conversation.pendingEdits,
          pins: conversation.pins,
        }
      : {}),
    hiddenMessages: sources.hiddenMessages(id),
  }
}

/** Messages per read: some tens of milliseconds of work, after which other storage jobs can run. */
const batchSize = 500

/**
 * Emits all stored messages of a conversation in batches: the newest batch first, each batch in order, across gaps and
 * without unsent messages. Reads while subscribed, completes after the oldest message, and fails with the storage's
 * error.
 */
export const readBackward = (
  options: TimelineReaderOptions & TimelineContextSources,
  id: ConversationId,
): Observable<readonly TimelineMessage[]> =>
  new Observable((subscriber) => {
    const read = async () => {
      let before = topBelow(options, id, Number.POSITIVE_INFINITY)
      let newer = Number.POSITIVE_INFINITY
      while (before !== undefined && !subscriber.closed) {
        const wanted = { id, count: batchSize, before }
        const batch = await readTimelineRange(options, wanted, (state) => {
          dropRead(state, newer)
          return {
            ...startOf(state),
            messages: viewTimeline(state, viewContextOf(options, id)).filter(isConfirmed),
          }
        })
        newer = Math.min(newer, batch.firstId)
        if (batch.messages.length > 0) subscriber.next(batch.messages)
        before = topBelow(options, id, batch.from ?? rangeStart(options, id, before))
      }
    }
    read().then(
      () => subscriber.complete(),
      (cause: unknown) => subscriber.error(cause),
    )
  })

const isConfirmed = (message: TimelineMessage): boolean => message.serverId !== undefined

/** Messages without a sequence number were emitted with the newer batch that contains them. */
function dropRead(state: TimelineState, newer: number): void {
  for (const id of state.withoutSequence.keys()) if (id >= newer) state.withoutSequence.delete(id)
}

/** The start of a batch; `from` is undefined when it has no message. */
function startOf({ bySequence: placed }: TimelineState): {
  readonly from: number | undefined
  readonly firstId: number
} {
  let from: number | undefined
  for (const sequence of placed.keys()) if (from === undefined || sequence < from) from = sequence
  const first = from === undefined ? undefined : placed.get(from)
  return { from, firstId: first?.serverId ?? Number.POSITIVE_INFINITY }
}

/** The exclusive end of the next batch: `below` itself, or the end of the next range after a gap. */
function topBelow(options: TimelineReaderOptions, id: ConversationId, below: number): number | undefined {
  const conversation = options.conversations().byId.get(id)
  const range = conversation?.contiguousRanges.findLast(({ from }) => from < below)
  if (!conversation || !range) return undefined
  const top = Math.min(range.to + 1, below)
  return top > conversation.clearing.sequence + 1 ? top : undefined
}

/** The start of the range below a sequence number. Skips the range when its messages are missing in the storage. */
const rangeStart = (options: TimelineReaderOptions, id: ConversationId, before: number): number =>
  findRange(options.conversations().byId.get(id)?.contiguousRanges ?? [], before - 1)?.from ?? 0

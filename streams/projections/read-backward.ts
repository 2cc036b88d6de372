import { Observable } from 'rxjs'
import { findRange } from '#domain/conversation/contiguous-ranges.ts'
import type { ConversationsState } from '#domain/conversation/conversation-state.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { TimelineState } from '#domain/timeline/timeline-projection.ts'
import { type TimelineViewContext, viewTimeline } from '#domain/timeline/timeline-view.ts'
import { type ConversationId, type ServerId, serverId, type UserId } from '#schemas/ids.ts'
import type { FriendFacts, ProfileFacts } from '#schemas/log/events.ts'
import { readStretch, type TimelineReaderOptions } from './timeline-reader.ts'

export interface TimelineMarkSources {
  conversations(): ConversationsState
  profile(): ProfileFacts | undefined
  friends(): ReadonlyMap<UserId, FriendFacts>
  /** Messages that may not be shown any more, though they are held. */
  hiddenMessages(id: ConversationId): ReadonlySet<ServerId>
}

/** What the look of a conversation's messages depends on now. */
export function marksOf(sources: TimelineMarkSources, id: ConversationId): TimelineViewContext {
  const conversation = sources.conversations().byId.get(id)
  return {
    readUpTo: conversation?.readUpTo ?? serverId(0),
    peerReadUpTo: conversation?.peerReadUpTo ?? serverId(0),
    profile: sources.profile(),
    friends: sources.friends(),
    role: conversation?.facts?.group?.role,
    ...(conversation ? { burning: conversation.burning.messages } : {}),
    hiddenMessages: sources.hiddenMessages(id),
  }
}

/** Messages of one reading: some tens of milliseconds of work, after which somebody else may go first. */
const stretchLength = 500

/**
 * Every message of a conversation that is held here, stretch by stretch, the newest one first and each in order; behind holes
 * too, without unsent ones. Reads while somebody subscribes, and ends with the oldest; fails as the storage does.
 */
export const readBackward = (
  options: TimelineReaderOptions & TimelineMarkSources,
  id: ConversationId,
): Observable<readonly TimelineMessage[]> =>
  new Observable((subscriber) => {
    const read = async () => {
      let before = topBelow(options, id, Number.POSITIVE_INFINITY)
      let newer = Number.POSITIVE_INFINITY
      while (before !== undefined && !subscriber.closed) {
        const wanted = { id, count: stretchLength, before }
        const stretch = await readStretch(options, wanted, (state) => {
          dropRead(state, newer)
          return {
            ...startOf(state),
            messages: viewTimeline(state, marksOf(options, id)).filter(isConfirmed),
          }
        })
        newer = Math.min(newer, stretch.firstId)
        if (stretch.messages.length > 0) subscriber.next(stretch.messages)
        before = topBelow(options, id, stretch.from ?? rangeStart(options, id, before))
      }
    }
    read().then(
      () => subscriber.complete(),
      (cause: unknown) => subscriber.error(cause),
    )
  })

const isConfirmed = (message: TimelineMessage): boolean => message.serverId !== undefined

/** Messages without a place were read with the stretch they stand in. */
function dropRead(state: TimelineState, newer: number): void {
  for (const id of state.loose.keys()) if (id >= newer) state.loose.delete(id)
}

/** Where a stretch begins; no sequence number when nothing of it was there. */
function startOf({ placed }: TimelineState): { readonly from: number | undefined; readonly firstId: number } {
  let from: number | undefined
  for (const sequence of placed.keys()) if (from === undefined || sequence < from) from = sequence
  const first = from === undefined ? undefined : placed.get(from)
  return { from, firstId: first?.serverId ?? Number.POSITIVE_INFINITY }
}

/** Where to go on below a sequence number, exclusive: there, or at the top of the next range behind a hole. */
function topBelow(options: TimelineReaderOptions, id: ConversationId, below: number): number | undefined {
  const conversation = options.conversations().byId.get(id)
  const range = conversation?.contiguousRanges.findLast(({ from }) => from < below)
  if (!conversation || !range) return undefined
  const top = Math.min(range.to + 1, below)
  return top > conversation.clearing.sequence + 1 ? top : undefined
}

/** The start of the range below a sequence number; what should be there and is not is passed over with it. */
const rangeStart = (options: TimelineReaderOptions, id: ConversationId, before: number): number =>
  findRange(options.conversations().byId.get(id)?.contiguousRanges ?? [], before - 1)?.from ?? 0

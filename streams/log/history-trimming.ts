import type { ContiguousRange } from '#domain/conversation/contiguous-ranges.ts'
import type { ConversationState, ConversationsState } from '#domain/conversation/conversation-state.ts'
import { pageOf } from '#domain/timeline/timeline-projection.ts'
import { type ConversationId, type ServerId, serverId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import { readTimelinePage } from '#schemas/storage/timeline-row.ts'
import { pageKey, timelineModel } from '../projections/timeline-rows.ts'
import type { AccountStorage } from '../storage/storage.ts'

interface TrimmingOptions {
  readonly storage: AccountStorage
  conversations(): ConversationsState
  /** Conversations that a screen shows: nothing is taken away under anybody's eyes. */
  lookedAt(): readonly ConversationId[]
  /** Whether time is over: what was found until then counts. */
  isOver(): boolean
}

/** Pages of one stretch that go at once; the rest waits for the next time. */
const pagesAtOnce = 40

/**
 * Finds what was sent before a time in every conversation that nobody looks at, by the stored pages: one is read for each
 * stretch of messages that is young enough, and those that go. Returns the events that let go of it [STORE-06].
 */
export async function findTrimmableHistory(
  options: TrimmingOptions,
  sentBefore: number,
  now: number,
): Promise<readonly NewEvent[]> {
  const events: NewEvent[] = []
  for (const id of [...options.conversations().byId.keys()]) {
    if (options.isOver()) break
    const state = options.conversations().byId.get(id)
    if (!state || options.lookedAt().includes(id)) continue
    for (const range of state.contiguousRanges) {
      const edge = await findEdge(options, state, range, sentBefore)
      if (edge) events.push(trimmed(id, edge, now))
      // What stands above something young enough is younger.
      if (!edge || edge.before <= range.to) break
    }
  }
  return events
}

interface Edge {
  readonly from: number
  readonly before: number
  readonly beforeId: ServerId
}

/** Where the messages of a stretch begin that are young enough; undefined when all are. */
async function findEdge(
  { storage }: TrimmingOptions,
  { id, clearing }: ConversationState,
  range: ContiguousRange,
  sentBefore: number,
): Promise<Edge | undefined> {
  const from = Math.max(range.from, clearing.sequence + 1)
  const lastPage = Math.min(pageOf(range.to), pageOf(from) + pagesAtOnce - 1)
  let newest: ConfirmedMessage | undefined
  for (let page = pageOf(from); page <= lastPage; page += 1) {
    const stored = readTimelinePage(await storage.readRow(timelineModel.name, pageKey(id, page))) ?? []
    for (const message of stored) {
      const { sequence = 0, sentAt } = message
      if (sequence < from || sequence > range.to) continue
      if (sentAt >= sentBefore) return newest && edgeAt(from, sequence, message.serverId)
      newest = message
    }
  }
  if (!newest) return undefined
  const { sequence = 0, serverId: newestId } = newest
  // A stretch that is not at its end keeps its last message until its number can be followed by another.
  return sequence === range.to
    ? edgeAt(from, sequence + 1, serverId(newestId + 1))
    : edgeAt(from, sequence, newestId)
}

const edgeAt = (from: number, before: number, beforeId: ServerId): Edge => ({ from, before, beforeId })

const trimmed = (stream: ConversationId, data: Edge, now: number): NewEvent => ({
  stream,
  type: 'HistoryTrimmed',
  data,
  occurredAt: now,
  origin: 'local',
})

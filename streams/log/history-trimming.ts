import type { ContiguousRange } from '#domain/conversation/contiguous-ranges.ts'
import type { ConversationState, ConversationsState } from '#domain/conversation/conversation-state.ts'
import { pageOf } from '#domain/timeline/timeline-projection.ts'
import { type ConversationId, type ServerId, serverId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import { readTimelinePage, type TimelinePage } from '#schemas/storage/timeline-row.ts'
import { pageKey, timelineModel } from '../projections/timeline-rows.ts'
import type { AccountStorage } from '../storage/storage.ts'

interface TrimmingOptions {
  readonly storage: AccountStorage
  conversations(): ConversationsState
  /** Conversations that a screen shows. They are not trimmed while a person reads them. */
  shownConversations(): readonly ConversationId[]
  /** True when the time limit has passed. The edges found so far are used. */
  isOver(): boolean
}

/** Most pages of one contiguous range that are trimmed in one run. */
const pagesPerRun = 40

/**
 * Finds messages that were sent before `sentBefore` in the stored pages of every conversation that no screen shows.
 * Reads only the pages to trim and the first page with a newer message.
 * @param sentBefore server time, ms.
 * @param now server time, ms.
 * @returns one `HistoryTrimmed` event for each contiguous range to trim [STORE-06].
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
    if (!state || options.shownConversations().includes(id)) continue
    for (const range of state.contiguousRanges) {
      const edge = await findEdge(options, state, range, sentBefore)
      if (edge) events.push(trimmed(id, edge, now))
      // The ranges ascend, so that all later messages are newer.
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

/** The first message of a contiguous range to keep; undefined if there is nothing to trim. */
async function findEdge(
  { storage }: TrimmingOptions,
  { id, clearing }: ConversationState,
  range: ContiguousRange,
  sentBefore: number,
): Promise<Edge | undefined> {
  const from = Math.max(range.from, clearing.sequence + 1)
  const lastPage = Math.min(pageOf(range.to), pageOf(from) + pagesPerRun - 1)
  let newest: ConfirmedMessage | undefined
  for (let page = pageOf(from); page <= lastPage; page += 1) {
    for (const message of await readPage(storage, pageKey(id, page))) {
      const { sequence = 0, sentAt } = message
      if (sequence < from || sequence > range.to) continue
      if (sentAt >= sentBefore) return newest && edgeAt(from, sequence, message.serverId)
      newest = message
    }
  }
  if (!newest) return undefined
  const { sequence = 0, serverId: newestId } = newest
  // Inside the range, the last old message stays: the id of the next message is not known yet.
  return sequence === range.to
    ? edgeAt(from, sequence + 1, serverId(newestId + 1))
    : edgeAt(from, sequence, newestId)
}

/** The messages of one stored page; none if another version of the model wrote it. */
async function readPage(storage: AccountStorage, key: string): Promise<TimelinePage> {
  const { checkpoint, rows } = await storage.readModel(timelineModel.name, [key])
  if (checkpoint?.version !== timelineModel.version) return []
  return rows.flatMap(({ value }) => readTimelinePage(value) ?? [])
}

const edgeAt = (from: number, before: number, beforeId: ServerId): Edge => ({ from, before, beforeId })

const trimmed = (stream: ConversationId, data: Edge, now: number): NewEvent => ({
  stream,
  type: 'HistoryTrimmed',
  data,
  occurredAt: now,
  origin: 'local',
})

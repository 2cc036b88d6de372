import type { EventDataOf } from '#schemas/log/events.ts'
import type { ConversationState } from './conversation-state.ts'
import type { HeldRange } from './held-ranges.ts'

/**
 * Lets go of the messages below a sequence number, which are older than messages are kept [STORE-06]. What is counted,
 * marked or shown of the conversation stays: `everHeld` remembers what was here, the row its newest messages.
 */
export function trimHistory(
  state: ConversationState,
  { before, beforeId }: EventDataOf<'HistoryTrimmed'>,
): void {
  const kept = state.held.flatMap((range) => aboveEdge(range, before, beforeId))
  state.held.splice(0, state.held.length, ...kept)
  if (before > state.historyStartsAt.sequence)
    state.historyStartsAt = { sequence: before, serverId: beforeId }
}

function aboveEdge(range: HeldRange, before: number, beforeId: HeldRange['fromId']): readonly HeldRange[] {
  if (range.to < before) return []
  return range.from >= before ? [range] : [{ ...range, from: before, fromId: beforeId }]
}

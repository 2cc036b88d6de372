import type { ClientId, ConversationId } from '#schemas/ids.ts'
import type { UnsentMessage } from './outbox.ts'

/** Messages under way over all conversations at most (DEC-108). */
export const inFlightLimit = 8

/** What keeps messages from leaving now. */
export interface LaneState {
  /** Messages under way, by client id, with their conversation. */
  readonly inFlight: ReadonlyMap<ClientId, ConversationId>
  /** Not to be tried before this monotonic time, ms. */
  readonly notBefore: ReadonlyMap<ClientId, number>
}

/**
 * The messages that may leave now: one per conversation, the first pending one of its lane, eight over all (DEC-108).
 * A message that waits for its next try blocks its lane, so that none overtakes it; stale and refused ones have left it.
 */
export function messagesToSend(
  messages: readonly UnsentMessage[],
  lanes: LaneState,
  now: number,
): readonly UnsentMessage[] {
  const busy = new Set(lanes.inFlight.values())
  const chosen: UnsentMessage[] = []
  for (const message of messages) {
    if (lanes.inFlight.size + chosen.length >= inFlightLimit) break
    if (message.state !== 'pending' || busy.has(message.conversationId)) continue
    busy.add(message.conversationId)
    if ((lanes.notBefore.get(message.clientId) ?? now) <= now) chosen.push(message)
  }
  return chosen
}

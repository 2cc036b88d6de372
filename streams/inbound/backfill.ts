import {
  type MissedMessages,
  nextToFetch,
  receivedEvents,
  sortByListOrder,
} from '#domain/synchronisation/missed-messages.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { getNewestMessages } from '../api/messages.ts'
import { dataOf } from '../http/call-result.ts'
import type { FetchParts } from './fetch-conversations.ts'

/**
 * Fetches the newest messages, 50 at most, of each conversation that has missed some; throws CallFailed. One call at a
 * time, of twenty conversations in the order of the list, so that nothing else has to wait. What is looked at goes before all
 * that still waits, and is made whole, also when it is opened in the middle. In the others a hole may stay: it is known,
 * and filled when somebody scrolls into it.
 */
export async function backfill(
  parts: FetchParts,
  missed: readonly MissedMessages[],
  fillGaps: (conversations: readonly ConversationId[]) => Promise<void>,
): Promise<void> {
  const { log, signal } = parts
  let waiting = sortByListOrder(
    missed,
    log.conversations.get().map(({ id }) => id),
  )
  await fillGaps(log.shownConversations())
  while (waiting.length > 0 && !signal.aborted) {
    const { next, rest } = nextToFetch(waiting, log.shownConversations())
    await fetchNewest(parts, next)
    await fillGaps(log.shownConversations())
    waiting = rest
  }
}

async function fetchNewest(parts: FetchParts, stretches: readonly MissedMessages[]): Promise<void> {
  const { caller, log, serverTime, signal } = parts
  const newest = dataOf(await getNewestMessages(caller, serverTime.now, stretches, { signal }))
  const events = newest.flatMap(({ conversationId: id, messages }) =>
    receivedEvents(id, messages, log.syncState(id)?.contiguousRanges ?? []),
  )
  if (events.length > 0) await log.append(events)
}

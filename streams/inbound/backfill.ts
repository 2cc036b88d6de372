import {
  type MissedMessages,
  nextToFetch,
  receivedEvents,
  sortByListOrder,
} from '#domain/synchronisation/missed-messages.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { getNewestMessages } from '../api/messages.ts'
import { dataOrThrow } from '../http/call-result.ts'
import type { FetchServices } from './fetch-conversations.ts'

/**
 * Fetches the newest messages, up to 50, of each conversation with missed messages; throws CallFailed. One call at a
 * time for twenty conversations in list order, so that other calls are not delayed. Open conversations come first and
 * are filled completely, also one opened meanwhile. Others may keep a gap, which is filled when the user scrolls
 * there.
 */
export async function backfill(
  services: FetchServices,
  missed: readonly MissedMessages[],
  fillGaps: (conversations: readonly ConversationId[]) => Promise<void>,
): Promise<void> {
  const { log, signal } = services
  let waiting = sortByListOrder(
    missed,
    log.conversations.get().map(({ id }) => id),
  )
  await fillGaps(log.shownConversations())
  while (waiting.length > 0 && !signal.aborted) {
    const { next, rest } = nextToFetch(waiting, log.shownConversations())
    await fetchNewest(services, next)
    await fillGaps(log.shownConversations())
    waiting = rest
  }
}

async function fetchNewest(services: FetchServices, stretches: readonly MissedMessages[]): Promise<void> {
  const { caller, log, serverTime, signal } = services
  const newest = dataOrThrow(await getNewestMessages(caller, serverTime.now, stretches, { signal }))
  const events = newest.flatMap(({ conversationId: id, messages }) =>
    receivedEvents(id, messages, log.syncState(id)?.contiguousRanges ?? []),
  )
  if (events.length > 0) await log.append(events)
}

import { receivedEvents } from '#domain/synchronisation/missed-messages.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import { getHistoryPage, type HistoryPage, type PageRequest } from '../api/messages.ts'
import { dataOrThrow } from '../http/call-result.ts'
import type { FetchServices } from './fetch-conversations.ts'

/** Messages of one page of history [VIEW-37]. */
export const historyPage = 50

/** Requests a page of history without storing it; throws CallFailed [MSG-53]. */
export const requestHistory = async (
  { caller, serverTime, signal }: FetchServices,
  id: ConversationId,
  place: PageRequest,
): Promise<HistoryPage> => dataOrThrow(await getHistoryPage(caller, serverTime.now, id, place, { signal }))

/** Appends the messages that the log does not have; `isDetached` when they belong to a detached window. */
export async function storeHistory(
  { log }: Pick<FetchServices, 'log'>,
  id: ConversationId,
  messages: readonly ConfirmedMessage[],
  isDetached: boolean,
): Promise<void> {
  const events = receivedEvents(id, messages, log.syncState(id)?.contiguousRanges ?? [], isDetached)
  if (events.length > 0) await log.append(events)
}

/** Fetches a page of history into the log; throws CallFailed. */
export async function fetchHistory(
  services: FetchServices,
  id: ConversationId,
  place: PageRequest,
  isDetached: boolean,
): Promise<HistoryPage> {
  const page = await requestHistory(services, id, place)
  if (page.kind === 'page') await storeHistory(services, id, page.messages, isDetached)
  return page
}

import { receivedEvents } from '#domain/synchronisation/missed-messages.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { toConfirmedMessage } from '#schemas/translate/message.ts'
import { dataOf } from '../http/call-failed.ts'
import { callForPage, type PagePlace } from './fetch-page.ts'
import type { FetchParts } from './fetch-parts.ts'

/** Messages of one page of history [VIEW-37]. */
export const historyPage = 50

/** The conversation is gone or this user is no longer in it; the server's text says so [SESS-51]. */
export interface Unavailable {
  readonly kind: 'unavailable'
  readonly text: string
}

export type HistoryPage =
  /** Ascending; without any it is the beginning or the end of the conversation. */
  { readonly kind: 'page'; readonly messages: readonly ConfirmedMessage[] } | Unavailable

/** Asks for a page of history without keeping it; throws CallFailed [MSG-53]. */
export async function askHistory(
  parts: FetchParts,
  id: ConversationId,
  place: PagePlace,
): Promise<HistoryPage> {
  const result = await callForPage(parts, id, place)
  const page = dataOf(result) ?? []
  if (result.isOk && result.code !== resultCode.ok) return { kind: 'unavailable', text: result.message }
  const now = parts.serverTime.now()
  const messages = page
    .map((chat) => toConfirmedMessage(chat, now))
    .sort((left, right) => left.serverId - right.serverId)
  return { kind: 'page', messages }
}

/** Puts messages into the log that are not held yet; `isApart` when they were looked for far back. */
export async function keepHistory(
  { log }: Pick<FetchParts, 'log'>,
  id: ConversationId,
  messages: readonly ConfirmedMessage[],
  isApart: boolean,
): Promise<void> {
  const events = receivedEvents(id, messages, log.knowledge(id)?.held ?? [], isApart)
  if (events.length > 0) await log.append(events)
}

/** Fetches a page into the log; throws CallFailed. */
export async function fetchHistory(
  parts: FetchParts,
  id: ConversationId,
  place: PagePlace,
  isApart: boolean,
): Promise<HistoryPage> {
  const page = await askHistory(parts, id, place)
  if (page.kind === 'page') await keepHistory(parts, id, page.messages, isApart)
  return page
}

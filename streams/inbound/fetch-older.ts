import { receivedEvents } from '#domain/synchronisation/missed-messages.ts'
import type { ConversationId, ServerId } from '#schemas/ids.ts'
import { toConfirmedMessage } from '#schemas/translate/message.ts'
import { resultCode } from '#schemas/wire/result-codes.ts'
import { dataOf } from '../http/call-failed.ts'
import { callForPage } from './fetch-page.ts'
import type { FetchParts } from './fetch-parts.ts'

/** Messages of one page of history [VIEW-37]. */
export const historyPage = 50

export type OlderPage =
  /** How many came; a page without any is the beginning of the conversation. */
  | { readonly kind: 'page'; readonly count: number }
  /** The conversation is gone or this user is no longer in it; the server's text says so [SESS-51]. */
  | { readonly kind: 'unavailable'; readonly text: string }

/** Fetches the page before `before`, or the newest one when it is 0, into the log [MSG-53]; throws CallFailed. */
export async function fetchOlder(
  parts: FetchParts,
  id: ConversationId,
  before: ServerId,
): Promise<OlderPage> {
  const { log, serverTime } = parts
  const result = await callForPage(parts, id, { before })
  const page = dataOf(result) ?? []
  if (result.isOk && result.code !== resultCode.ok) return { kind: 'unavailable', text: result.message }
  const now = serverTime.now()
  const messages = page.map((chat) => toConfirmedMessage(chat, now))
  const events = receivedEvents(id, messages, log.knowledge(id)?.held ?? [])
  if (events.length > 0) await log.append(events)
  return { kind: 'page', count: page.length }
}

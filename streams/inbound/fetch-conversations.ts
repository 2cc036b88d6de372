import { conversationDifferences } from '#domain/synchronisation/conversation-differences.ts'
import {
  type ListedConversation,
  toListedConversation,
  toListedGroup,
} from '#schemas/translate/conversation.ts'
import { getAllSessionList } from '#schemas/wire/calls/conversations.ts'
import { dataOf } from '../http/call-failed.ts'
import type { FetchParts } from './fetch-parts.ts'

/** Fetches the session list and appends what changed [SESS-26 SESS-27]; throws CallFailed. Resolves with the list. */
export async function fetchConversations(parts: FetchParts): Promise<readonly ListedConversation[]> {
  const { caller, log, serverTime, signal } = parts
  const knownBefore = new Set(log.conversations.get().map(({ id }) => id))
  const data = dataOf(await caller.call(getAllSessionList, {}, { signal }))
  const now = serverTime.now()
  const listed = [
    ...data.ChatSessions.map((row) => toListedConversation(row, now)),
    ...data.Groups.map((row) => toListedGroup(row, now)),
  ]
  const known = {
    summaries: log.conversations.get(),
    friends: log.friends.get(),
    knownBefore,
    held: log.knowledge,
  }
  const events = conversationDifferences(listed, known, now)
  if (events.length > 0) await log.append(events)
  return listed
}

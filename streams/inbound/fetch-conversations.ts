import { conversationDifferences } from '#domain/synchronisation/conversation-differences.ts'
import type { ConversationId } from '#schemas/ids.ts'
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
  const knownBefore = new Set(log.heldConversations())
  const settings = watchSettings(log)
  const data = dataOf(await caller.call(getAllSessionList, {}, { signal }).finally(settings.stop))
  const now = serverTime.now()
  const told = [
    ...data.ChatSessions.map((row) => toListedConversation(row, now)),
    ...data.Groups.map((row) => toListedGroup(row, now)),
  ]
  const listed = told.map((row) => withOwnSettings(row, settings.touched, log))
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

/** Which conversations' own settings were on their way while a list was: it may be older than they are. */
function watchSettings(log: FetchParts['log']) {
  const touched = new Set<ConversationId>(log.outbox.get().settings.map((wish) => wish.conversationId))
  const watching = log.appended$.subscribe((events) => {
    for (const { type, stream } of events)
      if ((type === 'SettingAsked' || type === 'SettingSettled') && stream !== 'account') touched.add(stream)
  })
  return { touched, stop: () => watching.unsubscribe() }
}

/** A list takes no setting back that was changed while it was asked for; the next one says how that came out. */
function withOwnSettings(
  row: ListedConversation,
  touched: ReadonlySet<ConversationId>,
  log: FetchParts['log'],
): ListedConversation {
  const { facts } = row
  if (!touched.has(facts.conversationId)) return row
  const known = log.conversations.get().find(({ id }) => id === facts.conversationId)
  return known ? { ...row, facts: { ...facts, isPinned: known.isPinned, isMuted: known.isMuted } } : row
}

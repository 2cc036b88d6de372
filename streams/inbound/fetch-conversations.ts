import { canManage } from '#domain/group/roles.ts'
import { conversationDifferences } from '#domain/synchronisation/conversation-differences.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { ListedConversation } from '#schemas/translate/conversation.ts'
import { getConversations } from '../api/conversations.ts'
import { dataOf } from '../http/call-failed.ts'
import type { FetchParts } from './fetch-parts.ts'

/**
 * Fetches the session list and appends what changed [SESS-26 SESS-27]; throws CallFailed. Resolves with the list, which is
 * asked for again when it came into the log behind a count that it does not know.
 */
export async function fetchConversations(parts: FetchParts): Promise<readonly ListedConversation[]> {
  const { log } = parts
  const meanwhile = watchLog(log)
  try {
    const listed = await takeList(parts, meanwhile)
    const isOutdated = listed.some((row) => withToldCount(row, meanwhile.counts) !== row)
    return isOutdated ? await fetchConversations(parts) : listed
  } finally {
    meanwhile.stop()
  }
}

async function takeList(parts: FetchParts, meanwhile: Meanwhile): Promise<readonly ListedConversation[]> {
  const { caller, log, serverTime, signal } = parts
  const knownBefore = new Set(log.heldConversations())
  const told = dataOf(await getConversations(caller, serverTime.now, { signal }))
  const now = serverTime.now()
  const listed = told.map((row) =>
    withToldCount(withOwnSettings(row, meanwhile.settings, log), meanwhile.counts),
  )
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

/** What came into the log while a list was on its way: the list may be older. */
interface Meanwhile {
  /** Conversations whose own settings were on their way. */
  readonly settings: ReadonlySet<ConversationId>
  /** How many ask to join, as groups told last. */
  readonly counts: ReadonlyMap<ConversationId, number>
}

function watchLog(log: FetchParts['log']) {
  const settings = new Set<ConversationId>(log.outbox.get().settings.map((wish) => wish.conversationId))
  const counts = new Map<ConversationId, number>()
  const watching = log.appended$.subscribe((events) => {
    for (const event of events) {
      if (event.stream === 'account') continue
      if (event.type === 'SettingAsked' || event.type === 'SettingSettled') settings.add(event.stream)
      if (event.type === 'JoinApplicationsCounted') counts.set(event.stream, event.data.count)
    }
  })
  return { settings, counts, stop: () => watching.unsubscribe() }
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

/**
 * Nor a count that managers were told while it was asked for: were the list newer, its own count would be told too. The
 * same row when it says nothing else.
 */
function withToldCount(
  row: ListedConversation,
  counts: ReadonlyMap<ConversationId, number>,
): ListedConversation {
  const { facts } = row
  const { group } = facts
  const applicationCount = counts.get(facts.conversationId)
  if (!group || applicationCount === undefined || !canManage(group.role)) return row
  if (applicationCount === group.applicationCount) return row
  return { ...row, facts: { ...facts, group: { ...group, applicationCount } } }
}

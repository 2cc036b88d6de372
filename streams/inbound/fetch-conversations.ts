import { canManage } from '#domain/group/roles.ts'
import { conversationDifferences } from '#domain/synchronisation/conversation-differences.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { ListedConversation } from '#schemas/translate/conversation.ts'
import { getConversation, getConversations } from '../api/conversations.ts'
import type { ServerTime } from '../clock/server-time.ts'
import { dataOrThrow } from '../http/call-result.ts'
import type { Caller } from '../http/caller.ts'
import type { AccountLog } from '../log/account-log.ts'

/** The inputs of fetching from the server into the log. */
export interface FetchServices {
  readonly caller: Caller
  readonly log: AccountLog
  readonly serverTime: ServerTime
  readonly signal: AbortSignal
}

/**
 * Fetches the conversation list and appends changes [SESS-26 SESS-27]; throws CallFailed. Resolves with the list.
 * Fetches again if a newer count of join requests arrived meanwhile.
 */
export async function fetchConversations(services: FetchServices): Promise<readonly ListedConversation[]> {
  const { log } = services
  const meanwhile = watchLog(log)
  try {
    const listed = await appendList(services, meanwhile)
    const isOutdated = listed.some((row) => withNewerCount(row, meanwhile.counts) !== row)
    return isOutdated ? await fetchConversations(services) : listed
  } finally {
    meanwhile.stop()
  }
}

async function appendList(
  services: FetchServices,
  meanwhile: Meanwhile,
): Promise<readonly ListedConversation[]> {
  const { caller, log, serverTime, signal } = services
  const knownBefore = new Set(log.knownConversations())
  const rows = dataOrThrow(await getConversations(caller, serverTime.now, { signal }))
  const now = serverTime.now()
  const listed = rows.map((row) =>
    withNewerCount(withOwnSettings(row, meanwhile.settings, log), meanwhile.counts),
  )
  const known = {
    summaries: log.conversations.get(),
    friends: log.friends.get(),
    knownBefore,
    localStateOf: log.syncState,
  }
  const events = conversationDifferences(listed, known, now)
  if (events.length > 0) await log.append(events)
  return listed
}

/** Changes in the log while a list was being fetched. The list may be older. */
interface Meanwhile {
  /** Conversations whose own settings are being saved, or were meanwhile. */
  readonly settings: ReadonlySet<ConversationId>
  /** The newest count of join requests by group. */
  readonly counts: ReadonlyMap<ConversationId, number>
}

function watchLog(log: FetchServices['log']) {
  const settings = new Set<ConversationId>(log.outbox.get().settings.map((wish) => wish.conversationId))
  const counts = new Map<ConversationId, number>()
  const watching = log.appended$.subscribe((events) => {
    for (const event of events) {
      if (event.stream === 'account') continue
      if (event.type === 'SettingRequested' || event.type === 'SettingResolved') settings.add(event.stream)
      if (event.type === 'JoinApplicationsCounted') counts.set(event.stream, event.data.count)
    }
  })
  return { settings, counts, stop: () => watching.unsubscribe() }
}

/** Keeps settings that this user changed while the list was on its way; the next list has the result. */
function withOwnSettings(
  row: ListedConversation,
  changed: ReadonlySet<ConversationId>,
  log: FetchServices['log'],
): ListedConversation {
  const { facts } = row
  if (!changed.has(facts.conversationId)) return row
  const known = log.conversations.get().find(({ id }) => id === facts.conversationId)
  return known ? { ...row, facts: { ...facts, isPinned: known.isPinned, isMuted: known.isMuted } } : row
}

/**
 * Keeps a count of join requests that came while the list was on its way. If the list were newer, its count would have
 * come as a frame too. Returns the same row when nothing changes.
 */
function withNewerCount(
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

/**
 * Fetches one conversation and appends changes [SESS-29]; throws CallFailed. Resolves with false if this user has no
 * access [SESS-48].
 */
export async function fetchConversation(services: FetchServices, id: ConversationId): Promise<boolean> {
  const { caller, log, serverTime, signal } = services
  const listed = dataOrThrow(await getConversation(caller, serverTime.now, id, { signal }))
  if (!listed) return false
  const known = {
    summaries: log.conversations.get().filter((summary) => summary.id === id),
    friends: log.friends.get(),
    knownBefore: new Set<ConversationId>(),
    localStateOf: log.syncState,
  }
  const events = conversationDifferences([listed], known, serverTime.now())
  if (events.length > 0) await log.append(events)
  return true
}

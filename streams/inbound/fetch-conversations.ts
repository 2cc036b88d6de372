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

/** Fetches the conversation list and appends changes [SESS-26 SESS-27]; throws CallFailed. Resolves with the list. */
export async function fetchConversations({
  caller,
  log,
  serverTime,
  signal,
}: FetchServices): Promise<readonly ListedConversation[]> {
  const meanwhile = watchLog(log)
  try {
    const knownBefore = new Set(log.knownConversations())
    const rows = dataOrThrow(await getConversations(caller, serverTime.now, { signal }))
    const now = serverTime.now()
    let listed: readonly ListedConversation[] = []
    await log.appendDecided(() => {
      listed = rows.map((row) => {
        const own = withOwnSettings(row, meanwhile.settings, log)
        return withNewerPins(withNewerCount(own, meanwhile.counts), meanwhile.pins)
      })
      return conversationDifferences(listed, knownIn(log, knownBefore), now)
    })
    return listed
  } finally {
    meanwhile.stop()
  }
}

const knownIn = (log: AccountLog, knownBefore: ReadonlySet<ConversationId>) => ({
  summaries: log.conversations.get(),
  friends: log.friends.get(),
  knownBefore,
  localStateOf: log.syncState,
})

/**
 * Watches changes in the log while a list is being fetched, because the list may be older: the conversations whose own
 * settings are being saved, or were meanwhile, the newest count of join requests by group, and the last version of the
 * pins by conversation.
 */
function watchLog(log: FetchServices['log']) {
  const settings = new Set<ConversationId>(log.outbox.get().settings.map((wish) => wish.conversationId))
  const counts = new Map<ConversationId, number>()
  const pins = new Map<ConversationId, number>()
  const watching = log.appended$.subscribe((events) => {
    for (const event of events) {
      if (event.stream === 'account') continue
      if (event.type === 'SettingRequested' || event.type === 'SettingResolved') settings.add(event.stream)
      if (event.type === 'JoinApplicationsCounted') counts.set(event.stream, event.data.count)
      if (event.type === 'MessagePinned') pins.set(event.stream, event.data.version)
    }
  })
  return { settings, counts, pins, stop: () => watching.unsubscribe() }
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
 * Raises the version of the pins to that of a change that came while the list was on its way, so that the pins are
 * fetched: the log ignores changes of pins in a conversation that it does not know yet. Returns the same row when
 * nothing changes.
 */
function withNewerPins(
  row: ListedConversation,
  pins: ReadonlyMap<ConversationId, number>,
): ListedConversation {
  const pinVersion = pins.get(row.facts.conversationId) ?? 0
  return pinVersion > row.pinVersion ? { ...row, pinVersion } : row
}

/**
 * Fetches one conversation and appends changes [SESS-29]; throws CallFailed. Resolves with false if this user has no
 * access [SESS-48].
 */
export async function fetchConversation(services: FetchServices, id: ConversationId): Promise<boolean> {
  const { caller, log, serverTime, signal } = services
  const listed = dataOrThrow(await getConversation(caller, serverTime.now, id, { signal }))
  if (!listed) return false
  // None of the others is missing, because only this one was requested.
  const decide = () => conversationDifferences([listed], knownIn(log, new Set()), serverTime.now())
  await log.appendDecided(decide)
  return true
}

import {
  findMissedMessages,
  type MissedMessages,
  nextToFetch,
  receivedEvents,
  sortByListOrder,
} from '#domain/synchronisation/missed-messages.ts'
import { type ConversationId, serverId } from '#schemas/ids.ts'
import type { ListedConversation } from '#schemas/translate/conversation.ts'
import { getNewestMessages, type NewestMessages } from '#streams/api/messages.ts'
import type { ServerTime } from '#streams/clock/server-time.ts'
import { dataOrThrow } from '#streams/http/call-result.ts'
import type { Caller } from '#streams/http/caller.ts'
import { fetchApplications, fetchFriends, fetchProfile } from '#streams/inbound/fetch-contacts.ts'
import { type FetchServices, fetchConversations } from '#streams/inbound/fetch-conversations.ts'
import type { DeletionWatch } from '#streams/inbound/fetch-deletions.ts'
import type { Presence } from '#streams/inbound/presence.ts'
import type { AccountLog } from '#streams/log/account-log.ts'

/** The part of the server's state that may have changed. A login requests `everything`. */
export type SynchronisationScope =
  | 'everything'
  | 'conversations'
  | 'deletions'
  | 'last-messages'
  | 'contacts'
  | 'friends'
  | 'profile'

export interface SynchronisationServices {
  readonly caller: Caller
  readonly log: AccountLog
  readonly serverTime: ServerTime
  readonly presence: Presence
  /** Fills the gaps in the sequence numbers of these conversations, up to the automatic limit [LIFE-20]. */
  fillGaps(conversations: readonly ConversationId[]): Promise<void>
  readonly deletions: DeletionWatch
  /** Finds the last message of list rows that know deleted messages only. */
  fetchLastMessages(): Promise<void>
  /** Takes the drafts of other devices that the list names; throws CallFailed if the server cannot be reached. */
  takeDrafts(listed: readonly ListedConversation[], signal: AbortSignal): Promise<void>
  /** Reports whether all missed messages are here, and whether the list has been fetched once. */
  progressed(progress: { readonly isCaughtUp: boolean; readonly hasListed: boolean }): void
}

/**
 * Fetches the conversation list, then the missed messages, if requested the deletions and changes of messages, the pins,
 * and the drafts; throws CallFailed.
 */
export async function synchroniseConversations(
  services: SynchronisationServices,
  scopes: readonly SynchronisationScope[],
  signal: AbortSignal,
): Promise<void> {
  const { log } = services
  const fetching: FetchServices = { ...services, signal }
  const newestId = (id: ConversationId) => log.syncState(id)?.newestId ?? serverId(0)
  // Read before the list is requested, so that messages received meanwhile do not hide missed ones.
  const wasListed = new Set(log.conversations.get().map(({ id }) => id))
  const newestBefore = new Map([...wasListed].map((id) => [id, newestId(id)]))
  const listed = await fetchConversations(fetching)
  // A message may have come by frame before any list named its conversation. The server may have an unsent one already.
  const hadMessages = new Set([
    ...log.knownConversations().filter((id) => newestId(id) > 0),
    ...log.outbox.get().messages.map(({ conversationId }) => conversationId),
  ])
  services.progressed({ isCaughtUp: false, hasListed: true })
  const missed = findMissedMessages(listed, (id) => newestBefore.get(id) ?? serverId(0))
  await backfill(fetching, missed, services.fillGaps)
  const isWhole = scopes.includes('everything') || scopes.includes('deletions')
  if (isWhole) await fetchDeletionsAndChanges(services, fetching, listed, hadMessages)
  // Frames have brought the later pins of a conversation that an earlier list named.
  await fetchMissingPins(
    fetching,
    listed.filter(({ facts }) => isWhole || !wasListed.has(facts.conversationId)),
  )
  // Last, because each draft is a call.
  await services.takeDrafts(listed, signal)
}

async function fetchDeletionsAndChanges(
  { deletions, log }: SynchronisationServices,
  fetching: FetchServices,
  listed: readonly ListedConversation[],
  hadMessages: ReadonlySet<ConversationId>,
): Promise<void> {
  const rows = listed.map(({ facts: { conversationId }, deletedAt, changeVersion }) => ({
    conversationId,
    deletedAt,
    changeVersion,
    hadMessages: hadMessages.has(conversationId),
  }))
  await deletions.look(fetching, rows)
  const changed = rows.filter(
    ({ conversationId: id, changeVersion }) =>
      changeVersion > (log.syncState(id)?.changesReceivedThrough ?? 0),
  )
  if (changed.length === 0) return
  const { fetchMessageChanges } = await loadFetching()
  await fetchMessageChanges(fetching, changed)
}

const loadFetching = () => import('#streams/inbound/fetch-message-changes.ts')

async function fetchMissingPins(
  fetching: FetchServices,
  listed: readonly ListedConversation[],
): Promise<void> {
  const missing = listed.filter(
    ({ facts, pinVersion }) =>
      pinVersion > (fetching.log.syncState(facts.conversationId)?.pinsReceivedThrough ?? 0),
  )
  if (missing.length === 0) return
  const { fetchPins } = await loadFetching()
  await fetchPins(
    fetching,
    missing.map(({ facts }) => facts.conversationId),
  )
}

/** Fetches friends, applications unless only friends are requested, and the own profile. */
export async function synchroniseContacts(
  services: SynchronisationServices,
  scopes: readonly SynchronisationScope[],
  signal: AbortSignal,
): Promise<void> {
  const fetching: FetchServices = { ...services, signal }
  const isAbout = (...some: readonly SynchronisationScope[]) => some.some((scope) => scopes.includes(scope))
  if (isAbout('everything', 'contacts', 'friends')) await fetchFriends(fetching, services.presence)
  if (isAbout('everything', 'contacts')) await fetchApplications(fetching)
  if (isAbout('everything', 'profile')) await fetchProfile(fetching)
}

/**
 * Fetches the newest messages, up to 50, of each conversation with missed messages; throws CallFailed. One call at a
 * time for twenty conversations in list order, so that other calls are not delayed. Each call starts while the previous
 * response is being stored. Open conversations come first and are filled completely, also one opened meanwhile. Others
 * may keep a gap, which is filled when the user scrolls there.
 */
async function backfill(
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
  let storing = Promise.resolve()
  while (waiting.length > 0 && !signal.aborted) {
    const shown = log.shownConversations()
    const { next, rest } = nextToFetch(waiting, shown)
    const [newest] = await Promise.all([requestNewest(services, next), storing])
    storing = storeNewest(log, newest).then(() => fillGaps(log.shownConversations()))
    // An open conversation is complete before others are requested.
    if (next.some(({ conversationId }) => shown.includes(conversationId))) await storing
    waiting = rest
  }
  await storing
}

const requestNewest = async (
  { caller, serverTime, signal }: FetchServices,
  missed: readonly MissedMessages[],
): Promise<readonly NewestMessages[]> =>
  dataOrThrow(await getNewestMessages(caller, serverTime.now, missed, { signal }))

async function storeNewest(log: AccountLog, newest: readonly NewestMessages[]): Promise<void> {
  const events = newest.flatMap(({ conversationId: id, messages }) =>
    receivedEvents(id, messages, log.syncState(id)?.contiguousRanges ?? []),
  )
  if (events.length > 0) await log.append(events)
}

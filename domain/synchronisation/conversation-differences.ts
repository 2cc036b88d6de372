import type { ConversationId, ServerId, UserId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { GroupFacts } from '#schemas/log/events.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import type { ListedConversation } from '#schemas/translate/conversation.ts'
import type { Friend } from '../contacts/contacts.ts'
import type { ConversationSummary } from '../conversation/conversation-summary.ts'
import type { UnreadBaseline } from '../conversation/unread-count.ts'

/** The local state of a conversation in addition to its row. */
export interface KnownConversation {
  readonly readUpTo: ServerId
  readonly peerReadUpTo: ServerId
  readonly newestId: ServerId
  /** The newest message of the row, and how far the conversation was cleared. */
  readonly newestRowId: ServerId
  readonly clearedThrough: ServerId
  /** When the conversation was created, or began again, as far as this device knows, server ms. */
  readonly createdAt: number | undefined
  /** When the oldest of the known newest messages was sent, server ms; undefined if none is known. */
  readonly oldestRecentAt: number | undefined
  /** The local unread count by the server's rules: hidden messages included. */
  readonly unreadCount: number
  readonly isMentioned: boolean
  /** The last known unread count of the server. */
  readonly counted: UnreadBaseline | undefined
  /** The state that only this device has as events to append again after a removal; `now` is server time, ms. */
  replayLocalState(now: number): readonly NewEvent[]
}

/** The local state that is compared with the server's list. */
export interface KnownConversations {
  readonly summaries: readonly ConversationSummary[]
  readonly friends: readonly Friend[]
  /** Known before the list was requested, with or without a row. Only these can be missing from the list. */
  readonly knownBefore: ReadonlySet<ConversationId>
  localStateOf(conversation: ConversationId): KnownConversation | undefined
}

/** A remark replaces the title, so titles are compared only without a remark. */
function hasSameTitle(title: string, summary: ConversationSummary, remark: string): boolean {
  return remark !== '' || title === summary.title
}

/** A conversation opened on this device stays opened, even if the server does not know yet [SESS-40]. */
const hasLostItsMark = (isNew: boolean, summary: ConversationSummary): boolean => !isNew && summary.isNew

function isSameGroup(listed: GroupFacts | undefined, known: GroupFacts | undefined): boolean {
  if (!listed || !known) return listed === known
  return (
    listed.isChannel === known.isChannel &&
    listed.memberCount === known.memberCount &&
    listed.announcement === known.announcement &&
    listed.isAllBanned === known.isAllBanned &&
    listed.role === known.role &&
    listed.isBanned === known.isBanned &&
    listed.applicationCount === known.applicationCount &&
    listed.joinedAt === known.joinedAt
  )
}

/**
 * Whether this user left the group and joined it again while this device was offline. The user may not see the earlier
 * messages any more, and the server would not announce their deletion. Local clears, deletions and hiding may concern
 * later messages and stay. Unsent messages and the draft stay too.
 */
const hasRejoined = (listed: GroupFacts | undefined, known: GroupFacts | undefined): boolean =>
  listed?.joinedAt !== undefined && known?.joinedAt !== undefined && listed.joinedAt > known.joinedAt

/**
 * The same for a group known by its messages only, and for a one-to-one conversation that ended with a friendship and
 * began again: some messages precede it.
 */
const isOlderThan = (beganAt: number | undefined, local: KnownConversation | undefined): boolean =>
  beganAt !== undefined && local?.oldestRecentAt !== undefined && local.oldestRecentAt < beganAt

/** Whether a one-to-one conversation began again. Its row moves in the list even if no message precedes the beginning. */
const hasBegunAgain = ({ beganAt }: ListedConversation, local: KnownConversation | undefined): boolean =>
  beganAt !== undefined && local?.createdAt !== undefined && beganAt > local.createdAt

function hasSameFacts(listed: ListedConversation, summary: ConversationSummary, remark: string): boolean {
  const { facts } = listed
  return (
    facts.peerId === summary.peerId &&
    facts.avatarUrl === summary.avatarUrl &&
    facts.isPinned === summary.isPinned &&
    facts.isMuted === summary.isMuted &&
    isSameGroup(facts.group, summary.group) &&
    (facts.timerSeconds ?? 0) === (summary.timerSeconds ?? 0) &&
    hasSameTitle(facts.title, summary, remark) &&
    !hasLostItsMark(facts.isNew, summary)
  )
}

const isSameCount = (listed: ListedConversation, counted: UnreadBaseline): boolean =>
  listed.readUpTo === counted.readUpTo &&
  listed.countedThrough === counted.through &&
  listed.unreadCount === counted.count &&
  listed.isMentioned === (counted.isMentioned ?? false)

/** Whether the server's unread count is news: it covers more than is stored, or differs at the same marker. */
function saysMore(
  listed: ListedConversation,
  local: KnownConversation | undefined,
  summary: ConversationSummary | undefined,
): boolean {
  if (local && local.readUpTo > listed.readUpTo) return false
  if (!local || !summary) return listed.unreadCount > 0
  if (local.counted && isSameCount(listed, local.counted)) return false
  return (
    listed.countedThrough > local.newestId ||
    listed.unreadCount !== local.unreadCount ||
    listed.isMentioned !== local.isMentioned
  )
}

/** Returns the row's newest message if this device has none as new. The row shows it before it is loaded. */
function previewOf(
  { lastMessage }: ListedConversation,
  local: KnownConversation | undefined,
): ConfirmedMessage | undefined {
  const known = local ? Math.max(local.newestId, local.newestRowId, local.clearedThrough) : 0
  return lastMessage && lastMessage.serverId > known ? lastMessage : undefined
}

function differencesOf(
  listed: ListedConversation,
  known: KnownConversations,
  summary: ConversationSummary | undefined,
  remark: string,
  now: number,
): NewEvent[] {
  const stream = listed.facts.conversationId
  const local = known.localStateOf(stream)
  const common = { stream, occurredAt: now, origin: 'http' } as const
  const events: NewEvent[] = []
  if (!summary || !hasSameFacts(listed, summary, remark) || hasBegunAgain(listed, local)) {
    events.push({ ...common, type: 'ConversationListed', data: { facts: listed.facts } })
  }
  if (listed.readUpTo > (local?.readUpTo ?? 0)) {
    events.push({ ...common, type: 'ConversationRead', data: { upTo: listed.readUpTo, at: now } })
  }
  if (listed.peerReadUpTo > (local?.peerReadUpTo ?? 0)) {
    events.push({ ...common, type: 'PeerRead', data: { upTo: listed.peerReadUpTo, at: now } })
  }
  if (saysMore(listed, local, summary)) {
    const { readUpTo, readSequence, countedThrough: through, unreadCount: count, isMentioned } = listed
    const data = {
      readUpTo,
      through,
      count,
      ...(readSequence === undefined ? {} : { readSequence }),
      ...(isMentioned ? { isMentioned } : {}),
    }
    events.push({ ...common, type: 'UnreadCounted', data })
  }
  const message = previewOf(listed, local)
  if (message) {
    events.push({ ...common, occurredAt: message.sentAt, type: 'MessagePreviewed', data: { message } })
  }
  return events
}

/**
 * Returns the events that update the local state to the server's list. Only changes become events. A conversation that
 * is not listed any more is removed, also one that is known by its messages only. `now` is server time, ms [SESS-26].
 */
export function conversationDifferences(
  listed: readonly ListedConversation[],
  known: KnownConversations,
  now: number,
): NewEvent[] {
  const summaries = new Map(known.summaries.map((summary) => [summary.id, summary]))
  const remarks = new Map<UserId | undefined, string>(
    known.friends.map((friend) => [friend.userId, friend.remark]),
  )
  const ids = new Set(listed.map(({ facts }) => facts.conversationId))
  const changes = listed.flatMap((row) => {
    const { conversationId, group, peerId } = row.facts
    const summary = summaries.get(conversationId)
    const isRejoined =
      group && summary
        ? hasRejoined(group, summary.group)
        : isOlderThan(group ? group.joinedAt : row.beganAt, known.localStateOf(conversationId))
    if (!isRejoined) return differencesOf(row, known, summary, remarks.get(peerId) ?? '', now)
    const nothing = { ...known, localStateOf: () => undefined }
    return [
      conversationRemoved(conversationId, now),
      ...(known.localStateOf(conversationId)?.replayLocalState(now) ?? []),
      ...differencesOf(row, nothing, undefined, '', now),
    ]
  })
  const removals = [...known.knownBefore]
    .filter((id) => !ids.has(id) && known.localStateOf(id) !== undefined)
    .map((id) => conversationRemoved(id, now))
  return [...changes, ...removals]
}

/**
 * Returns the events for a conversation that a server response reports as gone, before or without a frame; `now` is
 * server ms.
 */
export const conversationRemoved = (stream: ConversationId, now: number): NewEvent => ({
  stream,
  type: 'ConversationRemoved',
  data: {},
  occurredAt: now,
  origin: 'http',
})

import type { ConversationId, ServerId, UserId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { GroupFacts } from '#schemas/log/events.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import type { ListedConversation } from '#schemas/translate/conversation.ts'
import type { Friend } from '../contacts/contacts.ts'
import type { ConversationSummary } from '../conversation/conversation-summary.ts'
import type { UnreadBaseline } from '../conversation/unread-count.ts'

/** What this device holds of a conversation beside its row. */
export interface KnownConversation {
  readonly readUpTo: ServerId
  readonly peerReadUpTo: ServerId
  readonly newestId: ServerId
  /** The newest message that the row shows, and up to where the conversation was cleared. */
  readonly shownId: ServerId
  readonly clearedThrough: ServerId
  /** When the first of the newest messages that are known was sent, server ms; undefined when none is. */
  readonly recentSince: number | undefined
  /** As the server would count: with what this device has hidden. */
  readonly unreadCount: number
  readonly isMentioned: boolean
  /** What the server counted last, as far as this device has heard. */
  readonly counted: UnreadBaseline | undefined
  /** What was cleared, deleted and hidden here, to be said once more behind a removal; `now` is server time, ms. */
  replayLocalActions(now: number): readonly NewEvent[]
}

/** What the server's list is compared with. */
export interface KnownConversations {
  readonly summaries: readonly ConversationSummary[]
  readonly friends: readonly Friend[]
  /** Held before the list was asked for, with or without a row: only these can be missing from it. */
  readonly knownBefore: ReadonlySet<ConversationId>
  held(conversation: ConversationId): KnownConversation | undefined
}

/** The friend's remark stands for the title, so a title can only be compared when there is none. */
function hasSameTitle(title: string, summary: ConversationSummary, remark: string): boolean {
  return remark !== '' || title === summary.title
}

/** A conversation that was opened here stays opened, whatever the server has not heard yet [SESS-40]. */
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
 * Out of the group and in again while this device heard nothing: what it holds is from a time it may not see any more, and
 * nobody would tell it what is deleted of that. What was cleared, deleted or hidden here may be from since then, and stays so.
 */
const isJoinedAnew = (listed: GroupFacts | undefined, known: GroupFacts | undefined): boolean =>
  listed?.joinedAt !== undefined && known?.joinedAt !== undefined && listed.joinedAt > known.joinedAt

/** The same of a group that is known by its messages alone: some of them are from before this user came into it. */
const isOlderThanJoining = (listed: GroupFacts | undefined, held: KnownConversation | undefined): boolean =>
  listed?.joinedAt !== undefined && held?.recentSince !== undefined && held.recentSince < listed.joinedAt

function hasSameFacts(listed: ListedConversation, summary: ConversationSummary, remark: string): boolean {
  const { facts } = listed
  return (
    facts.peerId === summary.peerId &&
    facts.avatarUrl === summary.avatarUrl &&
    facts.isPinned === summary.isPinned &&
    facts.isMuted === summary.isMuted &&
    isSameGroup(facts.group, summary.group) &&
    (facts.burnsAfter ?? 0) === (summary.burnsAfter ?? 0) &&
    hasSameTitle(facts.title, summary, remark) &&
    !hasLostItsMark(facts.isNew, summary)
  )
}

const isSameCount = (listed: ListedConversation, counted: UnreadBaseline): boolean =>
  listed.readUpTo === counted.readUpTo &&
  listed.countedThrough === counted.through &&
  listed.unreadCount === counted.count &&
  listed.isMentioned === (counted.isMentioned ?? false)

/** The count says something when it is of more than what is held, or differs at the same mark. */
function saysMore(
  listed: ListedConversation,
  held: KnownConversation | undefined,
  summary: ConversationSummary | undefined,
): boolean {
  if (held && held.readUpTo > listed.readUpTo) return false
  if (!held || !summary) return listed.unreadCount > 0
  if (held.counted && isSameCount(listed, held.counted)) return false
  return (
    listed.countedThrough > held.newestId ||
    listed.unreadCount !== held.unreadCount ||
    listed.isMentioned !== held.isMentioned
  )
}

/** The row's newest message, when this device has nothing as new: then the row shows it before it is fetched. */
function previewOf(
  { lastMessage }: ListedConversation,
  held: KnownConversation | undefined,
): ConfirmedMessage | undefined {
  const known = held ? Math.max(held.newestId, held.shownId, held.clearedThrough) : 0
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
  const held = known.held(stream)
  const common = { stream, occurredAt: now, origin: 'http' } as const
  const events: NewEvent[] = []
  if (!summary || !hasSameFacts(listed, summary, remark)) {
    events.push({ ...common, type: 'ConversationListed', data: { facts: listed.facts } })
  }
  if (listed.readUpTo > (held?.readUpTo ?? 0)) {
    events.push({ ...common, type: 'ConversationRead', data: { upTo: listed.readUpTo, at: now } })
  }
  if (listed.peerReadUpTo > (held?.peerReadUpTo ?? 0)) {
    events.push({ ...common, type: 'PeerRead', data: { upTo: listed.peerReadUpTo, at: now } })
  }
  if (saysMore(listed, held, summary)) {
    const { readUpTo, readSequence, countedThrough: through, unreadCount: count, isMentioned } = listed
    const data = {
      ...{ readUpTo, through, count },
      ...(readSequence === undefined ? {} : { readSequence }),
      ...(isMentioned ? { isMentioned } : {}),
    }
    events.push({ ...common, type: 'UnreadCounted', data })
  }
  const message = previewOf(listed, held)
  if (message) {
    events.push({ ...common, occurredAt: message.sentAt, type: 'MessagePreviewed', data: { message } })
  }
  return events
}

/**
 * The events that bring what is known to what the server lists: only changes become events, a conversation that is
 * no longer listed is removed, also one that was never listed here and is known by its messages alone. `now` is server time, ms. [SESS-26]
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
    const isAnew = summary
      ? isJoinedAnew(group, summary.group)
      : isOlderThanJoining(group, known.held(conversationId))
    if (!isAnew) return differencesOf(row, known, summary, remarks.get(peerId) ?? '', now)
    const nothing = { ...known, held: () => undefined }
    return [
      conversationRemoved(conversationId, now),
      ...(known.held(conversationId)?.replayLocalActions(now) ?? []),
      ...differencesOf(row, nothing, undefined, '', now),
    ]
  })
  const removals = [...known.knownBefore]
    .filter((id) => !ids.has(id) && known.held(id) !== undefined)
    .map((id) => conversationRemoved(id, now))
  return [...changes, ...removals]
}

/** What is written when the server's answer says that a conversation is gone, before or without a frame; `now` is server ms. */
export const conversationRemoved = (stream: ConversationId, now: number): NewEvent => ({
  stream,
  type: 'ConversationRemoved',
  data: {},
  occurredAt: now,
  origin: 'http',
})

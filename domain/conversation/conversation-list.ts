import { parseConversationId, type ServerId, type UserId } from '#schemas/ids.ts'
import { remarkOf } from '../contacts/contacts.ts'
import type { FriendsState } from '../contacts/contacts-projection.ts'
import { initialTimerSeconds } from '../disappearing/timer-presets.ts'
import { isShownTo } from '../message/message-notices.ts'
import { viewPins } from '../message/pins.ts'
import { compareUnsent, type UnsentRecord } from '../message/unsent-messages.ts'
import { type AlbumPart, isSameSend, isVisual } from '../message-list/album.ts'
import { isAnnouncementUnread, isHidden, localUnread, withPendingSettings } from './conversation-actions.ts'
import type { ConversationState, RecentMessage } from './conversation-state.ts'
import type { AlbumCount, ConversationSummary, LastMessage } from './conversation-summary.ts'
import { historyDroppedThrough } from './recent-messages.ts'
import { countUnread, isUnreadMention } from './unread-count.ts'

const nothing: ReadonlySet<ServerId> = new Set()
const noFriends: FriendsState = new Map()

/**
 * Returns the list row of a conversation, or undefined while the server has not listed it.
 * @param remark the own name for the peer; empty if there is none
 * @param hiddenMessages stored messages that must not be shown any more
 * @param friends friends, whose remarks name the sender of the preview
 */
export function summarize(
  state: ConversationState,
  self: UserId,
  remark: string,
  hiddenMessages: ReadonlySet<ServerId> = nothing,
  friends: FriendsState = noFriends,
): ConversationSummary | undefined {
  const { facts, clearing } = state
  if (!facts) return undefined
  const unsent = [...state.unsent.values()].sort(compareUnsent)
  const lastMessage = underRemark(lastMessageOf(state, self, unsent, hiddenMessages), friends)
  const unread = localUnread(state)
  const pinnedMessages = viewPins(state.pins, hiddenMessages)
  const counted = countUnread(unread)
  const isMarkedUnread = state.unreadMark !== undefined && counted === 0
  return {
    id: state.id,
    kind: parseConversationId(state.id).kind,
    peerId: facts.peerId,
    group: facts.group,
    isMentioned: isUnreadMention(unread),
    title: remark || facts.title,
    avatarUrl: facts.avatarUrl,
    ...withPendingSettings(facts, state),
    isNew: facts.isNew && !state.isOpened,
    unreadCount: isMarkedUnread ? 1 : counted,
    isMarkedUnread,
    hasUnreadAnnouncement: isAnnouncementUnread(state),
    isHidden: isHidden(state),
    lastMessage,
    activeAt: Math.max(
      // An unsent message has the time of the device's clock, which may be behind the confirmed ones.
      // A tombstone does not set the position. Otherwise deleting the last message would move the row to an earlier
      // deletion.
      hasBody(lastMessage)
        ? Math.max(lastMessage.sentAt, newestSurviving(state)?.sentAt ?? 0)
        : Math.max(facts.createdAt, clearing.activeAt, historyDroppedThrough(state.recent)),
      unsent.at(-1)?.submittedAt ?? 0,
    ),
    draft: state.draft,
    draftMentions: state.draftMentions,
    draftQuote:
      state.draftQuote && hiddenMessages.has(state.draftQuote.serverId) ? undefined : state.draftQuote,
    editDraft: state.editDraft,
    unsentCount: unsent.filter((message) => message.state !== 'pending').length,
    pinnedMessages,
    pinnedEditVersion: Math.max(0, ...pinnedMessages.map((id) => state.edits.get(id)?.version ?? 0)),
    timerSeconds: facts.timerSeconds ?? 0,
    initialTimerSeconds: initialTimerSeconds(state.lastTimerSeconds),
  }
}

/** Orders rows: pinned first, then most recent; ties by id [SESS-09]. */
export const compareSummaries = (left: ConversationSummary, right: ConversationSummary): number =>
  Number(right.isPinned) - Number(left.isPinned) ||
  right.activeAt - left.activeAt ||
  (left.id < right.id ? -1 : 1)

/**
 * Returns the newest message of the row. A stale or failed one counts only until a newer message exists. They are
 * compared by id and not by time, because the device's clock may have been wrong (DEC-99).
 */
function lastMessageOf(
  state: ConversationState,
  self: UserId,
  unsent: readonly UnsentRecord[],
  hiddenMessages: ReadonlySet<ServerId>,
): LastMessage | undefined {
  const recent =
    hiddenMessages.size === 0
      ? state.recent
      : state.recent.map((message) =>
          hiddenMessages.has(message.serverId) ? { ...message, body: null } : message,
        )
  const confirmed = newestSurviving(state, recent) ?? recent.find((message) => isShown(message, state))
  const latest = unsent.findLast((message) => message.state === 'pending') ?? unsent.at(-1)
  const isUnsent = latest && (latest.state === 'pending' || !confirmed || isWrittenAfter(latest, confirmed))
  const last = isUnsent ? unsentAsLast(latest, self) : confirmed && confirmedAsLast(confirmed, state, self)
  const album = last && albumOf(last, [...recent.filter(hasBody), ...unsent])
  return album ? { ...last, album } : last
}

/** Counts the pictures and videos of the send that a message belongs to; undefined for fewer than two. */
function albumOf(last: LastMessage, messages: readonly AlbumPart[]): AlbumCount | undefined {
  if (last.type !== 'txt' && !isVisual(last)) return undefined
  const parts = messages.filter((message) => isVisual(message) && isSameSend(last, message))
  if (parts.length < 2) return undefined
  const pictures = parts.filter(({ type }) => type === 'pic').length
  return { pictures, videos: parts.length - pictures }
}

const isWrittenAfter = ({ writtenAfter }: UnsentRecord, { serverId }: RecentMessage): boolean =>
  writtenAfter !== undefined && writtenAfter >= serverId

/** Returns the newest message that this user may see and that is not a tombstone. */
export const newestSurviving = (
  state: ConversationState,
  recent: readonly RecentMessage[] = state.recent,
): RecentMessage | undefined => recent.find((message) => hasBody(message) && isShown(message, state))

const hasBody = <Message extends Pick<LastMessage, 'body'>>(
  message: Message | undefined,
): message is Message => message !== undefined && message.body !== null

const underRemark = (last: LastMessage | undefined, friends: FriendsState): LastMessage | undefined => {
  const remark = last && !last.isOwn && remarkOf(friends, last.senderId)
  return last && remark ? { ...last, senderName: remark } : last
}

const isShown = ({ type }: RecentMessage, { facts }: ConversationState): boolean =>
  isShownTo(type, facts?.group?.role)

const unsentAsLast = (message: UnsentRecord, self: UserId): LastMessage => ({
  serverId: undefined,
  clientId: message.clientId,
  senderId: self,
  isOwn: true,
  type: message.type,
  body: message.body,
  sentAt: message.submittedAt,
  state: message.state,
})

function confirmedAsLast(message: RecentMessage, state: ConversationState, self: UserId): LastMessage {
  const { serverId, clientId, senderId, type, body, sentAt } = message
  const isOwn = senderId === self
  const mark = isOwn ? state.peerReadUpTo : state.readUpTo
  const isRead = message.readAt !== undefined || serverId <= mark
  const senderName = isOwn ? undefined : message.senderName
  return {
    serverId,
    clientId,
    senderId,
    isOwn,
    type,
    // An own edit is shown before the server has confirmed it. A tombstone stays one.
    body: body && (state.pendingEdits.get(serverId)?.body ?? body),
    sentAt,
    state: isRead ? 'read' : 'sent',
    senderName,
  }
}

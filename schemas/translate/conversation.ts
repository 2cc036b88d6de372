import * as z from 'zod/mini'
import {
  type ConversationId,
  type ConversationKind,
  conversationId,
  type ServerId,
  serverId,
  userId,
} from '../ids.ts'
import type { ConversationFacts } from '../log/events.ts'
import type { ConfirmedMessage } from '../log/message.ts'
import { messageTypes } from '../message-types.ts'
import {
  type WireChatSession,
  type WireGroupSession,
  wireChatSession,
  wireGroupSession,
} from '../wire/calls/conversations.ts'
import { readFlag, readWireTime } from '../wire/primitives.ts'

/** A row of the session list: the conversation and its progress. */
export interface ListedConversation {
  readonly facts: ConversationFacts
  readonly lastMessageId: ServerId
  /** The newest message as the row describes it; undefined if its type or sender is missing. */
  readonly lastMessage: ConfirmedMessage | undefined
  readonly readUpTo: ServerId
  /** The sequence number of `readUpTo`; 0 before the first message, undefined if the server omits it. */
  readonly readSequence: number | undefined
  readonly peerReadUpTo: ServerId
  readonly unreadCount: number
  /** The newest message that the count includes. */
  readonly countedThrough: ServerId
  /** Whether an unread message mentions this user, that is GotAt is set [SESS-15]. */
  readonly isMentioned: boolean
  /**
   * When this user's part of a one-to-one conversation began, server ms: it may begin again with a friendship, and earlier
   * messages are hidden then (DEC-198). Undefined if the server omits it.
   */
  readonly beganAt?: number | undefined
  /** The time of the last deletion, server ms; 0 if none, undefined if the server omits it. */
  readonly deletedAt: number | undefined
  /** The version of the last change of a message; 0 if none changed, or the server does not have such changes. */
  readonly changeVersion: number
  /** The version of the pinned messages; 0 if none was pinned, or the server does not have pins. */
  readonly pinVersion: number
  /** The last draft; undefined if the server has no drafts (docs/extensions.md). */
  readonly draft?: ListedDraft | undefined
}

/** What a row says about a draft: when it was written, server ms, 0 if there never was one. */
export interface ListedDraft {
  readonly version: number
  /** Whether it was sent or removed. */
  readonly isEmpty: boolean
}

/** Translates what a row or frame says about a draft; undefined if it says nothing. */
export const toListedDraft = ({
  DraftTimeStamp: version,
  HasDraft,
}: Pick<WireRow, 'DraftTimeStamp' | 'HasDraft'>): ListedDraft | undefined =>
  typeof version === 'number' ? { version, isEmpty: !HasDraft } : undefined

export const directConversation = (wireId: number): ConversationId => conversationId('direct', wireId)
export const groupConversation = (wireId: number): ConversationId => conversationId('group', wireId)

/** Returns the conversation that a frame names by one of two ids; undefined if it has neither. */
export const conversationOfFrame = ({
  GroupID,
  ChatSessionID,
}: {
  readonly GroupID?: number | null | undefined
  readonly ChatSessionID?: number | null | undefined
}): ConversationId | undefined => {
  if (GroupID) return groupConversation(GroupID)
  return ChatSessionID ? directConversation(ChatSessionID) : undefined
}

/** Translates a one-to-one row of the session list. `now` (server ms) replaces a missing creation time. */
export function toListedConversation(wire: WireChatSession, now: number): ListedConversation {
  const beganAt = readWireTime(wire.CreateTime)
  return {
    ...(beganAt === undefined ? {} : { beganAt }),
    facts: {
      conversationId: directConversation(wire.ID),
      peerId: userId(wire.UserID),
      title: wire.NickName ?? '',
      avatarUrl: wire.HeadImg ?? '',
      isPinned: readFlag(wire.IsTop),
      isMuted: readFlag(wire.IsNotDisturb),
      isNew: readFlag(wire.IsNewSession),
      createdAt: beganAt ?? readWireTime(wire.LastMsgTimeStamp) ?? now,
      ...(readFlag(wire.ReadDelete) ? { timerSeconds: wire.AutoDeleteTime ?? 0 } : {}),
    },
    peerReadUpTo: serverId(wire.ReadChatID ?? 0),
    ...toProgress(wire, ''),
    isMentioned: false,
  }
}

/** Translates a group row of the session list. `now` (server ms) replaces a missing join time [SESS-23]. */
export function toListedGroup(wire: WireGroupSession, now: number): ListedConversation {
  const joinedAt = readWireTime(wire.CreateTime)
  return {
    facts: {
      conversationId: groupConversation(wire.ID),
      title: wire.GroupName ?? '',
      avatarUrl: wire.GroupImg ?? '',
      isPinned: readFlag(wire.IsTop),
      isMuted: readFlag(wire.IsNotDisturb),
      isNew: readFlag(wire.IsNewSession),
      createdAt: joinedAt ?? readWireTime(wire.LastMsgTimeStamp) ?? now,
      group: {
        isChannel: wire.GroupType === 1,
        memberCount: wire.UserCount ?? 0,
        announcement: wire.Info ?? '',
        isAllBanned: readFlag(wire.AllBan),
        role: wire.Self?.Role ?? 0,
        isBanned: wire.Self?.Status === 0,
        applicationCount: wire.GroupJoinApplyCount ?? 0,
        ...(joinedAt === undefined ? {} : { joinedAt }),
      },
    },
    peerReadUpTo: serverId(wire.ReadGroupChatID ?? 0),
    ...toProgress(wire, wire.LastMsgUserNickName ?? ''),
    isMentioned: readWireTime(wire.GotAt) !== undefined,
  }
}

/** Translates the row of a single conversation by the requested kind; undefined if it does not fit. */
export function toListedRow(
  kind: ConversationKind,
  row: unknown,
  now: number,
): ListedConversation | undefined {
  if (kind === 'direct') {
    const parsed = z.safeParse(wireChatSession, row)
    return parsed.success ? toListedConversation(parsed.data, now) : undefined
  }
  const parsed = z.safeParse(wireGroupSession, row)
  return parsed.success ? toListedGroup(parsed.data, now) : undefined
}

type WireRow = WireChatSession | WireGroupSession

/** Returns the progress of a conversation of either kind. */
const toProgress = (wire: WireRow, lastSenderName: string) => ({
  lastMessageId: serverId(wire.LastMsgID ?? 0),
  lastMessage: toLastMessage(wire, lastSenderName),
  readUpTo: serverId(wire.SelfReadChatID ?? 0),
  readSequence: wire.SelfReadSeqID ?? undefined,
  unreadCount: wire.UnReadCount ?? 0,
  changeVersion: wire.ChangeVersion ?? 0,
  pinVersion: wire.PinVersion ?? 0,
  draft: toListedDraft(wire),
  countedThrough: serverId(wire.UnReadMaxID ?? wire.LastMsgID ?? 0),
  deletedAt:
    wire.LastDeleteTimeStamp === undefined ? undefined : (readWireTime(wire.LastDeleteTimeStamp) ?? 0),
})

/** Returns the newest message of a row [SESS-21]. Quote and mentions come only with the message itself. */
function toLastMessage(wire: WireRow, senderName: string): ConfirmedMessage | undefined {
  const { LastMsgID, LastMsgUserID, LastMsgSeqID, LastMsg, LastMsgType, LastAutoDeleteTime } = wire
  const type = messageTypes.find((known) => known === LastMsgType)
  const sentAt = readWireTime(wire.LastMsgTimeStamp)
  if (!LastMsgID || !LastMsgUserID || typeof LastMsg !== 'string' || !type || sentAt === undefined)
    return undefined
  const readAt = readWireTime(wire.LastReadStamp)
  return {
    serverId: serverId(LastMsgID),
    senderId: userId(LastMsgUserID),
    senderName,
    senderAvatarUrl: '',
    type,
    body: LastMsg,
    sentAt,
    ...(LastMsgSeqID ? { sequence: LastMsgSeqID } : {}),
    ...(readAt === undefined ? {} : { readAt }),
    ...(readFlag(wire.LastReadDelete) && LastAutoDeleteTime ? { timerSeconds: LastAutoDeleteTime } : {}),
  }
}

import { type ConversationId, conversationId, type ServerId, serverId, userId } from '../ids.ts'
import type { ConversationFacts } from '../log/events.ts'
import type { WireChatSession, WireGroupSession } from '../wire/calls/conversations.ts'
import { readFlag, readWireTime } from '../wire/primitives.ts'

/** A row of the session list in our words: what the conversation is, and how far it has come. */
export interface ListedConversation {
  readonly facts: ConversationFacts
  readonly lastMessageId: ServerId
  readonly readUpTo: ServerId
  readonly peerReadUpTo: ServerId
  readonly unreadCount: number
  /** The newest message that the count takes in. */
  readonly countedThrough: ServerId
}

export const directConversation = (wireId: number): ConversationId => conversationId('direct', wireId)
export const groupConversation = (wireId: number): ConversationId => conversationId('group', wireId)

/** Turns a one-to-one row of the session list round; `now` (server ms) stands in for a missing creation time. */
export function toListedConversation(wire: WireChatSession, now: number): ListedConversation {
  return {
    facts: {
      conversationId: directConversation(wire.ID),
      peerId: userId(wire.UserID),
      title: wire.NickName ?? '',
      avatarUrl: wire.HeadImg ?? '',
      isPinned: readFlag(wire.IsTop),
      isMuted: readFlag(wire.IsNotDisturb),
      isNew: readFlag(wire.IsNewSession),
      createdAt: readWireTime(wire.CreateTime) ?? readWireTime(wire.LastMsgTimeStamp) ?? now,
      ...(readFlag(wire.ReadDelete) ? { burnsAfter: wire.AutoDeleteTime ?? 0 } : {}),
    },
    lastMessageId: serverId(wire.LastMsgID ?? 0),
    readUpTo: serverId(wire.SelfReadChatID ?? 0),
    peerReadUpTo: serverId(wire.ReadChatID ?? 0),
    unreadCount: wire.UnReadCount ?? 0,
    countedThrough: serverId(wire.UnReadMaxID ?? wire.LastMsgID ?? 0),
  }
}

/** Turns a group of the session list round; `now` (server ms) stands in for a missing time of joining [SESS-23]. */
export function toListedGroup(wire: WireGroupSession, now: number): ListedConversation {
  return {
    facts: {
      conversationId: groupConversation(wire.ID),
      title: wire.GroupName ?? '',
      avatarUrl: wire.GroupImg ?? '',
      isPinned: readFlag(wire.IsTop),
      isMuted: readFlag(wire.IsNotDisturb),
      isNew: readFlag(wire.IsNewSession),
      createdAt: readWireTime(wire.CreateTime) ?? readWireTime(wire.LastMsgTimeStamp) ?? now,
      group: {
        isChannel: wire.GroupType === 1,
        memberCount: wire.UserCount ?? 0,
        announcement: wire.Info ?? '',
        isAllBanned: readFlag(wire.AllBan),
        role: wire.Self?.Role ?? 0,
        isBanned: wire.Self?.Status === 0,
        applicationCount: wire.GroupJoinApplyCount ?? 0,
      },
    },
    lastMessageId: serverId(wire.LastMsgID ?? 0),
    readUpTo: serverId(wire.SelfReadChatID ?? 0),
    peerReadUpTo: serverId(wire.ReadGroupChatID ?? 0),
    unreadCount: wire.UnReadCount ?? 0,
    countedThrough: serverId(wire.UnReadMaxID ?? wire.LastMsgID ?? 0),
  }
}

import { applicationId, conversationId, type UserId, userId } from '../ids.ts'
import type { ApplicationFacts, ApplicationReply, FriendFacts } from '../log/events.ts'
import type { WireBlacklistEntry } from '../wire/calls/contact-changes.ts'
import type { WireApplication, WireFriend } from '../wire/calls/contacts.ts'
import type { WirePerson } from '../wire/calls/search.ts'
import type { ServerFrame } from '../wire/frames/from-server.ts'
import { readWireTime } from '../wire/primitives.ts'

/** A friend with their presence, which is never stored. */
export interface ListedFriend {
  readonly facts: FriendFacts
  readonly isOnline: boolean
  /** Server time, ms; undefined if the friend does not show it. */
  readonly lastSeenAt: number | undefined
}

/** [FRIEND-47] */
export function toListedFriend(wire: WireFriend): ListedFriend {
  return {
    facts: {
      userId: userId(wire.FriendID),
      nickname: wire.FriendNickName ?? '',
      avatarUrl: wire.FriendHeadImg ?? '',
      remark: wire.RemarkName ?? '',
      signature: wire.FriendSign ?? '',
      chatId: wire.VChatID ?? '',
      gender: wire.FriendGender ?? 0,
      ...(wire.FriendInfo?.Type ? { accountType: wire.FriendInfo.Type } : {}),
      ...(wire.ChatSessionID ? { conversationId: conversationId('direct', wire.ChatSessionID) } : {}),
      commonGroups: (wire.CommonGroup ?? []).map((id) => conversationId('group', id)),
    },
    isOnline: Boolean(wire.OnLine),
    lastSeenAt: readWireTime(wire.LastLoginTime),
  }
}

/** A friend request with its status. */
export interface ListedApplication {
  readonly facts: ApplicationFacts
  readonly status: 'pending' | 'accepted' | 'rejected'
}

/** [FRIEND-45]. `now` (server ms) replaces a missing time. */
export function toListedApplication(wire: WireApplication, now: number): ListedApplication {
  const receiver = wire.IsSent === 1 ? wire.TargetUserID : undefined
  const isSent = Boolean(receiver)
  const other = userId(receiver || wire.UserID)
  return {
    facts: {
      applicationId: applicationId(wire.ID),
      userId: other,
      nickname: (isSent ? wire.TargetUserNickName : wire.UserNickName) ?? '',
      avatarUrl: (isSent ? wire.TargetUserHeadImg : wire.UserHeadImg) ?? '',
      remark: wire.Remark ?? '',
      createdAt: readWireTime(wire.CreateTime) ?? now,
      ...(wire.Source ? { source: wire.Source } : {}),
      ...(isSent ? { isSent } : {}),
      ...(wire.Replies ? { replies: wire.Replies.map((reply) => toReply(reply, other, now)) } : {}),
    },
    status: wire.Status === 1 ? 'accepted' : wire.Status === 2 ? 'rejected' : 'pending',
  }
}

const toReply = (
  wire: NonNullable<WireApplication['Replies']>[number],
  other: UserId,
  now: number,
): ApplicationReply => ({
  id: wire.ID,
  isOwn: wire.UserID !== other,
  text: wire.Content,
  createdAt: readWireTime(wire.CreateTime) ?? now,
})

/** The friend request of a realtime event: pending. `now` (server ms) replaces a missing time [FRIEND-44 FRIEND-46]. */
export function toAnnouncedApplication(
  frame: Extract<ServerFrame, { Cmd: 'FriendApply' }>,
  now: number,
): ApplicationFacts {
  return {
    applicationId: applicationId(frame.ApplicationID),
    userId: userId(frame.UserID),
    nickname: frame.NickName ?? '',
    avatarUrl: frame.HeadImg ?? '',
    remark: frame.Remark ?? '',
    createdAt: readWireTime(frame.CreateTime) ?? now,
    ...(frame.Source ? { source: frame.Source } : {}),
  }
}

/** Another person as a search result [FRIEND-48 USER-06]. */
export interface FoundPerson {
  readonly userId: UserId
  readonly nickname: string
  readonly avatarUrl: string
  readonly chatId: string
  readonly signature: string
  readonly gender: number
  readonly isFriend: boolean
  readonly hasBlockedMe: boolean
}

export const toFoundPerson = (wire: WirePerson): FoundPerson => ({
  userId: userId(wire.UID),
  nickname: wire.NickName ?? '',
  avatarUrl: wire.HeadImg ?? '',
  chatId: wire.VChatID ?? '',
  signature: wire.Sign ?? '',
  gender: wire.Gender ?? 0,
  isFriend: Boolean(wire.IsFriend),
  hasBlockedMe: Boolean(wire.IsBlackByFriend),
})

/** A person whom this account has blocked. */
export interface BlockedPerson {
  /** Names the entry when it is removed. */
  readonly entryId: number
  readonly userId: UserId
  readonly nickname: string
  readonly avatarUrl: string
}

/** [BLOCK-06] */
export const toBlockedPerson = (wire: WireBlacklistEntry): BlockedPerson => ({
  entryId: wire.ID,
  userId: userId(wire.BlackUserID),
  nickname: wire.BlackUserNickName ?? '',
  avatarUrl: wire.BlackUserHeadImg ?? '',
})

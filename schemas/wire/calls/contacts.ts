import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { optionalText, wireId, wireTime } from '../primitives.ts'

const nothing = z.looseObject({})

/** A reply in the thread of a friend request, ours and optional (DEC-222). */
const wireReply = z.looseObject({
  ID: wireId,
  /** Its author: the sender or the receiver of the request. */
  UserID: wireId,
  Content: z.string(),
  CreateTime: wireTime,
})

/** A friend request on the wire [FRIEND-45]. */
export const wireApplication = z.looseObject({
  ID: wireId,
  UserID: wireId,
  UserNickName: optionalText,
  UserHeadImg: optionalText,
  Status: z._default(z.nullish(z.number()), 0),
  Remark: optionalText,
  TargetUserID: z.nullish(z.number()),
  TargetUserNickName: optionalText,
  CreateTime: wireTime,
  /** The `Source` of the call that sent it [FRIEND-59]; an extension of the contract (DEC-210). */
  Source: optionalText,
  /** The thread, oldest first. A server without replies omits it (DEC-222). */
  Replies: z.nullish(z.array(wireReply)),
  /** 1 in a request of the caller, listed because of `IncludeSent`. */
  IsSent: z.nullish(z.number()),
  /** The picture of the receiver, in a sent request. */
  TargetUserHeadImg: optionalText,
})
export type WireApplication = z.infer<typeof wireApplication>

/** A friend on the wire [FRIEND-47]. */
export const wireFriend = z.looseObject({
  FriendID: wireId,
  FriendNickName: optionalText,
  FriendHeadImg: optionalText,
  RemarkName: optionalText,
  ChatSessionID: z.nullish(z.number()),
  FriendGender: z.nullish(z.number()),
  FriendSign: optionalText,
  VChatID: optionalText,
  OnLine: z.nullish(z.union([z.number(), z.boolean()])),
  LastLoginTime: wireTime,
  /** The ids of the groups of both (DEC-195) [FRIEND-28]. */
  CommonGroup: z.nullish(z.array(wireId)),
  IsFriend: z.nullish(z.union([z.number(), z.boolean()])),
  /** Their account. The client reads only its type [USER-05 USER-07]. */
  FriendInfo: z.nullish(
    z.looseObject({ Type: z.nullish(z.number()), City: optionalText, Province: optionalText }),
  ),
})
export type WireFriend = z.infer<typeof wireFriend>

/** [FRIEND-52] */
export const getFriendApplications = defineCall({
  path: '/GetFriendApplications',
  kind: 'query',
  /** With `IncludeSent` 1 the list also has the caller's own open requests (DEC-222). */
  request: z.looseObject({ IncludeSent: z.nullish(z.number()) }),
  data: z.array(wireApplication),
})

/** [FRIEND-53] */
export const getHistoryApplications = defineCall({
  path: '/GetHistoryApplications',
  kind: 'query',
  request: nothing,
  data: z.array(wireApplication),
})

/** (DEC-18) */
export const getFriends = defineCall({
  path: '/GetFriends',
  kind: 'query',
  request: nothing,
  data: z.array(wireFriend),
})

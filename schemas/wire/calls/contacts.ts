import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { noData } from '../envelope.ts'
import { maxUnits, minUnits, optionalText, wireId, wireTime } from '../primitives.ts'

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

/** Another person as a search result [FRIEND-48 USER-06]. */
export const wirePerson = z.looseObject({
  UID: wireId,
  NickName: optionalText,
  HeadImg: optionalText,
  LastLoginTime: wireTime,
  VChatID: optionalText,
  Gender: z.nullish(z.number()),
  Sign: optionalText,
  IsFriend: z.nullish(z.union([z.number(), z.boolean()])),
  IsBlackByFriend: z.nullish(z.union([z.number(), z.boolean()])),
})
export type WirePerson = z.infer<typeof wirePerson>

/** [FRIEND-57] (DEC-42) */
export const searchUser = defineCall({
  path: '/SearchUserByPhoneAndID',
  kind: 'query',
  allowedCodes: [0, 1],
  request: z.looseObject({ Keyword: z.string().check(z.trim(), minUnits(2), maxUnits(64)) }),
  data: z.nullish(z.array(wirePerson)),
})

/** [FRIEND-58 FRIEND-59] */
export const applyFriend = defineCall({
  path: '/ApplyFriend',
  kind: 'once',
  request: z.looseObject({
    Remark: z.string().check(maxUnits(30)),
    UserID: wireId,
    GroupID: z.nullish(z.number()),
    VChatID: optionalText,
    Source: z.string().check(maxUnits(64)),
  }),
  data: noData,
})

/** [FRIEND-55] */
export const acceptFriendApply = defineCall({
  path: '/AcceptFriendApply',
  kind: 'repeatable',
  request: z.looseObject({ ID: wireId }),
  data: noData,
})

/** [FRIEND-56] */
export const rejectFriendApply = defineCall({
  path: '/RejectFriendApply',
  kind: 'repeatable',
  request: z.looseObject({ ID: wireId }),
  data: noData,
})

/** Adds a reply to the thread of a pending request; an extension of the contract (DEC-222). */
export const replyFriendApply = defineCall({
  path: '/ReplyFriendApply',
  kind: 'repeatable',
  request: z.looseObject({
    ID: wireId,
    Content: z.string().check(z.trim(), minUnits(1), maxUnits(200)),
  }),
  data: noData,
})

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

/** A blocked person; `UserID` is the person who blocked them [BLOCK-06]. */
export const wireBlacklistEntry = z.looseObject({
  ID: wireId,
  UserID: z.nullish(z.number()),
  BlackUserID: wireId,
  BlackUserHeadImg: optionalText,
  BlackUserNickName: optionalText,
  CreateTime: wireTime,
})
export type WireBlacklistEntry = z.infer<typeof wireBlacklistEntry>

/** [BLOCK-07] */
export const getBlackList = defineCall({
  path: '/GetBlackList',
  kind: 'query',
  request: nothing,
  data: z.nullish(z.array(wireBlacklistEntry)),
})

/** [BLOCK-08] */
export const addBlackList = defineCall({
  path: '/AddBlackList',
  kind: 'repeatable',
  request: z.looseObject({ UserID: wireId }),
  data: noData,
})

/** [BLOCK-09] */
export const deleteBlackList = defineCall({
  path: '/DeleteBlackList',
  kind: 'repeatable',
  request: z.looseObject({ BlackListID: wireId }),
  data: noData,
})

/** [FRIEND-62] */
export const deleteFriend = defineCall({
  path: '/DeleteFriend',
  kind: 'repeatable',
  request: z.looseObject({ UserID: wireId }),
  data: noData,
})

/** An empty remark shows the friend's nickname again [FRIEND-35 FRIEND-63]. */
export const remarkFriend = defineCall({
  path: '/RemarkFriend',
  kind: 'repeatable',
  request: z.looseObject({ FriendUserID: wireId, RemarkName: z.string().check(z.trim(), maxUnits(50)) }),
  data: noData,
})

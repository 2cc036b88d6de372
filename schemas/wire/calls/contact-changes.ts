import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { noData } from '../envelope.ts'
import { maxUnits, minUnits, optionalText, wireId, wireTime } from '../primitives.ts'

// Calls that the first page does not need: changes of contacts, and the blacklist.

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
  request: z.looseObject({}),
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

import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { noData } from '../envelope.ts'
import { clientMessageId, pageFields, sentMessage, wireMessage } from '../message.ts'
import { maxUnits, minUnits, optionalFlag, optionalText, wireId, wireTime } from '../primitives.ts'

/** Ids joined by bars [GROUP-11]. */
const joinedIds = z.string().check(z.regex(/^\d{1,15}(\|\d{1,15})*$/), z.maxLength(8_000))
const groupName = z.string().check(z.trim(), minUnits(1), maxUnits(50))
const flag = z.union([z.literal(0), z.literal(1)])
const ofGroup = z.looseObject({ GroupID: wireId })

/** [GROUP-12] */
export const wireGroup = z.looseObject({
  ID: wireId,
  GroupName: optionalText,
  GroupImg: optionalText,
  GroupType: z._default(z.nullish(z.number()), 0),
  JoinType: z._default(z.nullish(z.number()), 0),
  AllBan: optionalFlag,
  AddFriend: optionalFlag,
  UserCount: z._default(z.nullish(z.number()), 0),
  MaxUserCount: z.nullish(z.number()),
  Info: optionalText,
  GroupCode: optionalText,
})
export type WireGroup = z.infer<typeof wireGroup>

/** [GROUP-15]. Another server may omit all fields but UserID and Role (DEC-18). */
export const wireGroupMember = z.looseObject({
  UserID: wireId,
  Role: z._default(z.nullish(z.number()), 0),
  ID: z.nullish(z.number()),
  GroupID: z.nullish(z.number()),
  UserNickName: optionalText,
  RemarkName: optionalText,
  GroupMemberName: optionalText,
  UserHeadImg: optionalText,
  Gender: z.nullish(z.number()),
  JoinTime: wireTime,
  ReadStatus: z.nullish(z.number()),
  Status: z._default(z.nullish(z.number()), 1),
  OnLine: optionalFlag,
  OnlineDesc: optionalText,
})
export type WireGroupMember = z.infer<typeof wireGroupMember>

/** [GROUP-11]. JoinType '0' is public. GroupType 1, our extension, creates a channel. */
export const createGroup = defineCall({
  path: '/CreateGroup',
  kind: 'once',
  request: z.looseObject({
    GroupName: groupName,
    GroupImg: optionalText,
    UserIDs: joinedIds,
    Info: z._default(z.string().check(maxUnits(500)), ''),
    JoinType: z._default(z.enum(['0', '1']), '0'),
    GroupType: z._default(flag, 0),
  }),
  data: wireGroup,
})

/** [GROUP-14 GROUP-16] */
export const getGroupInfo = defineCall({
  path: '/GetGroupInfoByGroupID',
  kind: 'query',
  allowedCodes: [0, 1],
  request: z.looseObject({ GroupId: wireId }),
  data: z.nullish(
    z.looseObject({
      GroupData: wireGroup,
      Members: z.array(wireGroupMember),
      /** Absent for people outside the group. */
      Self: z.nullish(wireGroupMember),
    }),
  ),
})

/** The fields of a join: a QR code adds Remark, an invite message ChatID and InviterUserId (DEC-14). */
const joining = z.looseObject({
  GroupID: wireId,
  Remark: z.nullish(z.string().check(maxUnits(100))),
  ChatID: z.nullish(z.number()),
  InviterUserId: z.nullish(z.number()),
})

/** Joins a public group [GROUP-18 GROUP-20]. */
export const joinGroup = defineCall({
  path: '/JoinGroup',
  kind: 'repeatable',
  request: joining,
  data: noData,
})

/** Requests to join a group that is not public [GROUP-19 GROUP-20]. */
export const applyJoinGroup = defineCall({
  path: '/ApplyJoinGroup',
  kind: 'repeatable',
  request: joining,
  data: noData,
})

/** Adds, invites or proposes people, depending on the group's and their own settings [GROUP-35] (DEC-62). */
export const addGroupMembers = defineCall({
  path: '/CheckGroupManualVerified',
  kind: 'once',
  request: z.looseObject({ GroupID: wireId, UserIDs: joinedIds }),
  data: noData,
})

/**
 * A join request as managers see it. Source is the request's text or the person who proposed them [ADMIN-24 ADMIN-26].
 */
export const wireGroupApplication = z.looseObject({
  ID: wireId,
  UserID: wireId,
  Status: z._default(z.nullish(z.number()), 0),
  JoinMethod: z._default(z.nullish(z.number()), 0),
  Source: optionalText,
  UserNickName: optionalText,
  UserHeadImg: optionalText,
  CreateTime: wireTime,
})
export type WireGroupApplication = z.infer<typeof wireGroupApplication>

/** Pending and answered join requests, newest first [ADMIN-27]. */
export const getGroupJoinApplications = defineCall({
  path: '/GetGroupJoinApplications',
  kind: 'query',
  allowedCodes: [0, 1],
  request: z.looseObject({ GroupId: wireId }),
  data: z.nullish(z.array(wireGroupApplication)),
})

/** Status '1' accepts, '2' rejects [ADMIN-29] (DEC-24). */
export const processGroupJoinApplication = defineCall({
  path: '/ProcessGroupJoinApplication',
  kind: 'repeatable',
  request: z.looseObject({ GroupID: wireId, ApplicationID: wireId, Status: z.enum(['1', '2']) }),
  data: noData,
})

/** [GROUP-29] */
export const quitGroup = defineCall({
  path: '/QuitGroup',
  kind: 'repeatable',
  request: ofGroup,
  data: noData,
})

/** [GROUP-30] */
export const deleteGroup = defineCall({
  path: '/DeleteGroup',
  kind: 'repeatable',
  request: ofGroup,
  data: noData,
})

/** [ADMIN-35] (DEC-64) */
export const kickOutGroup = defineCall({
  path: '/KickOutGroup',
  kind: 'repeatable',
  request: z.looseObject({ GroupID: wireId, UserID: wireId, DeleteAllChat: z._default(flag, 0) }),
  data: noData,
})

/** Status 0 bans, 1 unbans [ADMIN-33]. */
export const banGroupUser = defineCall({
  path: '/BanGroupUser',
  kind: 'repeatable',
  request: z.looseObject({ GroupID: wireId, UserID: wireId, Status: flag }),
  data: noData,
})

/** [ADMIN-31] */
export const changeGroupUserRole = defineCall({
  path: '/ChangeGroupUserRole',
  kind: 'repeatable',
  request: z.looseObject({
    GroupID: wireId,
    UserID: wireId,
    Role: z.union([z.literal(0), z.literal(9)]),
  }),
  data: noData,
})

/** UserID is the new owner [ADMIN-32]. */
export const transGroup = defineCall({
  path: '/TransGroup',
  kind: 'repeatable',
  request: z.looseObject({ GroupID: wireId, UserID: wireId }),
  data: noData,
})

/** [ADMIN-37] */
export const updateGroup = defineCall({
  path: '/UpdateGroup',
  kind: 'repeatable',
  request: z.looseObject({
    GroupID: wireId,
    GroupName: z.optional(groupName),
    GroupImg: z.optional(z.string()),
    AddFriend: z.optional(flag),
    JoinType: z.optional(z.union([flag, z.enum(['0', '1'])])),
  }),
  data: noData,
})

/** The announcement [GROUP-40 GROUP-42]. */
export const updateGroupInfo = defineCall({
  path: '/UpdateGroupInfo',
  kind: 'repeatable',
  request: z.looseObject({ GroupID: wireId, Info: z.string().check(maxUnits(500)) }),
  data: noData,
})

/** [ADMIN-36] */
export const updateGroupAllBan = defineCall({
  path: '/UpdateGroupAllBan',
  kind: 'repeatable',
  request: z.looseObject({ GroupID: wireId, AllBan: flag }),
  data: noData,
})

/** [GROUP-37 GROUP-38] */
export const groupUserSetName = defineCall({
  path: '/GroupUserSetName',
  kind: 'repeatable',
  request: z.looseObject({ GroupID: wireId, MemberName: z.string().check(z.trim(), maxUnits(15)) }),
  data: noData,
})

/** A page of a group [MSG-54]. */
export const getGroupChatData = defineCall({
  path: '/GetGroupChatData',
  kind: 'query',
  allowedCodes: [0, 11, 21],
  request: z.looseObject({
    GroupID: wireId,
    ...pageFields,
  }),
  data: z.nullish(z.array(wireMessage)),
})

/** Ids deleted since a time [MSG-56]. UpdateTime is the server time of the last response. */
export const getDeleteGroupChat = defineCall({
  path: '/GetDeleteGroupChat',
  kind: 'query',
  request: z.looseObject({ GroupID: wireId, UpdateTime: wireTime }),
  data: z.array(z.number()),
})

/** Sends to a group over HTTP if the socket fails [MSG-52 LIFE-05]. */
export const sendGroupChat = defineCall({
  path: '/SendGroupChat',
  kind: 'repeatable',
  allowedCodes: [0, 3],
  request: z.looseObject({
    GroupID: wireId,
    Message: z.string(),
    MsgType: z.string(),
    TimeStamp: z.number(),
    AtIDs: optionalText,
    QuoteGroupChatID: z.nullish(z.number()),
    ClientMsgId: clientMessageId,
  }),
  data: sentMessage,
})

/** Marks the whole group as read [SESS-36]. */
export const readAllGroupChat = defineCall({
  path: '/ReadAllGroupChat',
  kind: 'repeatable',
  request: z.looseObject({ GroupID: wireId, GroupChatId: z._default(z.literal(0), 0) }),
  data: z.looseObject({ MaxReadID: z.nullish(z.number()) }),
})

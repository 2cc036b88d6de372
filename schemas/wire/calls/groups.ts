import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { clientMessageId, pageFields, sentMessage, wireMessage } from '../message.ts'
import { optionalFlag, optionalText, wireId, wireTime } from '../primitives.ts'

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

import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { optionalFlag, optionalText, wireId, wireTime } from '../primitives.ts'

// Messages of groups are in `group-messages.ts`, so that the conversation list does not load these schemas.

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

import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { noData } from '../envelope.ts'
import { maxUnits, minUnits, optionalText, wireId } from '../primitives.ts'
import { wireGroup } from './groups.ts'

/** Ids joined by bars [GROUP-11]. */
const joinedIds = z.string().check(z.regex(/^\d{1,15}(\|\d{1,15})*$/), z.maxLength(8_000))
const groupName = z.string().check(z.trim(), minUnits(1), maxUnits(50))
const flag = z.union([z.literal(0), z.literal(1)])
const ofGroup = z.looseObject({ GroupID: wireId })

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

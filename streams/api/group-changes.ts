import {
  type ConversationId,
  conversationId,
  type GroupApplicationId,
  parseConversationId,
  type ServerId,
  type UserId,
} from '#schemas/ids.ts'
import * as calls from '#schemas/wire/calls/group-changes.ts'
import { writeFlag } from '#schemas/wire/primitives.ts'
import { type CallResult, mapResult } from '../http/call-result.ts'
import type { Caller } from '../http/caller.ts'

const wireIdOf = (group: ConversationId): number => parseConversationId(group).wireId

/** The role of managers on the wire; ordinary members have 0. */
const managerRole = 9

interface NewGroup {
  readonly name: string
  readonly avatarUrl: string
  /** Its creator included. */
  readonly members: readonly UserId[]
}

/** Creates a public group [GROUP-11]. */
export const createGroup = async (
  caller: Caller,
  { name, avatarUrl, members }: NewGroup,
): Promise<CallResult<ConversationId>> =>
  mapResult(
    await caller.call(calls.createGroup, {
      GroupName: name,
      GroupImg: avatarUrl,
      UserIDs: members.join('|'),
      Info: '',
      JoinType: '0',
    }),
    ({ ID }) => conversationId('group', ID),
  )

/** A request to join a group: by its QR code, with a remark to the managers, or by a member's invitation (DEC-14). */
export type JoinRequest = { readonly group: ConversationId } & (
  | { readonly remark: string }
  | { readonly invite: { readonly messageId: ServerId; readonly inviterId: UserId } }
)

const toWireJoinRequest = (request: JoinRequest) => ({
  GroupID: wireIdOf(request.group),
  ...('invite' in request
    ? { ChatID: request.invite.messageId, InviterUserId: request.invite.inviterId }
    : { Remark: request.remark }),
})

/** Joins a public group [GROUP-18]. */
export const joinGroup = (caller: Caller, request: JoinRequest): Promise<CallResult<unknown>> =>
  caller.call(calls.joinGroup, toWireJoinRequest(request))

/** Applies to join a group that is not public [GROUP-19]. */
export const applyToJoinGroup = (caller: Caller, request: JoinRequest): Promise<CallResult<unknown>> =>
  caller.call(calls.applyJoinGroup, toWireJoinRequest(request))

/** Adds, invites or proposes friends, depending on the group's settings [GROUP-35] (DEC-62). */
export const addGroupMembers = (
  caller: Caller,
  group: ConversationId,
  people: readonly UserId[],
): Promise<CallResult<unknown>> =>
  caller.call(calls.addGroupMembers, { GroupID: wireIdOf(group), UserIDs: people.join('|') })

/** [GROUP-29] */
export const leaveGroup = (caller: Caller, group: ConversationId): Promise<CallResult<unknown>> =>
  caller.call(calls.quitGroup, { GroupID: wireIdOf(group) })

/** [GROUP-30] */
export const disbandGroup = (caller: Caller, group: ConversationId): Promise<CallResult<unknown>> =>
  caller.call(calls.deleteGroup, { GroupID: wireIdOf(group) })

/** Removes a member, with all their messages if `withMessages` [ADMIN-12 ADMIN-35]. */
export const removeGroupMember = (
  caller: Caller,
  group: ConversationId,
  member: UserId,
  withMessages: boolean,
): Promise<CallResult<unknown>> =>
  caller.call(calls.kickOutGroup, {
    GroupID: wireIdOf(group),
    UserID: member,
    DeleteAllChat: writeFlag(withMessages),
  })

/** [ADMIN-33] */
export const setMemberBanned = (
  caller: Caller,
  group: ConversationId,
  member: UserId,
  isBanned: boolean,
): Promise<CallResult<unknown>> =>
  caller.call(calls.banGroupUser, {
    GroupID: wireIdOf(group),
    UserID: member,
    Status: writeFlag(!isBanned),
  })

/** [ADMIN-36] */
export const setAllBanned = (
  caller: Caller,
  group: ConversationId,
  isBanned: boolean,
): Promise<CallResult<unknown>> =>
  caller.call(calls.updateGroupAllBan, { GroupID: wireIdOf(group), AllBan: writeFlag(isBanned) })

/** [ADMIN-31] */
export const setManager = (
  caller: Caller,
  group: ConversationId,
  member: UserId,
  isManager: boolean,
): Promise<CallResult<unknown>> =>
  caller.call(calls.changeGroupUserRole, {
    GroupID: wireIdOf(group),
    UserID: member,
    Role: isManager ? managerRole : 0,
  })

/** Makes a member the owner [ADMIN-32]. */
export const transferGroup = (
  caller: Caller,
  group: ConversationId,
  member: UserId,
): Promise<CallResult<unknown>> => caller.call(calls.transGroup, { GroupID: wireIdOf(group), UserID: member })

/** Settings of a group; absent ones stay unchanged [ADMIN-37 GROUP-42]. */
export interface GroupSettingsChange {
  readonly name?: string
  readonly avatarUrl?: string
  readonly isPublic?: boolean
  readonly mayAddFriends?: boolean
}

/** [ADMIN-37] */
export const changeGroup = (
  caller: Caller,
  group: ConversationId,
  { name, avatarUrl, isPublic, mayAddFriends }: GroupSettingsChange,
): Promise<CallResult<unknown>> =>
  caller.call(calls.updateGroup, {
    GroupID: wireIdOf(group),
    ...(name === undefined ? {} : { GroupName: name }),
    ...(avatarUrl === undefined ? {} : { GroupImg: avatarUrl }),
    ...(isPublic === undefined ? {} : { JoinType: writeFlag(!isPublic) }),
    ...(mayAddFriends === undefined ? {} : { AddFriend: writeFlag(mayAddFriends) }),
  })

/** Sets the announcement [GROUP-40 GROUP-42]. */
export const setAnnouncement = (
  caller: Caller,
  group: ConversationId,
  text: string,
): Promise<CallResult<unknown>> =>
  caller.call(calls.updateGroupInfo, { GroupID: wireIdOf(group), Info: text })

/** Sets this user's own name in the group, empty for none [GROUP-37 GROUP-38]. */
export const setOwnGroupName = (
  caller: Caller,
  group: ConversationId,
  name: string,
): Promise<CallResult<unknown>> =>
  caller.call(calls.groupUserSetName, { GroupID: wireIdOf(group), MemberName: name })

/** [ADMIN-29] (DEC-24) */
export const answerGroupApplication = (
  caller: Caller,
  group: ConversationId,
  application: GroupApplicationId,
  verdict: 'accepted' | 'rejected',
): Promise<CallResult<unknown>> =>
  caller.call(calls.processGroupJoinApplication, {
    GroupID: wireIdOf(group),
    ApplicationID: application,
    Status: verdict === 'accepted' ? '1' : '2',
  })

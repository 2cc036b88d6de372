import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import {
  type GroupApplication,
  type GroupMember,
  toGroupApplication,
  toGroupMember,
} from '#schemas/translate/groups.ts'
import type { WireGroup } from '#schemas/wire/calls/groups.ts'
import * as calls from '#schemas/wire/calls/groups.ts'
import { type CallResult, mapResult } from '../http/call-result.ts'
import type { Caller, CallOptions } from '../http/caller.ts'

const wireIdOf = (group: ConversationId): number => parseConversationId(group).wireId

/** What people see of a group before they join. */
export interface GroupDescription {
  readonly name: string
  readonly avatarUrl: string
  readonly isChannel: boolean
  readonly memberCount: number
  /** The announcement; empty if this user may not see it. */
  readonly announcement: string
}

/** A group as the server describes it to this user. */
export interface GroupInfo {
  /** Undefined if the group is gone, or if it is private and this user is no member: code 1 [GROUP-16]. */
  readonly description: GroupDescription | undefined
  readonly isMember: boolean
  /** Whether anyone may join without approval. */
  readonly isPublic: boolean
  /** Whether members may add each other as friends [GROUP-45]. */
  readonly mayAddFriends: boolean
  /** The maximum number of members; undefined if the server names none. */
  readonly memberLimit: number | undefined
  /** Empty if this user may not see them. */
  readonly members: readonly GroupMember[]
}

/** A group and its members [GROUP-14 GROUP-16]. */
export const getGroup = async (
  caller: Caller,
  group: ConversationId,
  options?: CallOptions,
): Promise<CallResult<GroupInfo>> =>
  mapResult(await caller.call(calls.getGroupInfo, { GroupId: wireIdOf(group) }, options), (data) => ({
    description: data ? toDescription(data.GroupData) : undefined,
    isMember: Boolean(data?.Self),
    isPublic: data?.GroupData.JoinType === 0,
    mayAddFriends: Boolean(data?.GroupData.AddFriend),
    memberLimit: data?.GroupData.MaxUserCount ?? undefined,
    members: (data?.Members ?? []).map(toGroupMember),
  }))

/** Returns what people see of a group before they join [GROUP-12]. */
export const toDescription = (wire: WireGroup): GroupDescription => ({
  name: wire.GroupName ?? '',
  avatarUrl: wire.GroupImg ?? '',
  isChannel: wire.GroupType === 1,
  memberCount: wire.UserCount ?? 0,
  announcement: wire.Info ?? '',
})

/** Applications to join, the newest first [ADMIN-27]; `now` is server ms. */
export const getGroupApplications = async (
  caller: Caller,
  now: () => number,
  group: ConversationId,
  options?: CallOptions,
): Promise<CallResult<readonly GroupApplication[]>> =>
  mapResult(
    await caller.call(calls.getGroupJoinApplications, { GroupId: wireIdOf(group) }, options),
    (data) => {
      const time = now()
      return (data ?? []).map((wire) => toGroupApplication(wire, time))
    },
  )

import { type GroupApplicationId, groupApplicationId, type UserId, userId } from '../ids.ts'
import type { WireGroupApplication, WireGroupMember } from '../wire/calls/groups.ts'
import { readWireTime } from '../wire/primitives.ts'

/** How somebody came to a group, in the order of the wire's numbers [ADMIN-26]. */
const joinMethods = ['not-available', 'qr-code', 'invitation', 'live-fans-group', 'one-station'] as const
export type JoinMethod = (typeof joinMethods)[number]

/** Somebody who asks to join a group, as its managers see it [ADMIN-24]. */
export interface GroupApplication {
  readonly applicationId: GroupApplicationId
  readonly userId: UserId
  readonly status: 'pending' | 'accepted' | 'rejected'
  readonly joinMethod: JoinMethod
  readonly remark: string
  readonly nickname: string
  readonly avatarUrl: string
  readonly createdAt: number
}

/** [ADMIN-24 ADMIN-25] (DEC-24); `now` (server ms) stands in for a missing time. */
export const toGroupApplication = (wire: WireGroupApplication, now: number): GroupApplication => ({
  applicationId: groupApplicationId(wire.ID),
  userId: userId(wire.UserID),
  status: wire.Status === 0 ? 'pending' : wire.Status === 1 ? 'accepted' : 'rejected',
  joinMethod: joinMethods[wire.JoinMethod ?? 0] ?? 'not-available',
  remark: wire.Source ?? '',
  nickname: wire.UserNickName ?? '',
  avatarUrl: wire.UserHeadImg ?? '',
  createdAt: readWireTime(wire.CreateTime) ?? now,
})

/** A member of a group as one of its members sees them [GROUP-15]. */
export interface GroupMember {
  readonly userId: UserId
  readonly nickname: string
  /** What this user calls them; empty when nothing. */
  readonly remark: string
  /** The name they go by in the group; empty for none. */
  readonly memberName: string
  readonly avatarUrl: string
  readonly role: number
}

/** What is missing from another server is empty (DEC-18). */
export const toGroupMember = (wire: WireGroupMember): GroupMember => ({
  userId: userId(wire.UserID),
  nickname: wire.UserNickName ?? '',
  remark: wire.RemarkName ?? '',
  memberName: wire.GroupMemberName ?? '',
  avatarUrl: wire.UserHeadImg ?? '',
  role: wire.Role ?? 0,
})

import { type GroupApplicationId, groupApplicationId, type UserId, userId } from '../ids.ts'
import type { WireGroupApplication, WireGroupMember } from '../wire/calls/groups.ts'
import { readWireTime } from '../wire/primitives.ts'

/** How a person joined a group, in the order of the wire numbers [ADMIN-26]. */
const joinMethods = ['not-available', 'qr-code', 'invitation', 'live-fans-group', 'one-station'] as const
export type JoinMethod = (typeof joinMethods)[number]

/** A join request as managers see it [ADMIN-24]. */
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

/** [ADMIN-24 ADMIN-25] (DEC-24). `now` (server ms) replaces a missing time. */
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

/** A member of a group as other members see them [GROUP-15]. */
export interface GroupMember {
  readonly userId: UserId
  readonly nickname: string
  /** This user's remark for them; empty if none. */
  readonly remark: string
  /** Their name in the group; empty if none. */
  readonly memberName: string
  readonly avatarUrl: string
  readonly role: number
  /** Whether this person may not write in the group [ADMIN-34]. */
  readonly isBanned: boolean
  readonly isOnline: boolean
}

/** Fields that another server omits are empty (DEC-18). */
export const toGroupMember = (wire: WireGroupMember): GroupMember => ({
  userId: userId(wire.UserID),
  nickname: wire.UserNickName ?? '',
  remark: wire.RemarkName ?? '',
  memberName: wire.GroupMemberName ?? '',
  avatarUrl: wire.UserHeadImg ?? '',
  role: wire.Role ?? 0,
  isBanned: wire.Status === 0,
  isOnline: Boolean(wire.OnLine),
})

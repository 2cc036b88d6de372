import { type UserId, userId } from '../ids.ts'
import type { WireGroupMember } from '../wire/calls/groups.ts'

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

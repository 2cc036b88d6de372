import { badgeOf } from '#domain/group/roles.ts'
import type { GroupMember } from '#schemas/translate/groups.ts'
import type { ShownPerson } from './member-carousel.tsx'

/** Returns the member by the name that this user sees: the remark, else the name in the group, else the nickname. */
export const toShownMember = (
  member: GroupMember,
): ShownPerson & { readonly alsoFoundBy: readonly string[] } => ({
  userId: member.userId,
  label: member.remark || member.memberName || member.nickname,
  avatarUrl: member.avatarUrl,
  alsoFoundBy: [member.memberName, member.nickname],
})

/** Returns the text key of a member's role; undefined for a plain member [ADMIN-01 ADMIN-02]. */
export const roleKeyOf = ({ role }: Pick<GroupMember, 'role'>): string | undefined => {
  const badge = badgeOf(role)
  return badge && `group.role.${badge}`
}

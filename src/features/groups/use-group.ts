import { useMemo } from 'react'
import type { GroupInfo } from '#client/group-lookups.ts'
import type { Friend } from '#domain/contacts/contacts.ts'
import { badgeOf } from '#domain/group/roles.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { GroupMember } from '#schemas/translate/groups.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { notRequested, useReadable } from '#src/ui/use-readable.ts'
import type { LookupState } from '#streams/lookups/lookup-cache.ts'
import type { ShownPerson } from './member-carousel.tsx'

/** Returns what the server knows about a group, and requests its changes. Requests nothing for `undefined`. */
export const useGroup = (group: ConversationId | undefined): LookupState<GroupInfo> => {
  const { lookUpGroup } = useAccount()
  return useWithOwnRemarks(useReadable(group === undefined ? notRequested : lookUpGroup(group)))
}

const useWithOwnRemarks = (known: LookupState<GroupInfo>): LookupState<GroupInfo> => {
  const friends = useReadable(useAccount().friends)
  return useMemo(() => {
    if (known.status !== 'ready') return known
    return { ...known, value: { ...known.value, members: withOwnRemarks(known.value.members, friends) } }
  }, [known, friends])
}

/**
 * The same for a part of a screen that many people have open, such as a message: changes are requested when it is next
 * shown, because otherwise every member would fetch all members after every change.
 */
export const useGroupWithoutRefresh = (group: ConversationId | undefined): LookupState<GroupInfo> => {
  const { lookUpGroup } = useAccount()
  return useReadable(group === undefined ? notRequested : lookUpGroup(group).withoutRefresh)
}

/** Returns the member by the name that this user sees: the remark, else the name in the group, else the nickname. */
export const toShownMember = (
  member: GroupMember,
): ShownPerson & { readonly alsoFoundBy: readonly string[] } => ({
  userId: member.userId,
  label: member.remark || member.memberName || member.nickname,
  avatarUrl: member.avatarUrl,
  alsoFoundBy: [member.memberName, member.nickname],
})

/**
 * Returns the members with this user's current remarks for them. The server's may be older, or missing [GROUP-15]
 * (DEC-18).
 */
export function withOwnRemarks(
  members: readonly GroupMember[],
  friends: readonly Pick<Friend, 'userId' | 'remark'>[],
): readonly GroupMember[] {
  const remarks = new Map(friends.map(({ userId, remark }) => [userId, remark]))
  const remarkOf = ({ userId, remark }: GroupMember): string => remarks.get(userId) ?? remark
  return members.map((member) =>
    remarkOf(member) === member.remark ? member : { ...member, remark: remarkOf(member) },
  )
}

/** Returns the text key of a member's role; undefined for a plain member [ADMIN-01 ADMIN-02]. */
export const roleKeyOf = ({ role }: Pick<GroupMember, 'role'>): string | undefined => {
  const badge = badgeOf(role)
  return badge && `group.role.${badge}`
}

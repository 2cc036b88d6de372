/** Roles of a group's members; above the owner's stands a system admin [ADMIN-01 ADMIN-02]. */
export const groupRole = { member: 0, admin: 9, owner: 10 } as const

/** Owner or admin [ADMIN-03]. */
export const canManage = (role: number): boolean => role >= groupRole.admin

/** Which badge a sender of this role has: none for a plain member, above the owner's a system admin's [MSG-19 MSG-20]. */
export function badgeOf(role: number): 'system-admin' | 'owner' | 'admin' | undefined {
  if (role > groupRole.owner) return 'system-admin'
  if (role === groupRole.owner) return 'owner'
  return role === groupRole.admin ? 'admin' : undefined
}

/** What one's say in a group depends on. */
export interface GroupStanding {
  readonly role: number
  /** The own Status is 0. */
  readonly isBanned: boolean
  readonly isChannel: boolean
  readonly isAllBanned: boolean
}

/** Whether somebody does nothing but read a channel, which hides some of its settings from them then [VIEW-43] (DEC-182). */
export const isReader = ({ role, isChannel }: Pick<GroupStanding, 'role' | 'isChannel'>): boolean =>
  isChannel && !canManage(role)

/** Why somebody may not write: banned in person, everybody is for now, or only managers write here at all. */
export type WritingBan = 'banned' | 'all-banned' | 'channel'

/** Undefined when this member may write [GROUP-43 MSG-48 MSG-49 VIEW-14]. */
export function writingBan(standing: GroupStanding): WritingBan | undefined {
  const { role, isBanned, isAllBanned } = standing
  if (isBanned) return 'banned'
  if (isReader(standing)) return 'channel'
  if (canManage(role)) return undefined
  return isAllBanned ? 'all-banned' : undefined
}

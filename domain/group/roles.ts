/** Roles of a group's members. A role above the owner is a system admin [ADMIN-01 ADMIN-02]. */
export const groupRole = { member: 0, admin: 9, owner: 10 } as const

/** Owner or admin [ADMIN-03]. */
export const canManage = (role: number): boolean => role >= groupRole.admin

/**
 * Returns the badge of a sender with this role: none for a plain member; above the owner a system admin's [MSG-19
 * MSG-20].
 */
export function badgeOf(role: number): 'system-admin' | 'owner' | 'admin' | undefined {
  if (role > groupRole.owner) return 'system-admin'
  if (role === groupRole.owner) return 'owner'
  return role === groupRole.admin ? 'admin' : undefined
}

/** What the right to write in a group depends on. */
export interface GroupMembership {
  readonly role: number
  /** The own `Status` is 0. */
  readonly isBanned: boolean
  readonly isChannel: boolean
  readonly isAllBanned: boolean
}

/** Whether the member can only read a channel. Some of its settings are hidden then [VIEW-43] (DEC-182). */
export const canOnlyRead = ({ role, isChannel }: Pick<GroupMembership, 'role' | 'isChannel'>): boolean =>
  isChannel && !canManage(role)

/** Why a member may not write: banned, all members banned for now, or only managers write here. */
export type WritingBan = 'banned' | 'all-banned' | 'channel'

/** Returns why this member may not write; undefined if they may [GROUP-43 MSG-48 MSG-49 VIEW-14]. */
export function writingBan(standing: GroupMembership): WritingBan | undefined {
  const { role, isBanned, isAllBanned } = standing
  if (isBanned) return 'banned'
  if (canOnlyRead(standing)) return 'channel'
  if (canManage(role)) return undefined
  return isAllBanned ? 'all-banned' : undefined
}

/** Whether this member may ban, unban or remove the other: managers may, but no other manager [ADMIN-11 ADMIN-12]. */
export const mayDiscipline = (actorRole: number, memberRole: number): boolean =>
  canManage(actorRole) && !canManage(memberRole)

/** Whether this member may promote or demote the other: managers may, but not the owner [ADMIN-15 ADMIN-17]. */
export const mayChangeRole = (actorRole: number, memberRole: number): boolean =>
  canManage(actorRole) && memberRole < groupRole.owner

/** Whether this member may add other members as friends [GROUP-45]. */
export const mayAddMembersAsFriends = (role: number, mayAddFriends: boolean): boolean =>
  mayAddFriends || canManage(role)

/** How many members a group may have if the server names no limit. */
export const usualGroupLimit = 500

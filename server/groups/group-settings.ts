import { and, eq, ne } from 'drizzle-orm'
import { canManage, groupRole } from '#domain/group/roles.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { isSide } from '../conversations/membership.ts'
import type { Services } from '../services.ts'
import { chatGroup, conversationMember } from '../store/schema/index.ts'
import { changeGroup, type GroupChange } from './change-group.ts'
import { type Group, groupChangedFrame, groupEvent } from './group-facts.ts'
import { findRole, notManager, personOf, requirePlainMember } from './membership-changes.ts'

type Settings = Partial<Omit<Group, 'conversationId' | 'code' | 'isChannel'>>

/**
 * Changes the settings that a manager may change; a notice announces name, picture and announcement [ADMIN-05 ADMIN-37
 * GROUP-42].
 */
export const updateSettings = (
  services: Services,
  accountId: number,
  groupId: number,
  settings: Settings,
): Promise<void> =>
  changeGroup(services, accountId, groupId, async (change) => {
    const { actor, group, transaction } = change
    if (!canManage(actor.role)) throw notManager()
    const after: Group = { ...group, ...settings }
    if (Object.keys(settings).length === 0 || isSame(group, after)) return
    await transaction.update(chatGroup).set(settings).where(eq(chatGroup.conversationId, groupId))
    // Every client learns name, picture and announcement from a notice. For other settings it fetches the group
    // [SOCK-70 SOCK-71].
    await announceChanges(change, after)
    change.notify(groupChangedFrame(after))
  })

const keys = ['name', 'avatarUrl', 'announcement', 'isPublic', 'isAllBanned', 'mayAddFriends'] as const
const isSame = (before: Group, after: Group): boolean => keys.every((key) => before[key] === after[key])

async function announceChanges({ group, notice }: GroupChange, after: Group): Promise<void> {
  if (after.name !== group.name) await notice({ Kind: 'renamed', Text: after.name })
  if (after.avatarUrl !== group.avatarUrl) await notice({ Kind: 'pictured' })
  if (after.announcement !== group.announcement && after.announcement !== '')
    await notice({ Kind: 'announced' })
  if (after.isAllBanned !== group.isAllBanned)
    await notice({ Kind: after.isAllBanned ? 'all-banned' : 'all-unbanned' })
}

/** Bans a plain member from writing, or lifts the ban [ADMIN-11 ADMIN-33 SOCK-48]. */
export const banMember = (
  services: Services,
  accountId: number,
  groupId: number,
  memberId: number,
  isBanned: boolean,
): Promise<void> =>
  changeGroup(services, accountId, groupId, async (change) => {
    await requirePlainMember(change, memberId)
    await change.transaction.update(conversationMember).set({ isBanned }).where(isSide(groupId, memberId))
    // Every list of members shows who is banned.
    change.notify({ Cmd: 'GroupUserMute', GroupID: groupId, UserID: memberId, Status: isBanned ? 0 : 1 })
  })

/**
 * Makes a member an admin, or an admin a member; neither the owner nor oneself [ADMIN-15 ADMIN-17 ADMIN-31] (DEC-63).
 */
export const changeRole = (
  services: Services,
  accountId: number,
  groupId: number,
  memberId: number,
  role: number,
): Promise<void> =>
  changeGroup(services, accountId, groupId, async (change) => {
    const { actor, transaction, group } = change
    if (!canManage(actor.role)) throw notManager()
    const current = await findRole(transaction, groupId, memberId)
    if (current === undefined) throw new CallRefusal(resultCode.notFound, 'not-found')
    if (memberId === accountId || current >= groupRole.owner)
      throw new CallRefusal(resultCode.forbidden, 'forbidden')
    // Only plain members can be banned, so a new admin's ban ends.
    await transaction
      .update(conversationMember)
      .set({ role, ...(canManage(role) ? { isBanned: false } : {}) })
      .where(isSide(groupId, memberId))
    change.notify(groupChangedFrame(group))
  })

/**
 * Makes another member the owner; the former owner stays as an admin [ADMIN-14 ADMIN-32]. Repeating it changes nothing,
 * so that it can be retried.
 */
export const transferGroup = (
  services: Services,
  accountId: number,
  groupId: number,
  memberId: number,
): Promise<void> =>
  changeGroup(services, accountId, groupId, async (change) => {
    const { actor, transaction, group } = change
    const role = await findRole(transaction, groupId, memberId)
    if (actor.role === groupRole.admin && role === groupRole.owner) return
    if (actor.role !== groupRole.owner || memberId === accountId)
      throw new CallRefusal(resultCode.forbidden, 'forbidden')
    if (role === undefined) throw new CallRefusal(resultCode.notFound, 'not-found')
    await transaction
      .update(conversationMember)
      .set({ role: groupRole.admin })
      .where(isSide(groupId, accountId))
    await transaction
      .update(conversationMember)
      .set({ role: groupRole.owner, isBanned: false })
      .where(isSide(groupId, memberId))
    change.notify(groupChangedFrame(group))
  })

/** Sets the name of a member in the group, which all members see; empty for the nickname [GROUP-37 GROUP-38]. */
export const setMemberName = (
  services: Services,
  accountId: number,
  groupId: number,
  memberName: string,
): Promise<void> =>
  changeGroup(services, accountId, groupId, async ({ transaction, group, notify }) => {
    const [changed] = await transaction
      .update(conversationMember)
      .set({ memberName })
      .where(and(isSide(groupId, accountId), ne(conversationMember.memberName, memberName)))
      .returning({ accountId: conversationMember.accountId })
    if (!changed) return
    const UserDisplayName = memberName || (await personOf(transaction, accountId)).name
    notify({ ...groupEvent(group, 'Join', accountId), UserDisplayName })
  })

import { and, eq, gte, inArray, max } from 'drizzle-orm'
import { canManage, groupRole } from '#domain/group/roles.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { isSide, memberIdsOf } from '../conversations/membership.ts'
import { eraseMessages } from '../conversations/message-expiry.ts'
import { lockConversation } from '../conversations/open-conversation.ts'
import { removeReactionsOf } from '../conversations/reactions.ts'
import { reindexMessages } from '../search/search-index.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import {
  account,
  chatGroup,
  conversationMember,
  formerMember,
  groupApplication,
  message,
  openSearchBlock,
  readMark,
  searchBlock,
} from '../store/schema/index.ts'
import { changeGroup, type GroupChange } from './change-group.ts'
import { findGroup, groupEvent } from './group-facts.ts'
import type { NamedPerson } from './notices.ts'

export const notManager = (): CallRefusal => new CallRefusal(resultCode.forbidden, 'group-not-manager')

/**
 * Leaves a group. Its owner must transfer or disband it first [GROUP-28 GROUP-29]. Repeating it changes nothing, so that
 * it can be retried.
 */
export const leaveGroup = (services: Services, accountId: number, groupId: number): Promise<void> =>
  changeGroup(
    services,
    accountId,
    groupId,
    async (change) => {
      if (change.actor.role === groupRole.owner)
        throw new CallRefusal(resultCode.forbidden, 'group-owner-cannot-leave')
      await removeActor(change)
    },
    (transaction) => hasLeft(transaction, groupId, accountId),
  )

/** Removes the actor from the group and notifies the members. */
export async function removeActor(change: GroupChange): Promise<void> {
  const { actor, transaction, group, groupId } = change
  change.notify(groupEvent(group, 'Leave', actor.accountId), await memberIdsOf(transaction, groupId))
  await removeMember(change, actor.accountId, false)
  await change.notice({ Kind: 'left', people: [await personOf(transaction, actor.accountId)] })
}

/**
 * Disbands a group: removes all members and erases all messages [GROUP-28 GROUP-30]. Repeating it changes nothing, so
 * that it can be retried.
 */
export const disbandGroup = (services: Services, accountId: number, groupId: number): Promise<void> =>
  changeGroup(
    services,
    accountId,
    groupId,
    async (change) => {
      if (change.actor.role !== groupRole.owner) throw new CallRefusal(resultCode.forbidden, 'forbidden')
      await deleteGroup(change)
      await addFormerMember(change, accountId, { isBanned: false, isRemoved: false })
    },
    async (transaction) =>
      (await hasLeft(transaction, groupId, accountId)) &&
      (await findGroup(transaction, groupId)) === undefined,
  )

/** Removes all members and erases all messages. */
export async function deleteGroup(change: GroupChange): Promise<void> {
  const { transaction, group, groupId, now } = change
  const memberIds = await memberIdsOf(transaction, groupId)
  // Each member gets the frame of a removal, because every client handles that frame (DEC-51).
  for (const memberId of memberIds) change.notify(groupEvent(group, 'Remove', memberId), [memberId])
  change.membershipsEnded(memberIds)
  await lockConversation(transaction, groupId)
  await transaction.delete(conversationMember).where(eq(conversationMember.conversationId, groupId))
  for (const table of [searchBlock, openSearchBlock])
    await transaction.delete(table).where(eq(table.conversationId, groupId))
  await eraseMessages(change.services, transaction, now, eq(message.conversationId, groupId))
  await transaction.delete(readMark).where(eq(readMark.conversationId, groupId))
  await transaction.delete(formerMember).where(eq(formerMember.groupId, groupId))
  await transaction.delete(groupApplication).where(eq(groupApplication.groupId, groupId))
  await transaction.delete(chatGroup).where(eq(chatGroup.conversationId, groupId))
}

/**
 * Removes a plain member, and all of their messages if requested [ADMIN-12 ADMIN-35]. Repeating it changes nothing, so
 * that it can be retried.
 */
export const kickOut = (
  services: Services,
  accountId: number,
  groupId: number,
  memberId: number,
  deletesMessages: boolean,
): Promise<void> =>
  changeGroup(services, accountId, groupId, async (change) => {
    const { transaction, group } = change
    const isRepeated = (await findRemovedMembers(transaction, groupId, [memberId])).size > 0
    if (!isRepeated || !canManage(change.actor.role)) await requirePlainMember(change, memberId)
    if (!isRepeated) {
      change.notify(groupEvent(group, 'Remove', memberId), await memberIdsOf(transaction, groupId))
      await removeMember(change, memberId, true)
    }
    if (deletesMessages) await eraseMessagesOf(change, memberId)
    if (!isRepeated) await change.notice({ Kind: 'removed', people: [await personOf(transaction, memberId)] })
  })

/**
 * Finds a member that the actor may manage: the actor is a manager, and the member is neither a manager nor the actor
 * [ADMIN-11 ADMIN-12 ADMIN-16].
 */
export async function requirePlainMember(
  { actor, transaction, groupId }: GroupChange,
  memberId: number,
): Promise<void> {
  const role = await findRole(transaction, groupId, memberId)
  if (!canManage(actor.role)) throw notManager()
  if (role === undefined) throw new CallRefusal(resultCode.notFound, 'not-found')
  if (canManage(role)) throw new CallRefusal(resultCode.forbidden, 'forbidden')
}

/** Returns a person's role in a group; undefined for a non-member. */
export async function findRole(
  transaction: Database,
  groupId: number,
  accountId: number,
): Promise<number | undefined> {
  const [row] = await transaction
    .select({ role: conversationMember.role })
    .from(conversationMember)
    .where(isSide(groupId, accountId))
  return row?.role
}

/** Returns the managers of a group. */
export async function managerIdsOf(transaction: Database, groupId: number): Promise<readonly number[]> {
  const rows = await transaction
    .select({ accountId: conversationMember.accountId })
    .from(conversationMember)
    .where(and(eq(conversationMember.conversationId, groupId), gte(conversationMember.role, groupRole.admin)))
  return rows.map(({ accountId }) => accountId)
}

/**
 * Removes a member. A ban applies again if they rejoin; someone whom a manager removed needs an invitation for it.
 */
async function removeMember(change: GroupChange, accountId: number, isByManager: boolean): Promise<void> {
  const { transaction, groupId } = change
  change.membershipsEnded([accountId])
  const [side] = await transaction
    .delete(conversationMember)
    .where(isSide(groupId, accountId))
    .returning({ isBanned: conversationMember.isBanned })
  if (side) await addFormerMember(change, accountId, { isBanned: side.isBanned, isRemoved: isByManager })
}

const addFormerMember = (
  { transaction, groupId }: GroupChange,
  accountId: number,
  facts: Pick<typeof formerMember.$inferInsert, 'isBanned' | 'isRemoved'>,
): Promise<unknown> =>
  transaction
    .insert(formerMember)
    .values({ groupId, accountId, ...facts })
    .onConflictDoNothing()

/** Whether a person left or disbanded a group, and has not joined again. */
async function hasLeft(transaction: Database, groupId: number, accountId: number): Promise<boolean> {
  const [row] = await transaction
    .select({ isRemoved: formerMember.isRemoved })
    .from(formerMember)
    .where(and(eq(formerMember.groupId, groupId), eq(formerMember.accountId, accountId)))
  return row?.isRemoved === false
}

/** Returns those of these people who were removed from the group and have not joined again. */
export async function findRemovedMembers(
  transaction: Database,
  groupId: number,
  accountIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await transaction
    .select({ accountId: formerMember.accountId })
    .from(formerMember)
    .where(
      and(
        eq(formerMember.groupId, groupId),
        eq(formerMember.isRemoved, true),
        inArray(formerMember.accountId, [...accountIds]),
      ),
    )
  return new Set(rows.map(({ accountId }) => accountId))
}

// Rows stay as tombstones, so that sequence numbers have no gaps (DEC-106). Clients fetch the ids, and the changes of
// messages to which the person had reacted, after the frame.
async function eraseMessagesOf(change: GroupChange, senderId: number): Promise<void> {
  const { transaction, groupId, now, group } = change
  const locked = await lockConversation(transaction, groupId)
  const isTheirs = and(eq(message.conversationId, groupId), eq(message.senderId, senderId))
  const erased = await eraseMessages(change.services, transaction, now, isTheirs)
  const hadReactions = await removeReactionsOf(transaction, locked, senderId)
  if (erased.length === 0 && !hadReactions) return
  await reindexMessages(
    transaction,
    locked,
    erased.map(({ sequence }) => sequence),
  )
  change.messagesErased(erased.map(({ id }) => id))
  change.notify(groupEvent(group, 'DeleteUserAllChat', senderId))
}

/** Returns a person as notices name them. */
export async function personOf(transaction: Database, accountId: number): Promise<NamedPerson> {
  const [row] = await transaction
    .select({ name: account.nickname })
    .from(account)
    .where(eq(account.id, accountId))
  return { id: accountId, name: row?.name ?? '' }
}

/** Returns the newest message id of a group, 0 if it has none. New members see later messages only. */
export async function newestIn(transaction: Database, groupId: number): Promise<number> {
  const [row] = await transaction
    .select({ id: max(message.id) })
    .from(message)
    .where(eq(message.conversationId, groupId))
  return row?.id ?? 0
}

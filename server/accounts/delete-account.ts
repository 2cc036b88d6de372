import { and, asc, desc, eq, inArray, ne, or } from 'drizzle-orm'
import { groupRole } from '#domain/group/roles.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { forgetBlocks } from '../contacts/blacklist.ts'
import { friendIdsOf } from '../contacts/friendships.ts'
import { deleteDraftsWithFriends } from '../conversations/drafts.ts'
import { findMembership, isSide } from '../conversations/membership.ts'
import { deleteSavedOf } from '../files/saved-files.ts'
import { withdrawApplications } from '../groups/application-rows.ts'
import { changeGroup, type GroupChange } from '../groups/change-group.ts'
import { groupChangedFrame } from '../groups/group-facts.ts'
import { deleteGroup, removeActor } from '../groups/membership-changes.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { applicationStatus } from '../store/schema/contacts.ts'
import {
  account,
  applicationReply,
  conversation,
  conversationMember,
  formerMember,
  friendApplication,
  friendship,
  friendTag,
  notificationSettings,
  oneTimeCode,
} from '../store/schema/index.ts'
import { deletedTelCode } from './accounts.ts'
import { consumePasswordProof } from './passwords.ts'
import { type Principal, revokeSessions } from './sign-in-sessions.ts'

/**
 * Deletes the principal's account permanently [AUTH-57]. Its emptied row stays, because the other people keep their
 * conversations. Consumes the session's proof, and rejects without one. The account leaves its groups, and its phone
 * number becomes free. Its other sessions are forced out, and its friends see it go offline.
 */
export async function deleteAccount(services: Services, principal: Principal): Promise<void> {
  const { accountId, sessionId } = principal
  if (!(await consumePasswordProof(services, services.database, principal)))
    throw new CallRefusal(resultCode.forbidden, 'account-needs-proof')
  await leaveAllGroups(services, accountId)
  const { friendIds, ended, news } = await services.database.transaction(async (transaction) => {
    await emptyAccount(transaction, accountId)
    const friendIds = await friendIdsOf(transaction, accountId)
    await forgetContacts(transaction, accountId)
    const news = await withdrawApplications(transaction, accountId)
    return { friendIds, news, ended: await revokeSessions(services, transaction, accountId, undefined) }
  })
  for (const id of ended) services.connections.endSession(id, id === sessionId ? 'own' : 'forced')
  // A group that the account joined or founded meanwhile.
  await leaveAllGroups(services, accountId)
  services.securityLog.write({ kind: 'account-deleted', accountId })
  services.connections.deliver({ accountIds: friendIds }, { Cmd: 'Offline', FriendID: accountId })
  for (const one of news) services.connections.deliver(one, one.frame)
}

// Locked first, like two people who become friends, so that no friendship begins meanwhile.
async function emptyAccount(transaction: Database, accountId: number): Promise<void> {
  const [found] = await transaction.select().from(account).where(eq(account.id, accountId)).for('update')
  if (!found || found.telCode === deletedTelCode) throw CallRefusal.notAuthenticated()
  await transaction
    .delete(oneTimeCode)
    .where(and(eq(oneTimeCode.telCode, found.telCode), eq(oneTimeCode.phone, found.phone)))
  await transaction.delete(notificationSettings).where(eq(notificationSettings.accountId, accountId))
  await deleteSavedOf(transaction, accountId)
  await transaction.delete(formerMember).where(eq(formerMember.accountId, accountId))
  await transaction.delete(friendTag).where(eq(friendTag.accountId, accountId))
  await transaction
    .update(account)
    .set({
      telCode: deletedTelCode,
      // No phone number and no search keyword looks like these values.
      phone: `deleted:${accountId}`,
      chatId: `deleted:${accountId}`,
      nickname: 'Deleted account',
      avatarUrl: '',
      gender: 0,
      signature: '',
      passwordHash: null,
      qrCode: null,
      registerCode: null,
    })
    .where(eq(account.id, accountId))
}

async function forgetContacts(transaction: Database, accountId: number): Promise<void> {
  await forgetBlocks(transaction, accountId)
  await transaction
    .delete(friendship)
    .where(or(eq(friendship.accountId, accountId), eq(friendship.friendId, accountId)))
  await deleteDraftsWithFriends(transaction, accountId)
  await transaction.delete(applicationReply).where(eq(applicationReply.senderId, accountId))
  await transaction
    .delete(friendApplication)
    .where(
      and(
        inArray(friendApplication.status, [applicationStatus.pending, applicationStatus.withheld]),
        or(eq(friendApplication.senderId, accountId), eq(friendApplication.receiverId, accountId)),
      ),
    )
}

/**
 * Removes an account from all its groups before its deletion. A group that it owns passes to the longest-standing
 * member of the highest role; a group that would be empty is disbanded.
 */
async function leaveAllGroups(services: Services, accountId: number): Promise<void> {
  const groups = await services.database
    .select({ id: conversation.id })
    .from(conversationMember)
    .innerJoin(conversation, eq(conversation.id, conversationMember.conversationId))
    .where(and(eq(conversationMember.accountId, accountId), eq(conversation.kind, 'group')))
  for (const { id } of groups) {
    const isRemoved = async (transaction: Database) =>
      (await findMembership(transaction, id, accountId)) === undefined
    await changeGroup(services, accountId, id, passOn, isRemoved)
  }
}

async function passOn(change: GroupChange): Promise<void> {
  const { actor, transaction, group, groupId } = change
  if (actor.role === groupRole.owner) {
    const heirId = await findHeir(change)
    if (heirId === undefined) return deleteGroup(change)
    await transaction
      .update(conversationMember)
      .set({ role: groupRole.owner, isBanned: false })
      .where(isSide(groupId, heirId))
    change.notify(groupChangedFrame(group))
  }
  await removeActor(change)
}

async function findHeir({ actor, transaction, groupId }: GroupChange): Promise<number | undefined> {
  const [heir] = await transaction
    .select({ accountId: conversationMember.accountId })
    .from(conversationMember)
    .where(
      and(eq(conversationMember.conversationId, groupId), ne(conversationMember.accountId, actor.accountId)),
    )
    .orderBy(
      desc(conversationMember.role),
      asc(conversationMember.joinedAt),
      asc(conversationMember.accountId),
    )
    .limit(1)
  return heir?.accountId
}

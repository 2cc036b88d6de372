import { and, eq, or } from 'drizzle-orm'
import { resultCode } from '#schemas/result-codes.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { friendIdsOf } from '../contacts/friendships.ts'
import { deleteSavedOf } from '../files/saved-files.ts'
import { withdrawApplications } from '../groups/application-rows.ts'
import { leaveAllGroups } from '../groups/leave-all-groups.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { applicationStatus } from '../store/schema/contacts.ts'
import {
  account,
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
    })
    .where(eq(account.id, accountId))
}

async function forgetContacts(transaction: Database, accountId: number): Promise<void> {
  await transaction
    .delete(friendship)
    .where(or(eq(friendship.accountId, accountId), eq(friendship.friendId, accountId)))
  await transaction
    .delete(friendApplication)
    .where(
      and(
        eq(friendApplication.status, applicationStatus.pending),
        or(eq(friendApplication.senderId, accountId), eq(friendApplication.receiverId, accountId)),
      ),
    )
}

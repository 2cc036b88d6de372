import { and, asc, count, eq, gte, lt, lte, min, ne } from 'drizzle-orm'
import { mostMembersWithReaders } from '#domain/group/readers.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { requireMembership } from '../conversations/membership.ts'
import { findReadable } from '../conversations/reactions.ts'
import type { ServerPorts } from '../ports.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { account, conversationMember, readMark } from '../store/schema/index.ts'

/** How long a read mark is kept, ms: as long as clients keep messages. */
const readMarkLife = 7 * 24 * 60 * 60_000

/**
 * Returns the members who have read one of this person's messages in a group of at most 100 members, the first one
 * first. Members who joined later are left out.
 */
export async function readReaders(
  { database, clock }: Services,
  accountId: number,
  groupId: number,
  messageId: number,
) {
  const membership = await requireMembership(database, 'group', groupId, accountId)
  const found = await findReadable(database, membership, messageId, clock.now())
  if (!found) throw new CallRefusal(resultCode.notFound, 'message-gone')
  if (found.senderId !== accountId) throw new CallRefusal(resultCode.forbidden, 'forbidden')
  if (!(await hasReaders(database, groupId)))
    throw new CallRefusal(resultCode.forbidden, 'readers-too-many', {
      values: { count: mostMembersWithReaders },
    })
  const readAt = min(readMark.readAt)
  const rows = await database
    .select({
      UserID: conversationMember.accountId,
      UserNickName: account.nickname,
      UserDisplayName: conversationMember.memberName,
      UserHeadImg: account.avatarUrl,
      TimeStamp: readAt,
    })
    .from(conversationMember)
    .innerJoin(account, eq(account.id, conversationMember.accountId))
    .innerJoin(
      readMark,
      and(
        eq(readMark.conversationId, conversationMember.conversationId),
        eq(readMark.accountId, conversationMember.accountId),
        gte(readMark.messageId, messageId),
      ),
    )
    .where(
      and(
        eq(conversationMember.conversationId, groupId),
        ne(conversationMember.accountId, accountId),
        lt(conversationMember.historyAfterId, messageId),
      ),
    )
    .groupBy(conversationMember.accountId, account.nickname, conversationMember.memberName, account.avatarUrl)
    .orderBy(asc(readAt), asc(conversationMember.accountId))
  return rows.map((row) => ({ ...row, TimeStamp: Number(row.TimeStamp) }))
}

/** Stores when a member has read up to a message, if the group is small enough to show it. */
export async function storeReadMark(
  transaction: Database,
  mark: typeof readMark.$inferInsert,
): Promise<void> {
  if (await hasReaders(transaction, mark.conversationId))
    await transaction.insert(readMark).values(mark).onConflictDoNothing()
}

async function hasReaders(database: Database, groupId: number): Promise<boolean> {
  const [members] = await database
    .select({ count: count() })
    .from(conversationMember)
    .where(eq(conversationMember.conversationId, groupId))
  return (members?.count ?? 0) <= mostMembersWithReaders
}

/** Deletes read marks that no client asks for any more. */
export const removeOldReadMarks = ({ database, clock }: Pick<ServerPorts, 'database' | 'clock'>) =>
  database.delete(readMark).where(lte(readMark.readAt, clock.now() - readMarkLife))

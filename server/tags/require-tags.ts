import { and, asc, eq, inArray } from 'drizzle-orm'
import { resultCode } from '#schemas/result-codes.ts'
import { CallRefusal } from '../calls/refusal.ts'
import type { Database } from '../store/database.ts'
import { friendTag } from '../store/schema/index.ts'

/**
 * Refuses when one of these is no tag of this person: somebody else's is answered like one that does not exist (DEC-174). Inside a
 * transaction they are locked, always in the same order, so that what two devices do to a tag is done in turn.
 */
export async function requireTags(
  database: Database,
  accountId: number,
  ids: readonly number[],
): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const found = await database
    .select({ id: friendTag.id })
    .from(friendTag)
    .where(and(eq(friendTag.accountId, accountId), inArray(friendTag.id, wanted)))
    .orderBy(asc(friendTag.id))
    .for('update')
  if (found.length < wanted.length) throw new CallRefusal(resultCode.notFound, 'tag-gone')
}

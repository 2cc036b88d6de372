import { asc, eq } from 'drizzle-orm'
import { applicationLife, applicationReplyLimit } from '#domain/contacts/contacts.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { CallRefusal } from '../calls/refusal.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { applicationReply, applicationStatus, friendApplication } from '../store/schema/index.ts'
import { applicationGone } from './applications.ts'
import { lockPair, refreshContacts } from './friendships.ts'

type Application = typeof friendApplication.$inferSelect

/**
 * Adds a reply of the sender or the receiver to the thread of an application (DEC-222). A text that repeats the
 * author's latest reply is a retried call and changes nothing. After a rejection the sender's replies do not reach the
 * receiver, and the sender does not notice.
 * @throws CallRefusal if the application is another person's, accepted, expired, or rejected by the author, or if the
 *   author has written too many replies
 */
export async function replyToApplication(
  services: Services,
  authorId: number,
  id: number,
  content: string,
): Promise<void> {
  const { otherId, isDelivered } = await services.database.transaction(async (transaction) => {
    const { senderId, receiverId } = await findOpen(services, transaction, authorId, id)
    const doBothExist = await lockPair(transaction, senderId, receiverId)
    if (!doBothExist) throw applicationGone()
    // Read once more: the status may have changed before the lock.
    const { status } = await findOpen(services, transaction, authorId, id)
    const isNew = await addReply(services, transaction, { applicationId: id, senderId: authorId, content })
    return {
      otherId: authorId === senderId ? receiverId : senderId,
      isDelivered: isNew && status === applicationStatus.pending,
    }
  })
  // The author's devices get the same frame whether or not the reply is delivered, so that it reveals no rejection.
  await refreshContacts(services, authorId, otherId)
  if (isDelivered) await refreshContacts(services, otherId, authorId)
}

/** Finds an application to which the author may reply. All refusals are the same. */
async function findOpen(
  { clock }: Services,
  transaction: Database,
  authorId: number,
  id: number,
): Promise<Application> {
  const [row] = await transaction.select().from(friendApplication).where(eq(friendApplication.id, id))
  if (!row || row.createdAt <= clock.now() - applicationLife) throw applicationGone()
  const isOpenForSender = row.senderId === authorId && row.status !== applicationStatus.accepted
  const isOpenForReceiver = row.receiverId === authorId && row.status === applicationStatus.pending
  if (!isOpenForSender && !isOpenForReceiver) throw applicationGone()
  return row
}

/** @returns false for the repetition of a retried call, which adds nothing */
async function addReply(
  { clock }: Services,
  transaction: Database,
  reply: Pick<typeof applicationReply.$inferInsert, 'applicationId' | 'senderId' | 'content'>,
): Promise<boolean> {
  const thread = await transaction
    .select()
    .from(applicationReply)
    .where(eq(applicationReply.applicationId, reply.applicationId))
    .orderBy(asc(applicationReply.id))
  const latest = thread.at(-1)
  if (latest?.senderId === reply.senderId && latest.content === reply.content) return false
  if (thread.filter(({ senderId }) => senderId === reply.senderId).length >= applicationReplyLimit)
    throw new CallRefusal(resultCode.invalid, 'application-replies-full', {
      values: { count: applicationReplyLimit },
    })
  await transaction.insert(applicationReply).values({ ...reply, createdAt: clock.now() })
  return true
}

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
 * Adds a reply to the thread of an application; its sender and its receiver may (DEC-222). A text that repeats the
 * author's latest reply is a retried call and changes nothing. After a rejection the sender's replies do not reach the
 * receiver, and the sender does not notice.
 * @throws CallRefusal if the application is another's, accepted, expired, answered by the caller, or has too many replies
 */
export async function replyToApplication(
  services: Services,
  authorId: number,
  id: number,
  content: string,
): Promise<void> {
  const notifiedId = await services.database.transaction(async (transaction) => {
    const { senderId, receiverId } = await findOpen(services, transaction, authorId, id)
    await lockPair(transaction, senderId, receiverId)
    // Read once more: the status may have changed before the lock.
    const { status } = await findOpen(services, transaction, authorId, id)
    const isNew = await addReply(services, transaction, { applicationId: id, senderId: authorId, content })
    if (!isNew || status !== applicationStatus.pending) return undefined
    return authorId === senderId ? receiverId : senderId
  })
  // Devices fetch the lists again: the author's other devices too.
  await refreshContacts(services, authorId, notifiedId ?? authorId)
  if (notifiedId !== undefined) await refreshContacts(services, notifiedId, authorId)
}

/** Finds an application to which the author may reply. The refusal does not tell why. */
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

import { and, asc, desc, eq, inArray } from 'drizzle-orm'
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
 * @throws CallRefusal if the application is another person's, closed for the author, or expired, or if the author has
 *   written too many replies
 */
export async function replyToApplication(
  services: Services,
  authorId: number,
  id: number,
  content: string,
): Promise<void> {
  const { otherId, isDelivered } = await services.database.transaction(async (transaction) => {
    const [known] = await openThread(services, transaction, authorId, id)
    const doBothExist = await lockPair(transaction, known.senderId, known.receiverId)
    if (!doBothExist) throw applicationGone()
    // Read once more: the status may have changed before the lock.
    const thread = await openThread(services, transaction, authorId, id)
    const [{ id: applicationId, senderId, receiverId, status }] = thread
    const isNew = await addReply(services, transaction, thread, {
      applicationId,
      senderId: authorId,
      content,
    })
    return {
      otherId: authorId === senderId ? receiverId : senderId,
      isDelivered: isNew && status === applicationStatus.pending,
    }
  })
  // The author's devices get the same frame whether or not the reply is delivered, so that it reveals no rejection.
  await refreshContacts(services, authorId, otherId)
  if (isDelivered) await refreshContacts(services, otherId, authorId)
}

type Thread = readonly [Application, ...Application[]]

/**
 * Finds the applications of a thread to which the author may reply: the receiver's is one pending application, the
 * sender's has all open ones to the receiver. A pending one comes first. All refusals are the same.
 */
async function openThread(
  { clock }: Services,
  transaction: Database,
  authorId: number,
  id: number,
): Promise<Thread> {
  const [row] = await transaction.select().from(friendApplication).where(eq(friendApplication.id, id))
  const isOpen =
    row?.senderId === authorId
      ? row.isOpenForSender
      : row?.receiverId === authorId && row.status === applicationStatus.pending
  if (!row || !isOpen) throw applicationGone()
  const [first, ...others] =
    row.receiverId === authorId
      ? [row]
      : await transaction
          .select()
          .from(friendApplication)
          .where(
            and(
              eq(friendApplication.senderId, authorId),
              eq(friendApplication.receiverId, row.receiverId),
              eq(friendApplication.isOpenForSender, true),
            ),
          )
          .orderBy(asc(friendApplication.status), desc(friendApplication.id))
  const isRecent = ({ createdAt }: Application) => createdAt > clock.now() - applicationLife
  if (!first || ![first, ...others].some(isRecent)) throw applicationGone()
  return [first, ...others]
}

/** @returns false for the repetition of a retried call, which adds nothing */
async function addReply(
  { clock }: Services,
  transaction: Database,
  thread: Thread,
  reply: Pick<typeof applicationReply.$inferInsert, 'applicationId' | 'senderId' | 'content'>,
): Promise<boolean> {
  const replies = await transaction
    .select()
    .from(applicationReply)
    .where(
      inArray(
        applicationReply.applicationId,
        thread.map(({ id }) => id),
      ),
    )
    .orderBy(asc(applicationReply.id))
  const latest = replies.at(-1)
  if (latest?.senderId === reply.senderId && latest.content === reply.content) return false
  if (replies.filter(({ senderId }) => senderId === reply.senderId).length >= applicationReplyLimit)
    throw new CallRefusal(resultCode.invalid, 'application-replies-full', {
      values: { count: applicationReplyLimit },
    })
  await transaction.insert(applicationReply).values({ ...reply, createdAt: clock.now() })
  return true
}

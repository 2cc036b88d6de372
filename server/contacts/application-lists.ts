import { and, asc, desc, eq, gt, inArray, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { applicationLife, applicationListLimit } from '#domain/contacts/contacts.ts'
import type { WireApplication } from '#schemas/wire/calls/contacts.ts'
import { writeFlag } from '#schemas/wire/primitives.ts'
import { deletedTelCode } from '../accounts/accounts.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { preparedQuery } from '../store/prepared-query.ts'
import {
  account,
  applicationReply,
  applicationStatus,
  blockedPerson,
  friendApplication,
  friendship,
} from '../store/schema/index.ts'

const { pending, accepted, rejected } = applicationStatus

const sender = alias(account, 'sender')
const receiver = alias(account, 'receiver')

const selectApplications = (database: Database) =>
  database
    .select({ application: friendApplication, sender, receiver })
    .from(friendApplication)
    .innerJoin(sender, eq(sender.id, friendApplication.senderId))
    .innerJoin(receiver, eq(receiver.id, friendApplication.receiverId))

/** Prepares the query of the applications to a person with these statuses. */
const listQuery = (statuses: readonly number[], name: string) =>
  preparedQuery((database) =>
    selectApplications(database)
      .where(
        and(
          eq(friendApplication.receiverId, sql.placeholder('receiverId')),
          inArray(friendApplication.status, [...statuses]),
        ),
      )
      .orderBy(desc(friendApplication.id))
      .limit(applicationListLimit)
      .prepare(name),
  )
const lists = {
  open: listQuery([pending], 'applications_open'),
  answered: listQuery([accepted, rejected], 'applications_answered'),
}

/** Returns the applications to a person, newest first [FRIEND-52 FRIEND-53]. `open` are the pending ones. */
export async function listApplications(
  services: Services,
  receiverId: number,
  which: 'open' | 'answered',
): Promise<WireApplication[]> {
  const rows = await lists[which](services.database).execute({ receiverId })
  return withReplies(services.database, rows, receiverId)
}

/**
 * Returns the applications that a person has sent in the last 30 days and whose acceptance they may wait for, newest
 * first (DEC-222). One that was rejected or withheld looks pending.
 */
export async function listSentApplications(services: Services, senderId: number): Promise<WireApplication[]> {
  const { database, clock } = services
  const rows = await selectApplications(database)
    .where(
      and(
        eq(friendApplication.senderId, senderId),
        ne(friendApplication.status, accepted),
        gt(friendApplication.createdAt, clock.now() - applicationLife),
        // The pending applications of a deleted account are deleted with it, but rejected ones stay.
        ne(receiver.telCode, deletedTelCode),
        sql`not exists (${laterBetweenThem(database)})`,
        sql`not exists (${friendshipOf(database)})`,
        sql`not exists (${blockOf(database)})`,
      ),
    )
    .orderBy(desc(friendApplication.id))
    .limit(applicationListLimit)
  const listed = await withReplies(database, rows, senderId)
  return listed.map((one) => ({ ...one, Status: pending, IsSent: writeFlag(true) }))
}

/** Selects a later application of the same two people, in either direction. */
function laterBetweenThem(database: Database) {
  const later = alias(friendApplication, 'later')
  const isSamePair = or(
    and(eq(later.senderId, friendApplication.senderId), eq(later.receiverId, friendApplication.receiverId)),
    and(eq(later.senderId, friendApplication.receiverId), eq(later.receiverId, friendApplication.senderId)),
  )
  return database
    .select({ id: later.id })
    .from(later)
    .where(and(gt(later.id, friendApplication.id), isSamePair))
}

const friendshipOf = (database: Database) =>
  database
    .select({ friendId: friendship.friendId })
    .from(friendship)
    .where(
      and(
        eq(friendship.accountId, friendApplication.senderId),
        eq(friendship.friendId, friendApplication.receiverId),
      ),
    )

const blockOf = (database: Database) =>
  database
    .select({ id: blockedPerson.id })
    .from(blockedPerson)
    .where(
      and(
        eq(blockedPerson.accountId, friendApplication.senderId),
        eq(blockedPerson.blockedId, friendApplication.receiverId),
      ),
    )

interface Row {
  readonly application: typeof friendApplication.$inferSelect
  readonly sender: typeof account.$inferSelect
  readonly receiver: typeof account.$inferSelect
}

/** Writes rows for the wire, each with the replies that the reader may see. */
async function withReplies(
  database: Database,
  rows: readonly Row[],
  readerId: number,
): Promise<WireApplication[]> {
  const replies = await repliesOf(
    database,
    rows.map(({ application }) => application.id),
  )
  return rows.map(({ application, sender, receiver }) => ({
    ID: application.id,
    UserID: application.senderId,
    UserNickName: sender.nickname,
    UserHeadImg: sender.avatarUrl,
    Status: application.status,
    Remark: application.remark,
    TargetUserID: application.receiverId,
    TargetUserNickName: receiver.nickname,
    TargetUserHeadImg: receiver.avatarUrl,
    CreateTime: application.createdAt,
    Source: application.source,
    Replies: (replies.get(application.id) ?? [])
      .filter((reply) => isShownTo(readerId, application, reply))
      .map(({ id, senderId, content, createdAt }) => ({
        ID: id,
        UserID: senderId,
        Content: content,
        CreateTime: createdAt,
      })),
  }))
}

type Reply = typeof applicationReply.$inferSelect

/** Hides replies from the receiver that the sender wrote after a rejection. The sender does not learn of it. */
const isShownTo = (readerId: number, { answeredAt }: Row['application'], { senderId, createdAt }: Reply) =>
  senderId === readerId || answeredAt === null || createdAt <= answeredAt

/** The replies of applications by the application's id, oldest first. */
async function repliesOf(
  database: Database,
  applicationIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Reply[]>> {
  if (applicationIds.length === 0) return new Map()
  const rows = await database
    .select()
    .from(applicationReply)
    .where(inArray(applicationReply.applicationId, [...applicationIds]))
    .orderBy(asc(applicationReply.id))
  const byApplication = new Map<number, Reply[]>()
  for (const reply of rows) {
    const thread = byApplication.get(reply.applicationId)
    if (thread) thread.push(reply)
    else byApplication.set(reply.applicationId, [reply])
  }
  return byApplication
}

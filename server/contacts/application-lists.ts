import { and, asc, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { applicationLife, applicationListLimit } from '#domain/contacts/contacts.ts'
import { groupBy } from '#domain/lists/group-by.ts'
import type { WireApplication } from '#schemas/wire/calls/contacts.ts'
import { writeFlag } from '#schemas/wire/primitives.ts'
import { deletedTelCode } from '../accounts/accounts.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { preparedQuery } from '../store/prepared-query.ts'
import { account, applicationReply, applicationStatus, friendApplication } from '../store/schema/index.ts'

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
  const replies = await repliesOf(services.database, rows.map(idOf))
  return rows.map((row) =>
    writeRow(
      row,
      (replies.get(idOf(row)) ?? []).filter((reply) => isShownToReceiver(row, reply)),
    ),
  )
}

/**
 * Returns the threads of the applications that a person has sent in the last 30 days and whose acceptance they may wait
 * for, newest first (DEC-222). All requests to one receiver are one thread, with the id of the first. Rejected and
 * withheld ones look pending.
 */
export async function listSentApplications(services: Services, senderId: number): Promise<WireApplication[]> {
  const { database, clock } = services
  const since = clock.now() - applicationLife
  const rows = await selectApplications(database)
    .where(
      and(
        eq(friendApplication.senderId, senderId),
        eq(friendApplication.isOpenForSender, true),
        sql`exists (${recentOfThread(database, since)})`,
        // The pending applications of a deleted account are deleted with it, but rejected ones stay.
        ne(receiver.telCode, deletedTelCode),
      ),
    )
    .orderBy(asc(friendApplication.id))
  const threads = groupBy(rows, (row) => row.receiver.id)
  const newestFirst = [...threads.values()].reverse().slice(0, applicationListLimit)
  const replies = await repliesOf(database, newestFirst.flat().map(idOf))
  return newestFirst.flatMap((thread) => {
    const [first] = thread
    const latest = thread.reduce((one, other) =>
      other.application.createdAt >= one.application.createdAt ? other : one,
    )
    if (!first) return []
    const ofThread = thread
      .flatMap((row) => replies.get(idOf(row)) ?? [])
      .sort((left, right) => left.id - right.id)
    return [{ ...writeRow(latest, ofThread), ID: idOf(first), Status: pending, IsSent: writeFlag(true) }]
  })
}

const idOf = ({ application }: Row): number => application.id

/** Selects the requests of the same thread that were sent or renewed after a time. */
function recentOfThread(database: Database, since: number) {
  const recent = alias(friendApplication, 'recent')
  return database
    .select({ id: recent.id })
    .from(recent)
    .where(
      and(
        eq(recent.senderId, friendApplication.senderId),
        eq(recent.receiverId, friendApplication.receiverId),
        eq(recent.isOpenForSender, true),
        gt(recent.createdAt, since),
      ),
    )
}

/** Ends the thread of the sender's requests to the receiver, except for a pending one (DEC-222). */
export const closeForSender = (transaction: Database, senderId: number, receiverId: number) =>
  transaction
    .update(friendApplication)
    .set({ isOpenForSender: false })
    .where(
      and(
        eq(friendApplication.senderId, senderId),
        eq(friendApplication.receiverId, receiverId),
        ne(friendApplication.status, pending),
      ),
    )

interface Row {
  readonly application: typeof friendApplication.$inferSelect
  readonly sender: typeof account.$inferSelect
  readonly receiver: typeof account.$inferSelect
}

/** Writes a row for the wire. */
const writeRow = ({ application, sender, receiver }: Row, replies: readonly Reply[]): WireApplication => ({
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
  Replies: replies.map(({ id, senderId, content, createdAt }) => ({
    ID: id,
    UserID: senderId,
    Content: content,
    CreateTime: createdAt,
  })),
})

type Reply = typeof applicationReply.$inferSelect

/** Hides replies that the sender wrote after a rejection. The sender gets no notice of it. */
const isShownToReceiver = ({ application }: Row, { senderId, createdAt }: Reply): boolean =>
  senderId === application.receiverId ||
  application.answeredAt === null ||
  createdAt <= application.answeredAt

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
  return groupBy(rows, ({ applicationId }) => applicationId)
}

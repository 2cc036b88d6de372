import { and, asc, eq, gt, gte, inArray, isNull, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { ConversationKind } from '#schemas/ids.ts'
import type { WireMessage } from '#schemas/wire/message.ts'
import type { Services } from '../services.ts'
import { readInBatches } from '../store/database.ts'
import { preparedQuery } from '../store/prepared-query.ts'
import { conversation, conversationMember, message } from '../store/schema/index.ts'
import { requireMembership } from './membership.ts'
import { isQuotedAfter, readChangesOf } from './message-changes.ts'
import { selectMessages, toWireMessage } from './message-rows.ts'

/** The number of messages of one page. */
const pageSize = 50
/** The maximum text of one page, bytes, quotes included; a page has at least one message. */
const pageBytes = 256 * 1024
/** The same for all conversations of one request together. */
const pagesBytes = 1024 * 1024

/** The number of deletions read between two turns of the event loop. */
const deletionBatch = 5_000

/** The requested page: Status 2 before UnReadMaxID, Status 1 after FromID (DEC-23). */
export interface PageRequest {
  readonly Status: 1 | 2
  readonly UnReadMaxID?: number | undefined
  readonly FromID?: number | undefined
}

/** A conversation, and the account that reads it. */
interface Reading {
  readonly kind: ConversationKind
  readonly conversationId: number
  readonly accountId: number
}

/**
 * Returns the requested page of a conversation, or the newest one if UnReadMaxID is 0; ascending [MSG-53 MSG-54].
 * @throws CallRefusal if the account is not a member
 */
export async function readPage(
  services: Services,
  { conversationId, kind, accountId }: Reading,
  { Status, UnReadMaxID = 0, FromID = 0 }: PageRequest,
): Promise<WireMessage[]> {
  const { database, clock } = services
  const { historyAfterId } = await requireMembership(database, kind, conversationId, accountId)
  const isOlder = Status === 2
  const rows = await (isOlder ? olderPage : newerPage)(database).execute({
    conversationId,
    after: isOlder ? historyAfterId : Math.max(FromID, historyAfterId),
    before: (isOlder && UnReadMaxID) || Number.MAX_SAFE_INTEGER,
  })
  const changes = await readChangesOf(
    services,
    accountId,
    rows.map((row) => row.message),
  )
  return rows.map((row) => withChanges(toWireMessage(row, kind, clock.now()), changes))
}

/** Adds the changes of a message that still has a body. */
const withChanges = (wire: WireMessage, changes: Awaited<ReturnType<typeof readChangesOf>>): WireMessage => {
  const found = wire.Message === null ? undefined : changes.get(wire.ID)
  return found ? { ...wire, Changes: found } : wire
}

interface PageEdges {
  readonly conversationId: SQLWrapper
  readonly after: SQLWrapper
  readonly before: SQLWrapper
  /** The end from which messages are counted. */
  readonly from: 'newest' | 'oldest'
  readonly bytes: SQLWrapper | number
}

/** Returns the ids of one page between two ids, limited in number and in bytes of text. */
function idsOfPage({ conversationId, after, before, from, bytes }: PageEdges): SQL {
  const order = from === 'newest' ? sql`desc` : sql`asc`
  return sql`select id from (
    select id, sum(bytes) over (order by id ${order}) as total, row_number() over (order by id ${order}) as place from (
      select ${message.id}, coalesce(octet_length(${message.body}), 0) + coalesce(octet_length(quoted.body), 0) as bytes
      from ${message} left join ${message} quoted on quoted.id = ${message.quotedMessageId}
      where ${message.conversationId} = ${conversationId} and ${message.id} > ${after} and ${message.id} < ${before}
      order by ${message.id} ${order} limit ${sql.raw(String(pageSize))}
    ) page
  ) sized where total <= ${bytes} or place = 1`
}

const pageFrom = (from: PageEdges['from'], name: string) =>
  preparedQuery((database) => {
    const ids = idsOfPage({
      conversationId: sql.placeholder('conversationId'),
      after: sql.placeholder('after'),
      before: sql.placeholder('before'),
      from,
      bytes: pageBytes,
    })
    return selectMessages(database)
      .where(sql`${message.id} in (${ids})`)
      .orderBy(asc(message.id))
      .prepare(name)
  })
const olderPage = pageFrom('newest', 'older_page')
const newerPage = pageFrom('oldest', 'newer_page')

/**
 * Returns the ids of messages that were deleted or expired at or after a time; all of them if it is 0 [MSG-55 MSG-56].
 * Of those from before the person's time, only the ones that a message which the person can read quotes.
 * @throws CallRefusal if the account is not a member
 */
export async function readDeletedIds(
  services: Services,
  { conversationId, kind, accountId }: Reading,
  since: number,
): Promise<number[]> {
  const { historyAfterId } = await requireMembership(services.database, kind, conversationId, accountId)
  const now = services.clock.now()
  const readAfter = (after: number) =>
    services.database
      .select({ id: message.id })
      .from(message)
      .where(
        and(
          eq(message.conversationId, conversationId),
          gt(message.id, after),
          or(gt(message.id, historyAfterId), isQuotedAfter(historyAfterId)),
          or(
            and(gte(message.deletedAt, since), isNull(message.body)),
            and(gte(message.expiresAt, since), lte(message.expiresAt, now)),
          ),
        ),
      )
      .orderBy(asc(message.id))
      .limit(deletionBatch)
  const rows = await readInBatches<{ readonly id: number }>(services, deletionBatch, (last) =>
    readAfter(last?.id ?? 0),
  )
  return rows.map((row) => row.id)
}

/**
 * Returns the newest page of several conversations of one kind, each after its own message; ascending [SESS-28].
 * Conversations of which this person is no member are omitted.
 */
export async function readNewestOfMany(
  services: Services,
  kind: ConversationKind,
  accountId: number,
  fromIds: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<number, WireMessage[]>> {
  const { database } = services
  const isOwn = and(
    eq(conversationMember.accountId, accountId),
    inArray(conversationMember.conversationId, [...fromIds.keys()]),
  )
  const members = await database
    .select({ conversationId: conversation.id })
    .from(conversationMember)
    .innerJoin(conversation, eq(conversation.id, conversationMember.conversationId))
    .where(and(isOwn, eq(conversation.kind, kind)))
  const pages = new Map<number, WireMessage[]>(members.map((member) => [member.conversationId, []]))
  const wanted = JSON.stringify(Object.fromEntries(fromIds))
  const fromId = sql`(${wanted}::jsonb ->> ${conversationMember.conversationId}::text)::bigint`
  const newest = idsOfPage({
    conversationId: sql`${conversationMember.conversationId}`,
    after: sql`greatest(${fromId}, ${conversationMember.historyAfterId})`,
    before: sql`${Number.MAX_SAFE_INTEGER}::bigint`,
    from: 'newest',
    bytes: Math.min(pageBytes, Math.floor(pagesBytes / fromIds.size)),
  })
  const ids = database
    .select({ id: sql`newest.id` })
    .from(conversationMember)
    .innerJoinLateral(sql`(${newest}) newest`, sql`true`)
    .where(isOwn)
  const rows = await selectMessages(database)
    .where(inArray(message.id, ids))
    .orderBy(asc(message.id))
    .limit(fromIds.size * pageSize)
  const changes = await readChangesOf(
    services,
    accountId,
    rows.map((row) => row.message),
  )
  for (const row of rows) {
    const wire = withChanges(toWireMessage(row, kind, services.clock.now()), changes)
    pages.get(row.message.conversationId)?.push(wire)
  }
  return pages
}

import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { WireMessage } from '#schemas/wire/message.ts'
import type { Services } from '../services.ts'
import { conversationMember, message } from '../store/schema/index.ts'
import { selectMessages, toWireMessage } from './message-rows.ts'

/** Messages of one page. */
const pageSize = 50

/** The page before a message, or the newest page when `before` is 0; ascending [MSG-53]. */
export async function readOlder(
  services: Services,
  conversationId: number,
  before: number,
): Promise<WireMessage[]> {
  const isBefore = before === 0 ? undefined : lt(message.id, before)
  const rows = await selectMessages(services.database)
    .where(and(eq(message.conversationId, conversationId), isBefore))
    .orderBy(desc(message.id))
    .limit(pageSize)
  return rows.reverse().map(toWireMessage)
}

/** The page after a message; ascending [MSG-53]. */
export async function readNewer(
  services: Services,
  conversationId: number,
  after: number,
): Promise<WireMessage[]> {
  const rows = await selectMessages(services.database)
    .where(and(eq(message.conversationId, conversationId), gt(message.id, after)))
    .orderBy(asc(message.id))
    .limit(pageSize)
  return rows.map(toWireMessage)
}

/** Ids of messages deleted at or after a time; all of them when it is 0 [MSG-55]. */
export async function readDeletedIds(
  services: Services,
  conversationId: number,
  since: number,
): Promise<number[]> {
  const rows = await services.database
    .select({ id: message.id })
    .from(message)
    .where(
      and(eq(message.conversationId, conversationId), gte(message.deletedAt, since), isNull(message.body)),
    )
    .orderBy(asc(message.id))
  return rows.map((row) => row.id)
}

/**
 * The newest page of several conversations at once, each from its own message on; ascending [SESS-28].
 * Conversations this person is not in are left out.
 */
export async function readNewestOfMany(
  services: Services,
  accountId: number,
  fromIds: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<number, WireMessage[]>> {
  const { database } = services
  const isOwn = and(
    eq(conversationMember.accountId, accountId),
    inArray(conversationMember.conversationId, [...fromIds.keys()]),
  )
  const members = await database.select().from(conversationMember).where(isOwn)
  const pages = new Map<number, WireMessage[]>(members.map((member) => [member.conversationId, []]))
  const wanted = JSON.stringify(Object.fromEntries(fromIds))
  const fromId = sql`(${wanted}::jsonb ->> ${conversationMember.conversationId}::text)::bigint`
  const newest = database
    .select({ id: message.id })
    .from(message)
    .where(and(eq(message.conversationId, conversationMember.conversationId), gt(message.id, fromId)))
    .orderBy(desc(message.id))
    .limit(pageSize)
    .as('newest')
  const ids = database
    .select({ id: newest.id })
    .from(conversationMember)
    .innerJoinLateral(newest, sql`true`)
    .where(isOwn)
  const rows = await selectMessages(database)
    .where(inArray(message.id, ids))
    .orderBy(asc(message.id))
    .limit(fromIds.size * pageSize)
  for (const row of rows) pages.get(row.message.conversationId)?.push(toWireMessage(row))
  return pages
}

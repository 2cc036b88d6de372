import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { ConversationKind } from '#schemas/ids.ts'
import type { WireMessage } from '#schemas/wire/message.ts'
import type { Services } from '../services.ts'
import { conversation, conversationMember, message } from '../store/schema/index.ts'
import type { Membership } from './membership.ts'
import { selectMessages, toWireMessage } from './message-rows.ts'

/** Messages of one page. */
const pageSize = 50

/** Which page is asked for: Status 2 before UnReadMaxID, Status 1 after FromID (DEC-23). */
export interface PageRequest {
  readonly Status: 1 | 2
  readonly UnReadMaxID?: number | undefined
  readonly FromID?: number | undefined
}

/** The page of a conversation that was asked for [MSG-53 MSG-54]. */
export const readPage = (
  services: Services,
  membership: Membership,
  { Status, UnReadMaxID = 0, FromID = 0 }: PageRequest,
): Promise<WireMessage[]> =>
  Status === 2 ? readOlder(services, membership, UnReadMaxID) : readNewer(services, membership, FromID)

/** The page before a message, or the newest page when `before` is 0; ascending [MSG-53 MSG-54]. */
async function readOlder(
  services: Services,
  { conversationId, kind, historyAfterId }: Membership,
  before: number,
): Promise<WireMessage[]> {
  const isBefore = before === 0 ? undefined : lt(message.id, before)
  const rows = await selectMessages(services.database)
    .where(and(eq(message.conversationId, conversationId), gt(message.id, historyAfterId), isBefore))
    .orderBy(desc(message.id))
    .limit(pageSize)
  return rows.reverse().map((row) => toWireMessage(row, kind, services.clock.now()))
}

/** The page after a message; ascending [MSG-53 MSG-54]. */
async function readNewer(
  services: Services,
  { conversationId, kind, historyAfterId }: Membership,
  after: number,
): Promise<WireMessage[]> {
  const rows = await selectMessages(services.database)
    .where(and(eq(message.conversationId, conversationId), gt(message.id, Math.max(after, historyAfterId))))
    .orderBy(asc(message.id))
    .limit(pageSize)
  return rows.map((row) => toWireMessage(row, kind, services.clock.now()))
}

/** Ids of messages deleted or burned at or after a time; all of them when it is 0 [MSG-55 MSG-56]. */
export async function readDeletedIds(
  services: Services,
  { conversationId, historyAfterId }: Membership,
  since: number,
): Promise<number[]> {
  const rows = await services.database
    .select({ id: message.id })
    .from(message)
    .where(
      and(
        eq(message.conversationId, conversationId),
        gt(message.id, historyAfterId),
        or(
          and(gte(message.deletedAt, since), isNull(message.body)),
          and(gte(message.expiresAt, since), lte(message.expiresAt, services.clock.now())),
        ),
      ),
    )
    .orderBy(asc(message.id))
  return rows.map((row) => row.id)
}

/**
 * The newest page of several conversations of one kind, each from its own message on; ascending [SESS-28].
 * Conversations this person is not in are left out.
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
  const newest = database
    .select({ id: message.id })
    .from(message)
    .where(
      and(
        eq(message.conversationId, conversationMember.conversationId),
        gt(message.id, fromId),
        gt(message.id, conversationMember.historyAfterId),
      ),
    )
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
  for (const row of rows)
    pages.get(row.message.conversationId)?.push(toWireMessage(row, kind, services.clock.now()))
  return pages
}

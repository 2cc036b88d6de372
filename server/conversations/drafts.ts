import { and, count, eq, gt, isNotNull, lt, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ConversationKind } from '#schemas/ids.ts'
import { resultCode } from '#schemas/result-codes.ts'
import type { saveDraft as saveDraftCall } from '#schemas/wire/calls/drafts.ts'
import type { DataOf, ParsedRequestOf } from '#schemas/wire/define-call.ts'
import { CallRefusal } from '../calls/refusal.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { account, conversationMember, draft, message } from '../store/schema/index.ts'
import { isSide, type Membership, requireMembership } from './membership.ts'
import { quoteFields, toPlace, toWireQuote } from './message-rows.ts'
import { toDraftVersion } from './session-rows.ts'

/** One person's side of a conversation. */
interface Side {
  readonly kind: ConversationKind
  readonly accountId: number
  readonly conversationId: number
}

type WantedDraft = Pick<
  ParsedRequestOf<typeof saveDraftCall>,
  'Message' | 'Mentions' | 'QuoteChatID' | 'TimeStamp'
>
type WireDraft = DataOf<typeof saveDraftCall>

/** The maximum number of drafts of an account. Further ones stay on their devices. */
const maxDrafts = 500
/** How far the clock of a client may be ahead, ms. The time of a draft is never later. */
const clockTolerance = 5_000

/**
 * Stores the draft of a conversation and tells the other sign-ins of the account that there is one. The draft that was written last
 * counts, whichever arrives first. Returns the time of the stored one, or the whole last one if that was written later.
 */
export async function saveDraft(
  services: Services,
  side: Side,
  sessionId: number,
  wanted: WantedDraft,
): Promise<WireDraft> {
  const { kind, accountId, conversationId } = side
  await services.limits.take('draftPerAccount', accountId)
  const { response, send } = await services.database.transaction(async (transaction) => {
    const membership = await lockSide(transaction, side)
    const now = services.clock.now()
    const TimeStamp = await storeDraft(transaction, side, wanted, now)
    if (TimeStamp === undefined)
      return { response: await readDraft(transaction, membership, now), send: () => {} }
    const version = toDraftVersion(TimeStamp, !isEmpty(wanted))
    const frame = { Cmd: 'DraftSaved', ...toPlace(kind, conversationId), ...version } as const
    const to = { accountIds: [accountId], exceptSessionId: sessionId }
    const send = await services.connections.stage(transaction, [{ to, frame }])
    return { response: { TimeStamp }, send }
  })
  send()
  return response
}

/** Returns the draft of a conversation; an empty one if there is none. */
export async function getDraft(services: Services, side: Side): Promise<WireDraft> {
  const { kind, accountId, conversationId } = side
  const membership = await requireMembership(services.database, kind, conversationId, accountId)
  return readDraft(services.database, membership, services.clock.now())
}

/** Rejects people who are no members or no friends any more. Neither can end before the transaction does. */
async function lockSide(
  transaction: Database,
  { kind, accountId, conversationId }: Side,
): Promise<Membership> {
  await transaction
    .select({ accountId: conversationMember.accountId })
    .from(conversationMember)
    .where(isSide(conversationId, accountId))
    .for('share')
  const membership = await requireMembership(transaction, kind, conversationId, accountId)
  if (!membership.group && !membership.isFriend)
    throw new CallRefusal(resultCode.notMember, 'conversation-not-member')
  return membership
}

/** Returns the time of the stored draft; undefined if another one is stored that was not written earlier. */
async function storeDraft(
  transaction: Database,
  { accountId, conversationId }: Side,
  wanted: WantedDraft,
  now: number,
): Promise<number | undefined> {
  const { Message: body, QuoteChatID, TimeStamp } = wanted
  if (!isEmpty(wanted)) await checkCount(transaction, accountId, conversationId)
  const values = {
    ...{ body, quotedMessageId: QuoteChatID ?? null, mentions: writeMentions(wanted) },
    writtenAt: Math.min(TimeStamp, now + clockTolerance),
  }
  const [stored] = await transaction
    .insert(draft)
    .values({ accountId, conversationId, ...values })
    .onConflictDoUpdate({
      target: [draft.accountId, draft.conversationId],
      set: values,
      setWhere: lt(draft.writtenAt, sql`excluded.written_at`),
    })
    .returning({ writtenAt: draft.writtenAt })
  return stored?.writtenAt
}

/** Only the known fields, and none without a text, because the limits of drafts apply to nothing else. */
const writeMentions = ({ Message, Mentions }: WantedDraft): string =>
  JSON.stringify(Message === '' ? [] : Mentions.map(({ UserID, At, Length }) => ({ UserID, At, Length })))

const isEmpty = ({ Message, QuoteChatID }: WantedDraft): boolean => Message === '' && !QuoteChatID

async function checkCount(transaction: Database, accountId: number, conversationId: number): Promise<void> {
  const [others] = await transaction
    .select({ count: count() })
    .from(draft)
    .where(
      and(
        eq(draft.accountId, accountId),
        ne(draft.conversationId, conversationId),
        or(ne(draft.body, ''), isNotNull(draft.quotedMessageId)),
      ),
    )
  if ((others?.count ?? 0) >= maxDrafts) throw new CallRefusal(resultCode.forbidden, 'drafts-full')
}

const quoted = alias(message, 'quoted')

/** Reads a draft. The quote comes from its message, and is gone when that message is. */
async function readDraft(
  database: Database,
  { accountId, conversationId, historyAfterId }: Membership,
  now: number,
): Promise<WireDraft> {
  const [row] = await database
    .select({ draft, quoted: quoteFields(quoted), quotedSenderName: account.nickname })
    .from(draft)
    .leftJoin(
      quoted,
      and(
        eq(quoted.id, draft.quotedMessageId),
        eq(quoted.conversationId, draft.conversationId),
        gt(quoted.id, historyAfterId),
      ),
    )
    .leftJoin(account, eq(account.id, quoted.senderId))
    .where(and(eq(draft.accountId, accountId), eq(draft.conversationId, conversationId)))
  if (!row) return { TimeStamp: 0, Message: '' }
  return {
    TimeStamp: row.draft.writtenAt,
    Message: row.draft.body,
    // Only `storeDraft` writes the column, from a checked request.
    Mentions: JSON.parse(row.draft.mentions) as WireDraft['Mentions'],
    Quote: toWireQuote(row, now),
  }
}

/**
 * Deletes the drafts of both people in a person's one-to-one conversations, or in the one with a friend. To be called
 * after the friendship was deleted in the same transaction, so that no draft is stored later.
 */
export async function deleteDraftsWithFriends(
  transaction: Database,
  accountId: number,
  friendId?: number,
): Promise<void> {
  const { accountId: ownId, peerId, conversationId } = conversationMember
  const isWithFriend = friendId === undefined ? isNotNull(peerId) : eq(peerId, friendId)
  const own = await transaction
    .select({ id: conversationId })
    .from(conversationMember)
    .where(and(eq(ownId, accountId), isWithFriend))
  const ids = sql.param(own.map(({ id }) => id))
  const sides = await transaction
    .select({ accountId: ownId })
    .from(conversationMember)
    .where(sql`${conversationId} = any(${ids}::bigint[])`)
    .for('update')
  const people = sql.param([...new Set(sides.map((side) => side.accountId))])
  await transaction
    .delete(draft)
    .where(
      sql`${draft.accountId} = any(${people}::bigint[]) and ${draft.conversationId} = any(${ids}::bigint[])`,
    )
}

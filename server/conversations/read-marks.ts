import { and, eq, gt, isNull, lte, max, ne, sql } from 'drizzle-orm'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { conversationMember, message } from '../store/schema/index.ts'
import { type Membership, requireMembership } from './membership.ts'

/**
 * Moves a person's read mark forward, never back, and tells both sides [SESS-34 SOCK-43 SOCK-44].
 * @param upTo a message id, or `everything` [SESS-35]; beyond the newest message it means the newest
 */
export async function markRead(
  services: Services,
  accountId: number,
  conversationId: number,
  upTo: number | 'everything',
): Promise<void> {
  await services.lanes.run(`conversation ${conversationId}`, async () => {
    const now = services.clock.now()
    const moved = await services.database.transaction((transaction) =>
      moveMark(transaction, now, accountId, conversationId, upTo),
    )
    if (moved) tell(services, now, moved)
  })
}

interface Moved {
  readonly membership: Membership
  readonly mark: number
  /** Whether there was anything unread; if not, only the mark of a new conversation went. */
  readonly isForward: boolean
}

async function moveMark(
  transaction: Database,
  now: number,
  accountId: number,
  conversationId: number,
  upTo: number | 'everything',
): Promise<Moved | undefined> {
  const membership = await requireMembership(transaction, conversationId, accountId)
  const mark = await newestUpTo(transaction, conversationId, upTo)
  const isForward = mark > membership.readMessageId
  if (!isForward && !membership.isNew) return undefined
  await transaction
    .update(conversationMember)
    .set({ readMessageId: sql`greatest(${conversationMember.readMessageId}, ${mark})`, isNew: false })
    .where(
      and(eq(conversationMember.conversationId, conversationId), eq(conversationMember.accountId, accountId)),
    )
  if (isForward) await stampRead(transaction, now, membership, mark)
  return { membership, mark, isForward }
}

async function newestUpTo(
  transaction: Database,
  conversationId: number,
  upTo: number | 'everything',
): Promise<number> {
  const isInReach = upTo === 'everything' ? undefined : lte(message.id, upTo)
  const [row] = await transaction
    .select({ id: max(message.id) })
    .from(message)
    .where(and(eq(message.conversationId, conversationId), isInReach))
  return row?.id ?? 0
}

async function stampRead(
  transaction: Database,
  now: number,
  { conversationId, accountId, readMessageId }: Membership,
  mark: number,
): Promise<void> {
  await transaction
    .update(message)
    .set({ readAt: now })
    .where(
      and(
        eq(message.conversationId, conversationId),
        ne(message.senderId, accountId),
        gt(message.id, readMessageId),
        lte(message.id, mark),
        isNull(message.readAt),
      ),
    )
}

function tell(services: Services, now: number, { membership, mark, isForward }: Moved): void {
  const { conversationId, accountId, peerId } = membership
  const facts = { ChatSessionID: conversationId, ChatID: mark, TimeStamp: now }
  services.connections.deliver({ accountIds: [accountId] }, { Cmd: 'ReadChatSelf', ...facts })
  if (!isForward) return
  services.connections.deliver({ accountIds: [peerId] }, { Cmd: 'ReadChat', Code: 0, ...facts })
}

import { and, eq, gt, isNull, lte, max, ne, sql } from 'drizzle-orm'
import type { ConversationKind } from '#schemas/ids.ts'
import { storeReadMark } from '../groups/readers.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { conversationMember, message } from '../store/schema/index.ts'
import { isSide, type Membership, ownReadMarker, requireMembership } from './membership.ts'
import { readStamp } from './message-expiry.ts'
import { lockConversation } from './open-conversation.ts'

/**
 * Raises a person's read marker, and notifies both sides [SESS-34 SOCK-43 SOCK-44]. A read marker never moves back.
 * @param upTo a message id, or `everything` [SESS-35]; an id beyond the newest message means the newest
 * @returns the id up to which this person has read now
 */
export async function markRead(
  services: Services,
  kind: ConversationKind,
  accountId: number,
  conversationId: number,
  upTo: number | 'everything',
): Promise<number> {
  return services.keyedLock.runExclusive(`conversation ${conversationId}`, async () => {
    const now = services.clock.now()
    const moved = await services.database.transaction((transaction) =>
      moveMark(transaction, now, { kind, accountId, conversationId }, upTo),
    )
    const notify = kind === 'group' ? notifyGroup : notifyPair
    if (moved.isChanged) notify(services, now, moved)
    services.pushes.conversationSettled(accountId, conversationId)
    return moved.mark
  })
}

interface Moved {
  readonly membership: Membership
  readonly mark: number
  readonly isChanged: boolean
  /** The senders of the messages just read; empty if only the conversation's `new` mark was removed. */
  readonly writerIds: readonly number[]
}

interface MarkOwner {
  readonly kind: ConversationKind
  readonly accountId: number
  readonly conversationId: number
}

async function moveMark(
  transaction: Database,
  now: number,
  { kind, accountId, conversationId }: MarkOwner,
  upTo: number | 'everything',
): Promise<Moved> {
  await lockConversation(transaction, conversationId)
  const membership = await requireMembership(transaction, kind, conversationId, accountId)
  const mark = await newestUpTo(transaction, conversationId, upTo)
  const known = ownReadMarker(membership)
  const isForward = mark > known
  const unchanged = { membership, mark: Math.max(mark, known), writerIds: [] }
  if (!isForward && !membership.isNew) return { ...unchanged, isChanged: false }
  const raised = { readMessageId: sql`greatest(${conversationMember.readMessageId}, ${mark})` }
  await transaction
    .update(conversationMember)
    .set({ isNew: false, ...(isForward && raised) })
    .where(isSide(conversationId, accountId))
  if (!isForward) return { ...unchanged, isChanged: true }
  if (kind === 'group')
    await storeReadMark(transaction, { conversationId, accountId, messageId: mark, readAt: now })
  const writerIds = await findWriters(transaction, membership, mark)
  await stampRead(transaction, now, membership, mark)
  return { membership, mark, isChanged: true, writerIds }
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

/** Messages of others that the read marker passes. */
const passedOver = ({ conversationId, accountId, readMessageId }: Membership, mark: number) =>
  and(
    eq(message.conversationId, conversationId),
    ne(message.senderId, accountId),
    gt(message.id, readMessageId),
    lte(message.id, mark),
  )

// In a one-to-one conversation the peer is notified of each change, in a group only the senders of the messages passed.
async function findWriters(
  transaction: Database,
  membership: Membership,
  mark: number,
): Promise<readonly number[]> {
  if (membership.peerId !== null) return [membership.peerId]
  const rows = await transaction
    .selectDistinct({ senderId: message.senderId })
    .from(message)
    .where(passedOver(membership, mark))
  return rows.map(({ senderId }) => senderId)
}

async function stampRead(
  transaction: Database,
  now: number,
  membership: Membership,
  mark: number,
): Promise<void> {
  await transaction
    .update(message)
    .set(readStamp(now))
    .where(and(passedOver(membership, mark), isNull(message.readAt)))
}

function notifyPair(services: Services, now: number, { membership, mark, writerIds }: Moved): void {
  const { conversationId, accountId } = membership
  const facts = { ChatSessionID: conversationId, ChatID: mark, TimeStamp: now }
  services.connections.deliver({ accountIds: [accountId] }, { Cmd: 'ReadChatSelf', ...facts })
  services.connections.deliver({ accountIds: writerIds }, { Cmd: 'ReadChat', Code: 0, ...facts })
}

function notifyGroup(services: Services, now: number, { membership, mark, writerIds }: Moved): void {
  const { conversationId: GroupID, accountId: UserID } = membership
  services.connections.deliver(
    { accountIds: [UserID, ...writerIds] },
    { Cmd: 'ReadGroupChat', GroupID, MaxReadID: mark, UserID, TimeStamp: now },
  )
}

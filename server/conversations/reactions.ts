import { and, asc, count, desc, eq, gt, inArray, min, sql } from 'drizzle-orm'
import { isEmoji } from '#domain/message/emoticons.ts'
import { canReactTo, mostReactionKinds } from '#domain/message/reactions.ts'
import type { ConversationKind } from '#schemas/ids.ts'
import { resultCode } from '#schemas/result-codes.ts'
import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import { CallRefusal } from '../calls/refusal.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { account, conversation, conversationMember, message, messageReaction } from '../store/schema/index.ts'
import {
  checkMaySend,
  isSide,
  type Membership,
  memberIdsWhoCanRead,
  requireMembership,
} from './membership.ts'
import { hasReadableBody } from './message-expiry.ts'
import { toPlace } from './message-rows.ts'
import { type LockedConversation, lockConversation } from './open-conversation.ts'

/** A message of a conversation, as a person names it in a call. */
export interface NamedMessage {
  readonly kind: ConversationKind
  readonly accountId: number
  readonly conversationId: number
  readonly messageId: number
}

/** The reactions to a message: each emoji with the number of people. */
type ReactionCounts = readonly { readonly Emoji: string; readonly Count: number }[]

interface ReactedMessage {
  readonly sequence: number
  readonly version: number
  readonly counts: ReactionCounts
}

/**
 * Sets a person's reaction to a message, or removes it if the emoji is empty, and sends it to all members who can read
 * the message. People who may write in the conversation may react; the others may remove their own reaction. Repeating a
 * call changes nothing.
 */
export async function reactToMessage(
  services: Services,
  named: NamedMessage,
  emoji: string,
): Promise<ReactedMessage> {
  const { kind, accountId, conversationId, messageId } = named
  if (emoji !== '' && !isEmoji(emoji)) throw new CallRefusal(resultCode.invalid, 'invalid')
  await services.limits.take('messagePerAccount', accountId)
  return services.keyedLock.runExclusive(`conversation ${conversationId}`, async () => {
    const { reacted, send } = await services.database.transaction(async (transaction) => {
      // Locked until the commit, so that versions become visible in their order.
      const { changeVersion } = await lockConversation(transaction, conversationId)
      const membership = await requireMembership(transaction, kind, conversationId, accountId)
      if (emoji !== '') checkMaySend(membership, kind)
      const next = { membership, messageId, emoji, version: changeVersion + 1 }
      const reacted = await storeReaction(transaction, services.clock.now(), next)
      if (!reacted.isChanged) return { reacted, send: () => {} }
      const accountIds = await memberIdsWhoCanRead(transaction, conversationId, messageId)
      const frame = toReactionFrame(named, emoji, reacted)
      return { reacted, send: await services.connections.stage(transaction, [{ to: { accountIds }, frame }]) }
    })
    send()
    return reacted
  })
}

const toReactionFrame = (
  { kind, accountId, conversationId, messageId }: NamedMessage,
  emoji: string,
  { sequence, version, counts }: ReactedMessage,
): ServerFrameInput => ({
  Cmd: 'MessageReacted',
  ...toPlace(kind, conversationId),
  ...{ ChatID: messageId, SeqID: sequence, UserID: accountId, Emoji: emoji },
  ...{ Version: version, Reactions: [...counts] },
})

interface NewReaction {
  readonly membership: Membership
  readonly messageId: number
  readonly emoji: string
  /** The version of the conversation if this reaction changes it. */
  readonly version: number
}

async function storeReaction(
  transaction: Database,
  now: number,
  { membership, messageId, emoji, version: nextVersion }: NewReaction,
): Promise<ReactedMessage & { readonly isChanged: boolean }> {
  const { accountId, conversationId } = membership
  const found = await lockReadable(transaction, membership, messageId, now)
  if (!found || !canReactTo(found)) throw new CallRefusal(resultCode.notFound, 'message-gone')
  const own = and(eq(messageReaction.messageId, messageId), eq(messageReaction.accountId, accountId))
  const [known] = await transaction.select({ emoji: messageReaction.emoji }).from(messageReaction).where(own)
  const isChanged = (known?.emoji ?? '') !== emoji
  const version = isChanged ? nextVersion : found.changeVersion
  if (isChanged) {
    await transaction.delete(messageReaction).where(own)
    if (emoji !== '')
      await transaction.insert(messageReaction).values({ messageId, accountId, emoji, reactedAt: now })
    await transaction.update(message).set({ changeVersion: version }).where(eq(message.id, messageId))
    await transaction
      .update(conversation)
      .set({ changeVersion: version })
      .where(eq(conversation.id, conversationId))
  }
  const counts = (await countReactions(transaction, [messageId])).get(messageId) ?? []
  if (counts.length > mostReactionKinds) throw new CallRefusal(resultCode.forbidden, 'reactions-full')
  return { sequence: found.sequence, version, counts, isChanged }
}

const selectReadable = (
  database: Database,
  { conversationId, historyAfterId }: Membership,
  messageId: number,
  now: number,
) =>
  database
    .select()
    .from(message)
    .where(
      and(
        eq(message.id, messageId),
        eq(message.conversationId, conversationId),
        gt(message.id, historyAfterId),
        hasReadableBody(message, now),
      ),
    )

type Readable = Parameters<typeof selectReadable>

/** Returns a message that this person may read, if it still has a body. */
export async function findReadable(...named: Readable) {
  const [row] = await selectReadable(...named)
  return row
}

/**
 * The same for a transaction that changes the message: locks it, because the sweep of expired messages erases without
 * the lock of the conversation.
 */
export async function lockReadable(...named: Readable) {
  const [row] = await selectReadable(...named).for('update')
  return row
}

/** Counts the reactions to messages: the most frequent emoji first, then the one that was used first. */
export async function countReactions(
  database: Database,
  messageIds: readonly number[],
): Promise<ReadonlyMap<number, ReactionCounts>> {
  const rows = await database
    .select({
      messageId: messageReaction.messageId,
      emoji: messageReaction.emoji,
      count: count(),
    })
    .from(messageReaction)
    .where(inArray(messageReaction.messageId, [...messageIds]))
    .groupBy(messageReaction.messageId, messageReaction.emoji)
    .orderBy(desc(count()), min(messageReaction.reactedAt), asc(messageReaction.emoji))
  const counts = new Map<number, { Emoji: string; Count: number }[]>()
  for (const { messageId, emoji, count } of rows)
    counts.set(messageId, [...(counts.get(messageId) ?? []), { Emoji: emoji, Count: count }])
  return counts
}

/**
 * Removes a person's reactions to all messages of a conversation. Each message gets a version, the oldest one first;
 * clients ask for them: no frame is sent.
 * @returns whether there were any
 */
export async function removeReactionsOf(
  transaction: Database,
  { conversationId, changeVersion }: LockedConversation,
  accountId: number,
): Promise<boolean> {
  const isChanged = and(eq(message.conversationId, conversationId), gt(message.changeVersion, 0))
  const changed = transaction.select({ id: message.id }).from(message).where(isChanged)
  const removed = await transaction
    .delete(messageReaction)
    .where(and(eq(messageReaction.accountId, accountId), inArray(messageReaction.messageId, changed)))
    .returning({ messageId: messageReaction.messageId })
  if (removed.length === 0) return false
  // PostgreSQL returns deleted rows in any order.
  const ids = removed.map(({ messageId }) => messageId).sort((left, right) => left - right)
  await transaction.execute(sql`update ${message} set change_version = ${changeVersion}::bigint + changed.place
    from unnest(${sql.param(ids)}::bigint[]) with ordinality as changed (id, place) where ${message.id} = changed.id`)
  await transaction
    .update(conversation)
    .set({ changeVersion: changeVersion + ids.length })
    .where(eq(conversation.id, conversationId))
  return true
}

/**
 * Returns the people who have reacted to a message, the first one first; at most as many as a group may have. A former
 * member has the name that their messages have, without the picture.
 */
export async function readReactions(
  { database, clock, maxGroupMembers }: Services,
  { kind, accountId, conversationId, messageId }: NamedMessage,
) {
  const membership = await requireMembership(database, kind, conversationId, accountId)
  if (!(await findReadable(database, membership, messageId, clock.now())))
    throw new CallRefusal(resultCode.notFound, 'message-gone')
  return database
    .select({
      UserID: messageReaction.accountId,
      UserNickName: account.nickname,
      UserHeadImg: sql<string>`case when ${conversationMember.accountId} is null then '' else ${account.avatarUrl} end`,
      Emoji: messageReaction.emoji,
      TimeStamp: messageReaction.reactedAt,
    })
    .from(messageReaction)
    .innerJoin(account, eq(account.id, messageReaction.accountId))
    .leftJoin(conversationMember, isSide(conversationId, messageReaction.accountId))
    .where(eq(messageReaction.messageId, messageId))
    .orderBy(asc(messageReaction.reactedAt), asc(messageReaction.accountId))
    .limit(maxGroupMembers)
}

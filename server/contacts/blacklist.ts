import { and, asc, count, eq, gt, inArray, ne, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { resultCode } from '#schemas/result-codes.ts'
import type { WireBlacklistEntry } from '#schemas/wire/calls/contact-changes.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { lockConversation } from '../conversations/open-conversation.ts'
import type { Services } from '../services.ts'
import { type Database, readInBatches } from '../store/database.ts'
import {
  account,
  applicationStatus,
  blockedPerson,
  conversationMember,
  friendApplication,
} from '../store/schema/index.ts'
import { closeForSender } from './application-lists.ts'
import { areFriends, conversationWith, lockPair, refreshContacts, withPresence } from './friendships.ts'

/** The maximum number of people that a person can block. */
export const blacklistLimit = 1_000
/** The number of entries read between two turns of the event loop. */
const entryBatch = 500

/** Whether the first person has blocked the second. */
export async function hasBlocked(database: Database, accountId: number, otherId: number): Promise<boolean> {
  const rows = await database
    .select({ id: blockedPerson.id })
    .from(blockedPerson)
    .where(and(eq(blockedPerson.accountId, accountId), eq(blockedPerson.blockedId, otherId)))
  return rows.length > 0
}

/** @throws CallRefusal `group-cannot-add` with the names of the `ids` who have blocked `accountId`. */
export async function requireUnblocked(
  database: Database,
  accountId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const blocking = await database
    .select({ name: account.nickname })
    .from(blockedPerson)
    .innerJoin(account, eq(account.id, blockedPerson.accountId))
    .where(and(eq(blockedPerson.blockedId, accountId), inArray(blockedPerson.accountId, [...ids])))
    .orderBy(asc(account.id))
  if (blocking.length === 0) return
  const names = blocking.map(({ name }) => name).join(', ')
  throw new CallRefusal(resultCode.forbidden, 'group-cannot-add', { values: { names } })
}

/**
 * Blocks a person whom the caller knows: from a conversation, or by their friend request [BLOCK-03 BLOCK-08]. Others are
 * rejected like people who do not exist. Repeating it changes nothing. Requests between the two end. The blocked person
 * is not notified; the caller only appears offline to them.
 */
export async function blockPerson(
  services: Pick<Services, 'database' | 'clock' | 'connections' | 'keyedLock'>,
  accountId: number,
  blockedId: number,
): Promise<void> {
  if (blockedId === accountId) throw CallRefusal.wrongValue('UserID', 'blacklist-self')
  const conversationId = await conversationWith(services.database, accountId, blockedId)
  const block = () =>
    services.database.transaction((transaction) =>
      addEntry(transaction, services.clock.now(), accountId, blockedId, conversationId),
    )
  await withPresence(services, accountId, async () => {
    // A message that is being sent is delivered before the block, or rejected because of it.
    const { isWatched, isWithdrawn } = await (conversationId === undefined
      ? block()
      : services.keyedLock.runExclusive(`conversation ${conversationId}`, block))
    if (isWatched)
      services.connections.deliver({ accountIds: [blockedId] }, { Cmd: 'Offline', FriendID: accountId })
    if (isWithdrawn) await refreshContacts(services, blockedId, accountId)
  })
  await refreshContacts(services, accountId, blockedId)
}

/**
 * @returns `isWatched`: the blocked person could see until now whether the caller is online. `isWithdrawn`: a request of
 *   the caller to that person was deleted.
 */
async function addEntry(
  transaction: Database,
  now: number,
  accountId: number,
  blockedId: number,
  conversationId: number | undefined,
): Promise<{ readonly isWatched: boolean; readonly isWithdrawn: boolean }> {
  if (conversationId !== undefined) await lockConversation(transaction, conversationId)
  await lockPair(transaction, accountId, blockedId)
  if (await hasBlocked(transaction, accountId, blockedId)) return { isWatched: false, isWithdrawn: false }
  if (!(await areAcquainted(transaction, accountId, blockedId)))
    throw new CallRefusal(resultCode.notFound, 'person-not-found')
  const own = eq(blockedPerson.accountId, accountId)
  const [entries] = await transaction.select({ count: count() }).from(blockedPerson).where(own)
  if ((entries?.count ?? 0) >= blacklistLimit)
    throw new CallRefusal(resultCode.invalid, 'blacklist-full', { values: { count: blacklistLimit } })
  await transaction.insert(blockedPerson).values({ accountId, blockedId, createdAt: now })
  const isWithdrawn = await endRequests(transaction, now, accountId, blockedId)
  return { isWithdrawn, isWatched: await areFriends(transaction, accountId, blockedId) }
}

/** The condition of the sender's applications to the receiver with this status. */
export const isApplicationWith = (status: number, senderId: number, receiverId: number) =>
  and(
    eq(friendApplication.senderId, senderId),
    eq(friendApplication.receiverId, receiverId),
    eq(friendApplication.status, status),
  )

/** Rejects the request of the blocked person, and withdraws the caller's own. Returns whether the caller had one. */
async function endRequests(
  transaction: Database,
  now: number,
  accountId: number,
  blockedId: number,
): Promise<boolean> {
  const { pending, rejected } = applicationStatus
  await transaction
    .update(friendApplication)
    .set({ status: rejected, answeredAt: now })
    .where(isApplicationWith(pending, blockedId, accountId))
  const withdrawn = await transaction
    .delete(friendApplication)
    .where(isApplicationWith(pending, accountId, blockedId))
    .returning({ id: friendApplication.id })
  // To the caller, rejected and withheld requests look pending.
  await closeForSender(transaction, accountId, blockedId)
  return withdrawn.length > 0
}

/** Whether two people share a conversation, or the second has applied to the first. Friends share a conversation. */
async function areAcquainted(database: Database, accountId: number, otherId: number): Promise<boolean> {
  const other = alias(conversationMember, 'other')
  const [shared] = await database
    .select({ id: conversationMember.conversationId })
    .from(conversationMember)
    .innerJoin(
      other,
      and(eq(other.conversationId, conversationMember.conversationId), eq(other.accountId, otherId)),
    )
    .where(eq(conversationMember.accountId, accountId))
    .limit(1)
  if (shared) return true
  const [applied] = await database
    .select({ id: friendApplication.id })
    .from(friendApplication)
    .where(
      and(
        eq(friendApplication.senderId, otherId),
        eq(friendApplication.receiverId, accountId),
        ne(friendApplication.status, applicationStatus.withheld),
      ),
    )
    .limit(1)
  return applied !== undefined
}

/** Unblocks a person by the entry's id [BLOCK-09]. Ids of others' or missing entries are ignored. */
export async function unblockPerson(services: Services, accountId: number, entryId: number): Promise<void> {
  const { database, connections } = services
  const blockedId = await withPresence(services, accountId, async () => {
    const [removed] = await database
      .delete(blockedPerson)
      .where(and(eq(blockedPerson.id, entryId), eq(blockedPerson.accountId, accountId)))
      .returning({ blockedId: blockedPerson.blockedId })
    const isWatched = removed && (await areFriends(database, accountId, removed.blockedId))
    if (isWatched && (await connections.onlineAmong([accountId])).size > 0)
      connections.deliver({ accountIds: [removed.blockedId] }, { Cmd: 'Online', FriendID: accountId })
    return removed?.blockedId
  })
  if (blockedId !== undefined) await refreshContacts(services, accountId, blockedId)
}

/** Returns the people whom a person has blocked, oldest entry first [BLOCK-06 BLOCK-07]. */
export async function readBlacklist(services: Services, accountId: number): Promise<WireBlacklistEntry[]> {
  const rows = await readInBatches<Awaited<ReturnType<typeof selectEntries>>[number]>(
    services,
    entryBatch,
    (last) => selectEntries(services.database, accountId, last?.entry.id ?? 0),
  )
  return rows.map(({ entry, nickname, avatarUrl }) => ({
    ID: entry.id,
    UserID: entry.accountId,
    BlackUserID: entry.blockedId,
    BlackUserHeadImg: avatarUrl,
    BlackUserNickName: nickname,
    CreateTime: entry.createdAt,
  }))
}

const selectEntries = (database: Database, accountId: number, after: number) =>
  database
    .select({ entry: blockedPerson, nickname: account.nickname, avatarUrl: account.avatarUrl })
    .from(blockedPerson)
    .innerJoin(account, eq(account.id, blockedPerson.blockedId))
    .where(and(eq(blockedPerson.accountId, accountId), gt(blockedPerson.id, after)))
    .orderBy(asc(blockedPerson.id))
    .limit(entryBatch)

/** Deletes the entries of and about an account that is deleted. */
export const forgetBlocks = (transaction: Database, accountId: number) =>
  transaction
    .delete(blockedPerson)
    .where(or(eq(blockedPerson.accountId, accountId), eq(blockedPerson.blockedId, accountId)))

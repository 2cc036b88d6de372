import { and, eq, inArray } from 'drizzle-orm'
import { canManage } from '#domain/group/roles.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { readGroupInvite } from '#schemas/translate/message-bodies.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { isSide } from '../conversations/membership.ts'
import { isExpired } from '../conversations/message-expiry.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { conversation, conversationMember, formerMember, message } from '../store/schema/index.ts'
import { findRole, newestIn } from './membership-changes.ts'

/** The ways into a group, with the wire's numbers [ADMIN-26]. */
export const joinMethod = { qrCode: 1, invitation: 2 } as const

/** A person who requests to join a group (DEC-14). */
export interface JoinRequest {
  readonly accountId: number
  readonly groupId: number
  /** The remark to the managers. */
  readonly remark: string
  /** The invite message and its sender, as the request names them. */
  readonly invite: { readonly messageId: number; readonly inviterId: number } | undefined
}

/** An invitation that this person received from a member of the group. */
export interface ProvenInvite {
  readonly inviterId: number
  /** Whether a manager sent it, which admits without approval. */
  readonly isByManager: boolean
}

export const groupNotFound = (): CallRefusal => new CallRefusal(resultCode.notFound, 'group-not-found')

/**
 * Looks up the invitation that a request names, because the payload may be old or forged (DEC-14). Undefined if none is
 * named. Rejects one that was never sent, was deleted, or whose sender has left, as if the group did not exist.
 */
export async function proveInvite(
  services: Services,
  transaction: Database,
  { accountId, groupId, invite }: JoinRequest,
): Promise<ProvenInvite | undefined> {
  if (!invite) return undefined
  const [row] = await transaction
    .select({ body: message.body, expiresAt: message.expiresAt })
    .from(message)
    .innerJoin(conversation, eq(conversation.id, message.conversationId))
    .innerJoin(conversationMember, isSide(message.conversationId, accountId))
    .where(
      and(
        eq(message.id, invite.messageId),
        eq(message.senderId, invite.inviterId),
        eq(message.type, 'invite'),
        eq(conversation.kind, 'direct'),
      ),
    )
  const isLive = row !== undefined && row.body !== null && !isExpired(row, services.clock.now())
  const isOfGroup = isLive && readGroupInvite(row.body ?? '')?.groupId === groupId
  const role = isOfGroup ? await findRole(transaction, groupId, invite.inviterId) : undefined
  if (role === undefined) throw groupNotFound()
  return { inviterId: invite.inviterId, isByManager: canManage(role) }
}

/**
 * Adds these people as members; former bans apply again. They see messages from now on (DEC-128). Rejects if the group
 * would exceed its limit.
 */
export async function insertNewcomers(
  services: Services,
  transaction: Database,
  conversationId: number,
  before: readonly number[],
  accountIds: readonly number[],
): Promise<void> {
  if (before.length + accountIds.length > services.maxGroupMembers)
    throw new CallRefusal(resultCode.forbidden, 'group-full')
  const newest = await newestIn(transaction, conversationId)
  const joinedAt = services.clock.now()
  const former = await transaction
    .delete(formerMember)
    .where(and(eq(formerMember.groupId, conversationId), inArray(formerMember.accountId, [...accountIds])))
    .returning()
  const formerlyBanned = new Set(former.filter(({ isBanned }) => isBanned).map(({ accountId }) => accountId))
  await transaction.insert(conversationMember).values(
    accountIds.map((accountId) => ({
      conversationId,
      accountId,
      isBanned: formerlyBanned.has(accountId),
      joinedAt,
      readMessageId: newest,
      historyAfterId: newest,
    })),
  )
}

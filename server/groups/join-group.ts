import { and, eq, inArray } from 'drizzle-orm'
import { canManage } from '#domain/group/roles.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { readGroupInvite } from '#schemas/translate/message-bodies.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { type Audience, isSide, memberIdsOf, requireMembership } from '../conversations/membership.ts'
import { isExpired } from '../conversations/message-expiry.ts'
import { lockConversation } from '../conversations/open-conversation.ts'
import { stageMessage } from '../conversations/send-message.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import {
  applicationStatus,
  conversation,
  conversationMember,
  formerMember,
  groupApplication,
  message,
} from '../store/schema/index.ts'
import { readNews, settleApplications, writeApplication } from './application-rows.ts'
import { findGroup, type Group, groupEvent } from './group-facts.ts'
import { findRemovedMembers, findRole, newestIn, notManager, personOf } from './membership-changes.ts'
import { storeNotice } from './notices.ts'

/** The result of a request to join. */
type Joining = 'joined' | 'applied'

/**
 * Joins a public group, or a private one by a manager's invitation; changes nothing for a member. Without an invitation
 * a private group is rejected as if it did not exist (DEC-132) [GROUP-18 GROUP-20].
 */
export const joinGroup = (services: Services, request: JoinRequest): Promise<Joining> =>
  admitOrElse(services, request, async ({ invite }) => {
    throw invite ? new CallRefusal(resultCode.forbidden, 'group-needs-application') : groupNotFound()
  })

/**
 * Applies to the managers, or joins if no approval is needed. A repeated application renews the remark. A group that
 * does not exist gets the same response (DEC-132) [GROUP-19 GROUP-20 ADMIN-23].
 */
export async function applyToJoin(services: Services, request: JoinRequest): Promise<Joining> {
  if (!request.invite && !(await findGroup(services.database, request.groupId))) return 'applied'
  return admitOrElse(services, request, async ({ transaction, group, invite }) => {
    const news = await writeApplication(services, transaction, group, {
      applicantId: request.accountId,
      joinMethod: invite ? joinMethod.invitation : joinMethod.qrCode,
      inviterId: invite?.inviterId ?? null,
      remark: request.remark,
    })
    return () => {
      if (news) services.connections.deliver(news, news.frame)
    }
  })
}

interface Outsider {
  readonly transaction: Database
  readonly group: Group
  readonly invite: ProvenInvite | undefined
}

/** Admits people who need no approval; `outside` handles all others. */
function admitOrElse(
  services: Services,
  request: JoinRequest,
  outside: (outsider: Outsider) => Promise<NotifyMembers>,
): Promise<Joining> {
  const { accountId, groupId } = request
  return inGroup(services, groupId, async (transaction) => {
    const invite = await proveInvite(services, transaction, request)
    const group = await findGroup(transaction, groupId)
    if (!group) throw groupNotFound()
    const before = await memberIdsOf(transaction, groupId)
    if (before.includes(accountId)) return { result: 'joined', notify: () => {} }
    const isRemoved = (await findRemovedMembers(transaction, groupId, [accountId])).size > 0
    if (isRemoved && !invite) throw new CallRefusal(resultCode.forbidden, 'group-needs-invitation')
    if ((!group.isPublic || isRemoved) && !invite?.isByManager)
      return { result: 'applied', notify: await outside({ transaction, group, invite }) }
    const newcomer = { accountId, joinMethod: invite ? joinMethod.invitation : joinMethod.qrCode }
    return { result: 'joined', notify: await admit(services, transaction, group, before, newcomer) }
  })
}

/**
 * Accepts or rejects an application as a manager [ADMIN-09 ADMIN-23 ADMIN-29]. Repeating the same decision changes
 * nothing. Rejects an application that was decided otherwise, or of another group.
 */
export function answerApplication(
  services: Services,
  managerId: number,
  groupId: number,
  applicationId: number,
  isAccepted: boolean,
): Promise<void> {
  return inGroup(services, groupId, async (transaction) => {
    const { role, group } = await requireMembership(transaction, 'group', groupId, managerId)
    if (!canManage(role) || !group) throw notManager()
    const isThis = and(eq(groupApplication.id, applicationId), eq(groupApplication.groupId, groupId))
    const [found] = await transaction.select().from(groupApplication).where(isThis)
    const status = isAccepted ? applicationStatus.accepted : applicationStatus.rejected
    if (found?.status === status) return { result: undefined, notify: () => {} }
    if (found?.status !== applicationStatus.pending)
      throw new CallRefusal(resultCode.notFound, 'application-gone')
    const notify = isAccepted
      ? await letIn(services, transaction, group, found)
      : await turnAway(services, transaction, group, found)
    return { result: undefined, notify }
  })
}

type Application = typeof groupApplication.$inferSelect

async function letIn(
  services: Services,
  transaction: Database,
  group: Group,
  { applicantId, joinMethod }: Application,
): Promise<NotifyMembers> {
  const before = await memberIdsOf(transaction, group.conversationId)
  return admit(services, transaction, group, before, { accountId: applicantId, joinMethod })
}

async function turnAway(
  services: Services,
  transaction: Database,
  group: Group,
  { id, applicantId }: Application,
): Promise<NotifyMembers> {
  await transaction
    .update(groupApplication)
    .set({ status: applicationStatus.rejected, answeredAt: services.clock.now() })
    .where(eq(groupApplication.id, id))
  const news = await readNews(transaction, group, applicantId)
  return () => services.connections.deliver(news, news.frame)
}

/** Runs one change in the queue of the group's messages, in one transaction, and notifies after the commit. */
function inGroup<Result>(
  { keyedLock, database }: Services,
  groupId: number,
  change: (transaction: Database) => Promise<{ readonly result: Result; readonly notify: NotifyMembers }>,
): Promise<Result> {
  return keyedLock.runExclusive(`conversation ${groupId}`, async () => {
    const { result, notify } = await database.transaction(async (transaction) => {
      await lockConversation(transaction, groupId)
      return change(transaction)
    })
    notify()
    return result
  })
}

/** Notifies of a transaction's changes; to be called after the commit. */
type NotifyMembers = () => void

interface Newcomer {
  readonly accountId: number
  /** How a person joined [ADMIN-26]; 0 means unknown. */
  readonly joinMethod: number
}

/** Adds one person to a group whose members are `before`; runs inside a transaction [SOCK-74]. */
async function admit(
  services: Services,
  transaction: Database,
  group: Group,
  before: readonly number[],
  { accountId, joinMethod }: Newcomer,
): Promise<NotifyMembers> {
  const { conversationId } = group
  await insertNewcomers(services, transaction, conversationId, before, [accountId])
  const news = await settleApplications(services, transaction, group, [accountId])
  const people = [await personOf(transaction, accountId)]
  const notice = { Kind: 'joined', people, JoinMethod: joinMethod } as const
  const row = await storeNotice(services, transaction, conversationId, accountId, notice)
  const audience: Audience = { accountIds: [...before, accountId], group }
  const join = { to: { accountIds: audience.accountIds }, frame: groupEvent(group, 'Join', accountId) }
  const sendJoin = await services.connections.stage(transaction, [join])
  const sendNotice = await stageMessage(services, transaction, row, audience)
  return () => {
    sendJoin()
    sendNotice()
    if (news) services.connections.deliver(news, news.frame)
  }
}

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
interface ProvenInvite {
  readonly inviterId: number
  /** Whether a manager sent it, which admits without approval. */
  readonly isByManager: boolean
}

const groupNotFound = (): CallRefusal => new CallRefusal(resultCode.notFound, 'group-not-found')

/**
 * Looks up the invitation that a request names, because the payload may be old or forged (DEC-14). Undefined if none is
 * named. Rejects one that was never sent, was deleted, or whose sender has left, as if the group did not exist.
 */
async function proveInvite(
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

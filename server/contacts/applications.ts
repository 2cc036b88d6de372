import { and, eq, gt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { applicationLife } from '#domain/contacts/contacts.ts'
import { canManage } from '#domain/group/roles.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { getAccount } from '../accounts/accounts.ts'
import { CallRefusal } from '../calls/refusal.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import {
  type account,
  applicationStatus,
  chatGroup,
  conversationMember,
  friendApplication,
} from '../store/schema/index.ts'
import { closeForSender } from './application-lists.ts'
import { hasBlocked, isApplicationWith } from './blacklist.ts'
import { announceFriendship, areFriends, befriend, lockPair, refreshContacts } from './friendships.ts'

type Application = typeof friendApplication.$inferSelect

/** A friend request to send. Like the wire, the code names a friend request "application". */
export interface NewApplication {
  readonly senderId: number
  readonly receiverId: number
  readonly remark: string
  /** Where the sender found the receiver, as the client says (DEC-210). */
  readonly source: string
  /** Whether the receiver has invited the sender; false by default. */
  readonly isInvited?: boolean
}
type Sender = Pick<typeof account.$inferSelect, 'nickname' | 'avatarUrl'>
type Result =
  | { readonly kind: 'friends-already' }
  | { readonly kind: 'became-friends'; readonly conversationId: number }
  /** Not delivered, after a recent rejection or a block by the receiver. For the sender it looks like `pending`. */
  | { readonly kind: 'withheld' }
  | { readonly kind: 'pending'; readonly application: Application; readonly sender: Sender }

/**
 * Sends an application [FRIEND-58]. A repeated one renews the pending one. Both become friends immediately if the
 * receiver has applied to the sender, has invited the sender (DEC-201), or does not require applications [SET-15].
 * @throws CallRefusal if the receiver is unknown, blocked by the sender, or protected by their common groups
 */
export async function applyToBeFriends(services: Services, request: NewApplication): Promise<Result['kind']> {
  const { senderId, receiverId } = request
  const applied = await services.database.transaction((transaction) => apply(services, transaction, request))
  if (applied.kind === 'became-friends')
    await announceFriendship(services, applied.conversationId, senderId, receiverId)
  if (applied.kind === 'pending') notifyReceiver(services, applied.application, applied.sender)
  // The sender's devices list the request as sent.
  if (applied.kind === 'pending' || applied.kind === 'withheld')
    await refreshContacts(services, senderId, receiverId)
  return applied.kind
}

async function apply(services: Services, transaction: Database, request: NewApplication): Promise<Result> {
  const { senderId, receiverId, isInvited = false } = request
  const doBothExist = await lockPair(transaction, senderId, receiverId)
  if (!doBothExist) throw new CallRefusal(resultCode.notFound, 'friend-unknown')
  if (await areFriends(transaction, senderId, receiverId)) return { kind: 'friends-already' }
  if (await hasBlocked(transaction, senderId, receiverId))
    throw CallRefusal.wrongValue('UserID', 'friend-blocked')
  const now = services.clock.now()
  if (await hasBlocked(transaction, receiverId, senderId)) return withhold(transaction, now, request)
  const hasConsent = (await acceptPending(transaction, now, receiverId, senderId)) || isInvited
  const isForbidden =
    !hasConsent &&
    (await isForbiddenByGroups(transaction, senderId, receiverId)) &&
    !(await wasFound(services, senderId, receiverId))
  if (isForbidden) throw new CallRefusal(resultCode.forbidden, 'friend-forbidden-by-group')
  const { verifiesFriends } = await getAccount(transaction, receiverId)
  if (hasConsent || !verifiesFriends) {
    await acceptPending(transaction, now, senderId, receiverId)
    return { kind: 'became-friends', conversationId: await befriend(transaction, now, senderId, receiverId) }
  }
  if (await isPaused(transaction, now, request)) return withhold(transaction, now, request)
  const sender = await getAccount(transaction, senderId)
  const application = await writeApplication(transaction, now, request, applicationStatus.pending)
  await closeForSender(transaction, receiverId, senderId)
  return { kind: 'pending', sender, application }
}

async function withhold(transaction: Database, now: number, request: NewApplication): Promise<Result> {
  await writeApplication(transaction, now, request, applicationStatus.withheld)
  return { kind: 'withheld' }
}

/**
 * Whether the first person may not apply to the other one: they share groups but no one-to-one conversation, and all
 * these groups forbid it to plain members such as the first person [GROUP-45].
 */
export async function isForbiddenByGroups(
  database: Database,
  accountId: number,
  otherId: number,
): Promise<boolean> {
  const other = alias(conversationMember, 'other')
  const shared = await database
    .select({ mayAddFriends: chatGroup.mayAddFriends, role: conversationMember.role })
    .from(conversationMember)
    .innerJoin(
      other,
      and(eq(other.conversationId, conversationMember.conversationId), eq(other.accountId, otherId)),
    )
    .leftJoin(chatGroup, eq(chatGroup.conversationId, conversationMember.conversationId))
    .where(eq(conversationMember.accountId, accountId))
  // A one-to-one conversation has no group: its `mayAddFriends` is null, which forbids nothing.
  return (
    shared.length > 0 &&
    shared.every(({ mayAddFriends, role }) => mayAddFriends === false && !canManage(role))
  )
}

/** How long a person who was found outside the groups can be added although the groups forbid it, ms. */
const foundLife = 24 * 60 * 60_000

const foundKey = (finderId: number, foundId: number) => `found ${finderId} ${foundId}`

/** Records that a person was found by a phone number, a chat id or a personal code. Groups show none of these. */
export const recordFound = (
  { limitStore, clock }: Services,
  finderId: number,
  foundId: number,
): Promise<void> =>
  limitStore.change(foundKey(finderId, foundId), () => {
    const expiresAt = clock.now() + foundLife
    return { state: { expiresAt }, expiresAt, result: undefined }
  })

const wasFound = ({ limitStore, clock }: Services, finderId: number, foundId: number): Promise<boolean> =>
  limitStore.change(foundKey(finderId, foundId), (state) => {
    const expiresAt = state?.expiresAt ?? 0
    return { state, expiresAt, result: expiresAt > clock.now() }
  })

/** How long after a rejection further applications of the same person are not stored, ms. For groups too. */
export const rejectionPause = 24 * 60 * 60_000

/** Whether the receiver rejected an application of the sender less than `rejectionPause` ago. */
async function isPaused(transaction: Database, now: number, request: NewApplication): Promise<boolean> {
  const rows = await transaction
    .select({ id: friendApplication.id })
    .from(friendApplication)
    .where(
      and(
        eq(friendApplication.senderId, request.senderId),
        eq(friendApplication.receiverId, request.receiverId),
        eq(friendApplication.status, applicationStatus.rejected),
        gt(friendApplication.answeredAt, now - rejectionPause),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Renews the open pending or withheld application of the sender to the receiver, or creates one. */
async function writeApplication(
  transaction: Database,
  now: number,
  request: NewApplication,
  status: typeof applicationStatus.pending | typeof applicationStatus.withheld,
): Promise<Application> {
  const [renewed] = await transaction
    .update(friendApplication)
    .set({ remark: request.remark, source: request.source, createdAt: now })
    .where(
      and(
        isApplicationWith(status, request.senderId, request.receiverId),
        eq(friendApplication.isOpenForSender, true),
      ),
    )
    .returning()
  if (renewed) return renewed
  const [created] = await transaction
    .insert(friendApplication)
    .values({ ...request, status, createdAt: now })
    .returning()
  if (!created) throw new Error('An inserted application was not returned')
  return created
}

/** Accepts the pending application of the sender to the receiver. Returns false if there is none, or it has expired. */
async function acceptPending(
  transaction: Database,
  now: number,
  senderId: number,
  receiverId: number,
): Promise<boolean> {
  const rows = await transaction
    .update(friendApplication)
    .set({ status: applicationStatus.accepted, answeredAt: now })
    .where(
      and(
        isApplicationWith(applicationStatus.pending, senderId, receiverId),
        gt(friendApplication.createdAt, now - applicationLife),
      ),
    )
    .returning({ id: friendApplication.id })
  return rows.length > 0
}

function notifyReceiver(services: Services, application: Application, sender: Sender): void {
  services.connections.deliver(
    { accountIds: [application.receiverId] },
    {
      Cmd: 'FriendApply',
      ApplicationID: application.id,
      UserID: application.senderId,
      NickName: sender.nickname,
      HeadImg: sender.avatarUrl,
      Remark: application.remark,
      Source: application.source,
      CreateTime: application.createdAt,
    },
  )
}

/**
 * Accepts an application for its receiver [FRIEND-55]. Accepting it again changes nothing while the two are friends.
 * @throws CallRefusal if it was rejected or has expired, even if the sender has applied once more since (DEC-210)
 */
export async function acceptApplication(services: Services, receiverId: number, id: number): Promise<void> {
  const accepted = await services.database.transaction(async (transaction) => {
    const { senderId, status } = await lockApplication(transaction, receiverId, id)
    if (status === applicationStatus.accepted && (await areFriends(transaction, senderId, receiverId)))
      return undefined
    const now = services.clock.now()
    // The sender has at most one pending application to the receiver, so it is this one.
    const isAccepted =
      status === applicationStatus.pending && (await acceptPending(transaction, now, senderId, receiverId))
    if (!isAccepted) throw applicationGone()
    await acceptPending(transaction, now, receiverId, senderId)
    return { senderId, conversationId: await befriend(transaction, now, senderId, receiverId) }
  })
  if (accepted) await announceFriendship(services, accepted.conversationId, accepted.senderId, receiverId)
}

/**
 * Rejects an application for its receiver, whose other devices fetch it again (DEC-199) [FRIEND-56]. A second rejection
 * changes nothing; an accepted one is gone.
 */
export async function rejectApplication(services: Services, receiverId: number, id: number): Promise<void> {
  const rejected = await services.database.transaction(async (transaction) => {
    const { senderId, status } = await lockApplication(transaction, receiverId, id)
    if (status === applicationStatus.rejected) return undefined
    if (status === applicationStatus.accepted) throw applicationGone()
    await transaction
      .update(friendApplication)
      .set({ status: applicationStatus.rejected, answeredAt: services.clock.now() })
      .where(eq(friendApplication.id, id))
    return { senderId }
  })
  if (rejected) await refreshContacts(services, receiverId, rejected.senderId)
}

/** Finds an application for its receiver, and locks the two people, so that its status stays until the commit. */
async function lockApplication(transaction: Database, receiverId: number, id: number): Promise<Application> {
  const { senderId } = await findAddressedTo(transaction, receiverId, id)
  await lockPair(transaction, senderId, receiverId)
  // Read once more: the status may have changed before the lock.
  return findAddressedTo(transaction, receiverId, id)
}

export const applicationGone = () => new CallRefusal(resultCode.notFound, 'application-gone')

// The response is the same for another person's application and for one that does not exist.
async function findAddressedTo(transaction: Database, receiverId: number, id: number): Promise<Application> {
  const [row] = await transaction
    .select()
    .from(friendApplication)
    .where(and(eq(friendApplication.id, id), eq(friendApplication.receiverId, receiverId)))
  if (!row || row.status === applicationStatus.withheld) throw applicationGone()
  return row
}

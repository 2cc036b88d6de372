import { and, count, desc, eq, gt } from 'drizzle-orm'
import { canBePinned, mayPin, mostPins } from '#domain/message/pins.ts'
import { resultCode } from '#schemas/result-codes.ts'
import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { notManager } from '../groups/membership-changes.ts'
import { storeNotice } from '../groups/notices.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { account, conversation, conversationMember, message } from '../store/schema/index.ts'
import {
  checkMaySend,
  findAudience,
  isSide,
  type Membership,
  memberIdsWhoCanRead,
  requireMembership,
} from './membership.ts'
import { hasReadableBody } from './message-expiry.ts'
import { readMessageType, senderColumns, toPlace } from './message-rows.ts'
import { lockConversation } from './open-conversation.ts'
import { lockReadable, type NamedMessage } from './reactions.ts'
import { stageMessage } from './send-message.ts'
import { shortBody } from './session-rows.ts'

/** A pin or its removal counts as so many messages: it adds a notice, and everyone sees it. */
const pinCost = 20

/**
 * Pins or unpins a message for all members: people who may write in a one-to-one conversation, and managers of a group.
 * A pin adds a notice to the conversation. Repeating a call changes nothing.
 * @returns the version of the conversation's pins since which the message is so
 */
export async function pinMessage(
  services: Services,
  named: NamedMessage,
  isPinned: boolean,
): Promise<number> {
  const { kind, accountId, conversationId, messageId } = named
  await services.limits.take('messagePerAccount', accountId, pinCost)
  return services.keyedLock.runExclusive(`conversation ${conversationId}`, async () => {
    const { version, sends } = await services.database.transaction(async (transaction) => {
      // Locked until the commit, so that versions become visible in their order.
      const { pinVersion } = await lockConversation(transaction, conversationId)
      const membership = await requireMembership(transaction, kind, conversationId, accountId)
      checkMaySend(membership, kind)
      if (!mayPin(membership.group ? membership.role : undefined)) throw notManager()
      const found = await lockReadable(transaction, membership, messageId, services.clock.now())
      if (!found || !canBePinned(found)) throw new CallRefusal(resultCode.notFound, 'message-gone')
      if (isPinned === found.pinVersion > 0)
        return { version: isPinned ? found.pinVersion : pinVersion, sends: [] }
      if (isPinned) await requireRoom(transaction, membership, services.clock.now())
      const version = pinVersion + 1
      await storePin(transaction, named, isPinned, version)
      const accountIds = await memberIdsWhoCanRead(transaction, conversationId, messageId)
      const frame = toPinFrame(named, isPinned, version)
      const sends = [await services.connections.stage(transaction, [{ to: { accountIds }, frame }])]
      if (isPinned) {
        const row = await storeNotice(services, transaction, conversationId, accountId, { Kind: 'pinned' })
        const audience = await findAudience(transaction, membership)
        sends.push(await stageMessage(services, transaction, row, audience))
      }
      return { version, sends }
    })
    for (const send of sends) send()
    return version
  })
}

const toPinFrame = (
  { kind, conversationId, messageId }: NamedMessage,
  isPinned: boolean,
  version: number,
): ServerFrameInput => ({
  Cmd: 'MessagePinned',
  ...toPlace(kind, conversationId),
  ...{ ChatID: messageId, IsPinned: isPinned, PinVersion: version },
})

/** The pins that a person can see: none of messages from before their history. */
const isPinnedFor = (
  { conversationId, historyAfterId }: Pick<Membership, 'conversationId' | 'historyAfterId'>,
  now: number,
) =>
  and(
    eq(message.conversationId, conversationId),
    gt(message.pinVersion, 0),
    gt(message.id, historyAfterId),
    hasReadableBody(message, now),
  )

/** Counts only pins that this person can see, and so remove (DEC-254). */
async function requireRoom(transaction: Database, membership: Membership, now: number): Promise<void> {
  const [pins] = await transaction
    .select({ count: count() })
    .from(message)
    .where(isPinnedFor(membership, now))
  if ((pins?.count ?? 0) >= mostPins)
    throw new CallRefusal(resultCode.forbidden, 'pins-full', { values: { count: mostPins } })
}

async function storePin(
  transaction: Database,
  { conversationId, messageId }: NamedMessage,
  isPinned: boolean,
  version: number,
): Promise<void> {
  await transaction
    .update(message)
    .set({ pinVersion: isPinned ? version : 0 })
    .where(eq(message.id, messageId))
  await transaction
    .update(conversation)
    .set({ pinVersion: version })
    .where(eq(conversation.id, conversationId))
}

/** Returns the pinned messages that this person may read, the last pinned one first, and their version. */
export async function readPins(
  { database, clock }: Services,
  { kind, accountId, conversationId }: Omit<NamedMessage, 'messageId'>,
) {
  const membership = await requireMembership(database, kind, conversationId, accountId)
  // Read first: a later change has a frame of its own.
  const [row] = await database
    .select({ version: conversation.pinVersion })
    .from(conversation)
    .where(eq(conversation.id, conversationId))
  const rows = await database
    .select({
      ...{ id: message.id, pinVersion: message.pinVersion, senderId: message.senderId },
      ...{ type: message.type, body: shortBody(message) },
      ...senderColumns,
    })
    .from(message)
    .innerJoin(account, eq(account.id, message.senderId))
    .leftJoin(conversationMember, isSide(message.conversationId, message.senderId))
    .where(isPinnedFor(membership, clock.now()))
    .orderBy(desc(message.pinVersion))
    .limit(mostPins)
  return {
    Version: row?.version ?? 0,
    Messages: rows.map(({ id, pinVersion, senderId, type, body, senderName, senderMemberName }) => ({
      ...{ ChatID: id, PinVersion: pinVersion, UserID: senderId },
      ...{ UserNickName: senderName, UserDisplayName: kind === 'group' ? senderMemberName : null },
      ...{ MsgType: readMessageType(type), Message: body ?? '' },
    })),
  }
}

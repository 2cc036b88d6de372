import { eq } from 'drizzle-orm'
import { nearestTimerPreset } from '#domain/disappearing/timer-presets.ts'
import type { ConversationKind } from '#schemas/ids.ts'
import { resultCode } from '#schemas/result-codes.ts'
import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import type { WireTimerNotice } from '#schemas/wire/message-bodies.ts'
import { createFileKey } from '../accounts/secrets.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { groupChangedFrame } from '../groups/group-facts.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { conversation, conversationMember } from '../store/schema/index.ts'
import { storeMessage } from './insert-messages.ts'
import { checkMaySend, findAudience, isSide, requireMembership } from './membership.ts'
import type { MessageRow } from './message-rows.ts'
import { stageMessage } from './send-message.ts'

/**
 * Sets the timer of disappearing messages of a one-to-one conversation, snapped to a preset; 0 turns it off
 * [BURN-03 BURN-04 SESS-33]. A change adds a notice for both people to the conversation [BURN-07]. Messages that were
 * sent before keep their timer.
 * @returns the timer that applies now, seconds
 */
export async function setDisappearingTimer(
  services: Services,
  accountId: number,
  conversationId: number,
  seconds: number,
): Promise<number> {
  await services.limits.take('messagePerAccount', accountId)
  const timerSeconds = nearestTimerPreset(seconds)
  await services.keyedLock.runExclusive(`conversation ${conversationId}`, async () => {
    const send = await services.database.transaction(async (transaction) => {
      const membership = await requireMembership(transaction, 'direct', conversationId, accountId)
      // The notice is a message, which only friends may send to each other.
      if (!membership.isFriend) throw new CallRefusal(resultCode.forbidden, 'not-friends')
      checkMaySend(membership, 'direct')
      const [current] = await transaction
        .select({ timerSeconds: conversation.timerSeconds })
        .from(conversation)
        .where(eq(conversation.id, conversationId))
        .for('update')
      if (current?.timerSeconds === timerSeconds) return undefined
      await transaction.update(conversation).set({ timerSeconds }).where(eq(conversation.id, conversationId))
      const row = await storeNotice(services, transaction, { accountId, conversationId, timerSeconds })
      return stageMessage(services, transaction, row, await findAudience(transaction, membership))
    })
    send?.()
  })
  return timerSeconds
}

interface Change {
  readonly accountId: number
  readonly conversationId: number
  readonly timerSeconds: number
}

function storeNotice(
  services: Services,
  transaction: Database,
  { accountId, conversationId, timerSeconds }: Change,
): Promise<MessageRow> {
  const notice: WireTimerNotice = { Kind: 'vanish', Seconds: timerSeconds }
  return storeMessage(services, transaction, {
    conversationId,
    senderId: accountId,
    clientMessageId: createFileKey(services.random).slice(0, 20),
    type: 'notice',
    body: JSON.stringify(notice),
  })
}

/** The settings that one person makes for a conversation, for themselves only [SESS-31 SESS-32]. */
type OwnSetting = { readonly isPinned: boolean } | { readonly isMuted: boolean }

/** Stores this person's own setting of a conversation, for all of their devices. */
export async function changeOwnSetting(
  { database, connections }: Services,
  kind: ConversationKind,
  conversationId: number,
  accountId: number,
  setting: OwnSetting,
): Promise<void> {
  const { group, peerId } = await requireMembership(database, kind, conversationId, accountId)
  await database.update(conversationMember).set(setting).where(isSide(conversationId, accountId))
  // No frame has the new setting: this one makes the person's other devices fetch the list (DEC-111).
  const frame: ServerFrameInput = group
    ? groupChangedFrame(group)
    : { Cmd: 'NewChatSession', FriendID: peerId ?? 0, ChatSessionID: conversationId }
  connections.deliver({ accountIds: [accountId] }, frame)
}

import { eq } from 'drizzle-orm'
import { snapVanishSeconds } from '#domain/burn/presets.ts'
import { resultCode } from '#schemas/result-codes.ts'
import type { WireVanishNotice } from '#schemas/wire/message-bodies.ts'
import { createFileKey } from '../accounts/secrets.ts'
import { CallRefusal } from '../calls/refusal.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { conversation } from '../store/schema/index.ts'
import { requireMembership } from './membership.ts'
import type { MessageRow } from './message-rows.ts'
import { storeMessage } from './store-message.ts'
import { findAudience, tellMessage } from './tell-message.ts'

/**
 * Sets how long after reading the messages of a one-to-one conversation vanish, snapped to a preset, 0 for never
 * [BURN-03 BURN-04 SESS-33]. A change puts a notice into the conversation that tells both people [BURN-07]; what was sent
 * before keeps the duration it was sent with.
 * @returns the seconds that hold now
 */
export async function setVanish(
  services: Services,
  accountId: number,
  conversationId: number,
  seconds: number,
): Promise<number> {
  services.limits.take('messagePerAccount', accountId)
  const vanishSeconds = snapVanishSeconds(seconds)
  await services.lanes.run(`conversation ${conversationId}`, async () => {
    const changed = await services.database.transaction(async (transaction) => {
      const membership = await requireMembership(transaction, 'direct', conversationId, accountId)
      // The notice is a message, which only friends may send each other.
      if (!membership.isFriend) throw new CallRefusal(resultCode.forbidden, 'not-friends')
      const [current] = await transaction
        .select({ vanishSeconds: conversation.vanishSeconds })
        .from(conversation)
        .where(eq(conversation.id, conversationId))
        .for('update')
      if (current?.vanishSeconds === vanishSeconds) return undefined
      await transaction.update(conversation).set({ vanishSeconds }).where(eq(conversation.id, conversationId))
      const row = await storeNotice(services, transaction, { accountId, conversationId, vanishSeconds })
      return { row, audience: await findAudience(transaction, membership) }
    })
    if (changed) tellMessage(services, changed.row, changed.audience)
  })
  return vanishSeconds
}

interface Change {
  readonly accountId: number
  readonly conversationId: number
  readonly vanishSeconds: number
}

function storeNotice(
  services: Services,
  transaction: Database,
  { accountId, conversationId, vanishSeconds }: Change,
): Promise<MessageRow> {
  const notice: WireVanishNotice = { Kind: 'vanish', Seconds: vanishSeconds }
  return storeMessage(services, transaction, {
    conversationId,
    senderId: accountId,
    clientMessageId: createFileKey(services.random).slice(0, 20),
    type: 'notice',
    body: JSON.stringify(notice),
  })
}

import type { Notice } from '#domain/notification/toast.ts'
import type { UnconfirmedReaction } from '#domain/outbox/outbox.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { reactToMessage } from '../api/message-changes.ts'
import type { ServerTime } from '../clock/server-time.ts'
import type { Caller } from '../http/caller.ts'
import type { AccountLog } from '../log/account-log.ts'
import { isFailureOfOneUpdate, type UpdateDelivery } from './deliver-update.ts'

interface ReactionServices {
  readonly log: AccountLog
  readonly caller: Caller
  readonly serverTime: ServerTime
  notify(notice: Notice): void
}

/** Sends an own reaction and records the response. A rejected one is undone, and a notice says why. Loaded on use. */
export async function deliverReaction(
  { log, caller, serverTime, notify }: ReactionServices,
  { conversationId, serverId, emoji, requestId }: UnconfirmedReaction,
  signal: AbortSignal,
): Promise<UpdateDelivery> {
  const result = await reactToMessage(caller, conversationId, { serverId, emoji }, { signal })
  const common = { stream: conversationId, occurredAt: serverTime.now(), origin: 'local' } as const
  const resolved: NewEvent = { ...common, type: 'ReactionResolved', data: { serverId, requestId } }
  if (result.isOk) {
    await log.append([{ ...common, type: 'MessageReacted', data: result.data }, resolved])
    return { kind: 'delivered' }
  }
  const { failure } = result
  if (failure.kind !== 'rejected' || failure.code === resultCode.limited)
    return isFailureOfOneUpdate(failure)
      ? { kind: 'failed' }
      : { kind: 'undelivered', wait: failure.retryAfter }
  if (isFailureOfOneUpdate(failure)) return { kind: 'failed' }
  await log.append([resolved])
  const { key, text } = failure.rejection
  notify({ kind: 'error', ...(text ? { text } : { key }) })
  return { kind: 'delivered' }
}

import type { Rejection } from '#domain/commands/command.ts'
import type { UnconfirmedReadMarker, UnconfirmedSetting } from '#domain/outbox/outbox.ts'
import { readsWholeConversation } from '#domain/outbox/outbox-view.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { markAllRead, markReadUpTo, setMuted, setPinned } from '../api/conversations.ts'
import type { CallFailure, CallResult } from '../http/call-result.ts'
import type { Caller } from '../http/caller.ts'

export type UpdateDelivery =
  | { readonly kind: 'delivered' }
  /** The server failed at this update only. Others may succeed. */
  | { readonly kind: 'failed' }
  /** Nothing can be sent now. Retry after `wait` ms, or at the next login if it is undefined. */
  | { readonly kind: 'undelivered'; readonly wait: number | undefined }

/** Whether the server answered and failed, so that waiting for this update would delay the others. */
export const isFailureOfOneUpdate = ({ code, kind }: CallFailure): boolean =>
  kind === 'malformed' || kind === 'timed-out' || (kind === 'rejected' && code === resultCode.failed)

/**
 * Sends a read marker [SESS-34], or marks the whole conversation as read [SESS-35 SESS-36 SESS-41]; `now` is server
 * time, ms. A permanent rejection, because the conversation is gone, counts as delivered. Never rejects.
 */
export async function deliverReadMarker(
  caller: Caller,
  mark: UnconfirmedReadMarker,
  now: number,
  signal: AbortSignal,
): Promise<UpdateDelivery> {
  const result = await send(caller, mark, now, signal)
  if (result.isOk || isPermanentRejection(result.failure)) return { kind: 'delivered' }
  if (isFailureOfOneUpdate(result.failure)) return { kind: 'failed' }
  return { kind: 'undelivered', wait: result.failure.retryAfter }
}

/** Whether the server rejected an update, so that a retry would be rejected too. */
export const isPermanentRejection = ({ code, kind }: CallFailure): boolean =>
  kind === 'rejected' && code !== resultCode.limited && code !== resultCode.failed

const send = (
  caller: Caller,
  mark: UnconfirmedReadMarker,
  now: number,
  signal: AbortSignal,
): Promise<CallResult<unknown>> =>
  readsWholeConversation(mark, now)
    ? // Not retried unchanged: the next attempt decides again whether it still covers only what the user saw.
      markAllRead(caller, mark.conversationId, { signal, retries: 0 })
    : markReadUpTo(caller, mark.conversationId, mark.upTo, { signal })

export type SettingDelivery =
  /** `text` is the server's text for the user; empty if there is none. */
  | { readonly kind: 'accepted'; readonly text: string }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
  | Exclude<UpdateDelivery, { kind: 'delivered' }>

/** Sends this user's own setting of a conversation [SESS-31 SESS-32]. Never rejects. */
export async function deliverSetting(
  caller: Caller,
  change: UnconfirmedSetting,
  signal: AbortSignal,
): Promise<SettingDelivery> {
  const { conversationId, setting, isOn } = change
  const set = setting === 'pinned' ? setPinned : setMuted
  const result = await set(caller, conversationId, isOn, { signal })
  if (result.isOk) return { kind: 'accepted', text: result.message }
  const { failure } = result
  const isRejected = failure.kind === 'rejected' && failure.code !== resultCode.limited
  if (isRejected) return { kind: 'rejected', rejection: failure.rejection }
  if (isFailureOfOneUpdate(failure)) return { kind: 'failed' }
  return { kind: 'undelivered', wait: failure.retryAfter }
}

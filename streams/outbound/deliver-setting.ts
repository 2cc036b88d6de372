import type { Rejection } from '#domain/commands/command.ts'
import type { WaitingSetting } from '#domain/outbox/outbox.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { setMuted, setPinned } from '../api/conversations.ts'
import type { Caller } from '../http/caller.ts'
import { type Delivery, isFailureOfOne } from './deliver-read-mark.ts'

export type SettingDelivery =
  /** `text` is the server's word for the person; empty when it has none. */
  | { readonly kind: 'accepted'; readonly text: string }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
  | Exclude<Delivery, { kind: 'delivered' }>

/** Tells the server what the person set for a conversation for themselves [SESS-31 SESS-32]. */
export async function deliverSetting(
  caller: Caller,
  waiting: WaitingSetting,
  signal: AbortSignal,
): Promise<SettingDelivery> {
  const { conversationId, setting, isOn } = waiting
  const set = setting === 'pinned' ? setPinned : setMuted
  const result = await set(caller, conversationId, isOn, { signal })
  if (result.isOk) return { kind: 'accepted', text: result.message }
  const { failure } = result
  const isRejected = failure.kind === 'rejected' && failure.code !== resultCode.limited
  if (isRejected) return { kind: 'rejected', rejection: failure.rejection }
  if (isFailureOfOne(failure)) return { kind: 'failed' }
  return { kind: 'undelivered', wait: failure.retryAfter }
}

import type { WaitingMark } from '#domain/outbox/outbox.ts'
import { readsWhole } from '#domain/outbox/outbox-view.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { markAllRead, markReadUpTo } from '../api/conversations.ts'
import type { CallFailure, CallResult } from '../http/call-result.ts'
import type { Caller } from '../http/caller.ts'

export type Delivery =
  | { readonly kind: 'delivered' }
  /** The server failed at just this one; others may pass. */
  | { readonly kind: 'failed' }
  /** Nothing passes: try again after `wait` ms, or at the next login when it is not known. */
  | { readonly kind: 'undelivered'; readonly wait: number | undefined }

/** Whether the server was reached and failed, so that waiting for this one would hold up the others. */
export const isFailureOfOne = ({ code, kind }: CallFailure): boolean =>
  kind === 'malformed' || kind === 'timed-out' || (kind === 'rejected' && code === resultCode.failed)

/**
 * Tells the server how far this user has read [SESS-34], or that it was all of it [SESS-35 SESS-36 SESS-41]; `now` is
 * server time, ms. A rejection for good (the conversation is gone) counts as delivered: nobody waits for that mark any more.
 */
export async function deliverReadMark(
  caller: Caller,
  mark: WaitingMark,
  now: number,
  signal: AbortSignal,
): Promise<Delivery> {
  const result = await tell(caller, mark, now, signal)
  if (result.isOk || isRejectedForGood(result.failure)) return { kind: 'delivered' }
  if (isFailureOfOne(result.failure)) return { kind: 'failed' }
  return { kind: 'undelivered', wait: result.failure.retryAfter }
}

/** Whether trying again would come to the same. */
const isRejectedForGood = ({ code, kind }: CallFailure): boolean =>
  kind === 'rejected' && code !== resultCode.limited && code !== resultCode.failed

const tell = (
  caller: Caller,
  mark: WaitingMark,
  now: number,
  signal: AbortSignal,
): Promise<CallResult<unknown>> =>
  readsWhole(mark, now)
    ? // Not repeated as it is: whether it still means what the person saw is for the next try to judge.
      markAllRead(caller, mark.conversationId, { signal, retries: 0 })
    : markReadUpTo(caller, mark.conversationId, mark.upTo, { signal })

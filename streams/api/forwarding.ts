import type { ForwardAddress, ForwardItem } from '#domain/forward/forward-delivery.ts'
import { type ForwardResult, toForwardResults } from '#schemas/translate/forwarding.ts'
import { toPlace } from '#schemas/translate/outgoing.ts'
import { forwardMessages } from '#schemas/wire/calls/forwarding.ts'
import { type CallResult, mapResult } from '../http/call-result.ts'
import type { Caller, CallOptions } from '../http/caller.ts'

interface ForwardRequest {
  /** Idempotency key: under one id a target gets each item once (DEC-185). */
  readonly id: string
  readonly items: readonly ForwardItem[]
  readonly targets: readonly ForwardAddress[]
}

/**
 * Results by item. `isComplete`: everything arrived everywhere; else `results` is undefined if the server gave none.
 */
export type ForwardOutcome =
  | { readonly isComplete: true }
  | { readonly isComplete: false; readonly results: readonly ForwardResult<ForwardItem>[] | undefined }

/** Forwards messages and collections to people and groups [FWD-09 FWD-11 FWD-12]. */
export const forward = async (
  caller: Caller,
  { id, items, targets }: ForwardRequest,
  options?: CallOptions,
): Promise<CallResult<ForwardOutcome>> => {
  const idsOf = (kind: ForwardAddress['kind']) =>
    targets.filter((target) => target.kind === kind).map((target) => target.id)
  const request = {
    ...sourcesOf(items),
    UserIDs: idsOf('person'),
    GroupIDs: idsOf('group'),
    RequestID: id,
  }
  return mapResult(
    await caller.call(forwardMessages, request, options),
    (data, code): ForwardOutcome =>
      code === 0 ? { isComplete: true } : { isComplete: false, results: toForwardResults(data, items) },
  )
}

/** The request names only the kinds of sources that it has. */
function sourcesOf(items: readonly ForwardItem[]) {
  const Messages = items.flatMap((item) =>
    item.kind === 'message' ? [{ ...toPlace(item.conversationId), ChatID: item.id }] : [],
  )
  const CollectIDs = items.flatMap((item) => (item.kind === 'collection' ? [item.id] : []))
  return { ...(Messages.length > 0 && { Messages }), ...(CollectIDs.length > 0 && { CollectIDs }) }
}

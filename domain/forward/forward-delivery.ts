import type { ConversationId, ServerId } from '#schemas/ids.ts'
import type { ForwardResult } from '#schemas/translate/forwarding.ts'
import type { Outcome, Rejection } from '../commands/command.ts'
import { failureKey } from '../http/rejection.ts'

/** A person or a group on the wire. */
export interface ForwardAddress {
  readonly kind: 'person' | 'group'
  /** The person's id, or the group's number on the wire. */
  readonly id: number
}

/** The same for the same person or group in every list. */
export const targetKey = ({ kind, id }: ForwardAddress): string => `${kind}-${id}`

/** An item to forward: a message of a conversation, or one from the collections [FWD-16]. */
export type ForwardItem =
  | { readonly kind: 'message'; readonly conversationId: ConversationId; readonly id: ServerId }
  | { readonly kind: 'collection'; readonly id: number }

/** The items for one person or group, in order: messages first, then items from the collections. */
export interface ForwardDelivery {
  readonly target: ForwardAddress
  readonly items: readonly ForwardItem[]
}

/** The items that were not delivered, and why. */
export interface FailedForward extends ForwardDelivery {
  readonly reason: Rejection
}

/** The result of a request to forward. */
export interface ForwardReport {
  readonly undelivered: readonly FailedForward[]
  /** The number of items that no target received: deleted, or not allowed to be forwarded. */
  readonly lostCount: number
}

/**
 * Forwards items to targets. Retries are safe, because no target receives an item twice (DEC-185). Resolves with the undelivered
 * items.
 */
export type ForwardOperation = (deliveries: readonly ForwardDelivery[]) => Promise<Outcome<ForwardReport>>

/** The same items for several targets, as one call sends them. */
export interface ForwardBatch {
  readonly items: readonly ForwardItem[]
  readonly targets: readonly ForwardAddress[]
}

const itemKey = (item: ForwardItem): string =>
  item.kind === 'message' ? `${item.conversationId} ${item.id}` : `collection ${item.id}`

/** Groups deliveries into as few calls as possible. Drops targets without items. */
export function batchesOf(deliveries: readonly ForwardDelivery[]): readonly ForwardBatch[] {
  const batches = new Map<string, { readonly items: readonly ForwardItem[]; targets: ForwardAddress[] }>()
  for (const { items, target } of deliveries.filter((one) => one.items.length > 0)) {
    const key = items.map(itemKey).join()
    const batch = batches.get(key) ?? { items, targets: [] }
    batch.targets.push(target)
    batches.set(key, batch)
  }
  return [...batches.values()]
}

/** Returns a report in which the whole batch failed for one reason. */
export const undeliveredBatch = (
  { items, targets }: ForwardBatch,
  reason: Rejection,
): readonly FailedForward[] => targets.map((target) => ({ target, items, reason }))

/**
 * Parses the server's response to a batch [FWD-11 FWD-12]. An item that no target can receive is lost and not retried.
 * A target that misses any other item keeps only its missing items, so that a retry sends nothing twice (DEC-67).
 */
export function parseForwardReport(
  { items, targets }: ForwardBatch,
  results: readonly ForwardResult<ForwardItem>[] | undefined,
): ForwardReport {
  if (results === undefined)
    return { undelivered: undeliveredBatch({ items, targets }, { key: failureKey.generic }), lostCount: 0 }
  const lost = results.filter(({ isLost }) => isLost)
  const missing = results.filter(({ isLost }) => !isLost)
  const undelivered = targets.flatMap((target) => {
    const key = targetKey(target)
    const missed = missing.filter(({ failures }) => failures.has(key))
    const text = missed[0]?.failures.get(key) ?? ''
    if (missed.length === 0) return []
    const reason = { key: failureKey.generic, ...(text && { text }) }
    return [{ target, items: missed.map(({ item }) => item), reason }]
  })
  return { undelivered, lostCount: lost.length }
}

import type { ConversationId, ServerId } from '#schemas/ids.ts'
import type { ForwardResult } from '#schemas/translate/forwarding.ts'
import type { Outcome, Refusal } from '../commands/command.ts'
import { failureKey } from '../http/refusal.ts'
import { type ForwardAddress, targetKey } from './forward-target.ts'

/** What can be sent on: a message of a conversation, or something saved [FWD-16]. */
export type ForwardItem =
  | { readonly kind: 'message'; readonly conversationId: ConversationId; readonly id: ServerId }
  | { readonly kind: 'collection'; readonly id: number }

/** What goes to one person or group, in its order; messages come before what was saved. */
export interface Delivery {
  readonly target: ForwardAddress
  readonly items: readonly ForwardItem[]
}

/** What did not arrive, and why. */
export interface Undelivered extends Delivery {
  readonly reason: Refusal
}

/** What became of a forward. */
export interface ForwardReport {
  readonly undelivered: readonly Undelivered[]
  /** How many items could go to nobody: gone, or not to be forwarded. */
  readonly lostCount: number
}

/** One forward; it may be tried any number of times, and nobody gets anything twice (DEC-185). Resolves with what did not arrive. */
export type Forward = (deliveries: readonly Delivery[]) => Promise<Outcome<ForwardReport>>

/** The same items for several at once, as one call takes them. */
export interface Batch {
  readonly items: readonly ForwardItem[]
  readonly targets: readonly ForwardAddress[]
}

const itemKey = (item: ForwardItem): string =>
  item.kind === 'message' ? `${item.conversationId} ${item.id}` : `collection ${item.id}`

/** Joins what goes to several into as few calls as there can be; whoever gets nothing is left out. */
export function batchesOf(deliveries: readonly Delivery[]): readonly Batch[] {
  const batches = new Map<string, { readonly items: readonly ForwardItem[]; targets: ForwardAddress[] }>()
  for (const { items, target } of deliveries.filter((one) => one.items.length > 0)) {
    const key = items.map(itemKey).join()
    const batch = batches.get(key) ?? { items, targets: [] }
    batch.targets.push(target)
    batches.set(key, batch)
  }
  return [...batches.values()]
}

/** Everything of a batch is undelivered for one reason. */
export const undeliveredBatch = ({ items, targets }: Batch, reason: Refusal): readonly Undelivered[] =>
  targets.map((target) => ({ target, items, reason }))

/**
 * Reads the server's answer to a batch [FWD-11 FWD-12]. An item that could go to nobody is lost and not tried again; a
 * target that misses any other keeps what it misses, so that trying again sends nothing twice (DEC-67).
 */
export function reportOf(
  { items, targets }: Batch,
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

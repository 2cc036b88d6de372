import type { ServerId } from '#schemas/ids.ts'
import type { ForwardResult } from '#schemas/translate/forwarding.ts'
import type { Refusal } from '../commands/command.ts'
import { failureKey } from '../http/refusal.ts'
import { type ForwardAddress, targetKey } from './forward-target.ts'

/** Messages for one person or group, in their order. */
export interface Delivery {
  readonly target: ForwardAddress
  readonly messages: readonly ServerId[]
}

/** What did not arrive, and why. */
export interface Undelivered extends Delivery {
  readonly reason: Refusal
}

/** What became of a forward. */
export interface ForwardReport {
  readonly undelivered: readonly Undelivered[]
  /** How many messages could go to nobody: gone, or not to be forwarded. */
  readonly lostCount: number
}

/** The same messages for several at once, as one call takes them. */
export interface Batch {
  readonly messages: readonly ServerId[]
  readonly targets: readonly ForwardAddress[]
}

/** Joins what goes to several into as few calls as there can be; what has no messages is left out. */
export function batchesOf(deliveries: readonly Delivery[]): readonly Batch[] {
  const batches = new Map<string, { readonly messages: readonly ServerId[]; targets: ForwardAddress[] }>()
  for (const { messages, target } of deliveries.filter((one) => one.messages.length > 0)) {
    const key = messages.join()
    const batch = batches.get(key) ?? { messages, targets: [] }
    batch.targets.push(target)
    batches.set(key, batch)
  }
  return [...batches.values()]
}

/** Everything of a batch is undelivered for one reason. */
export const undeliveredBatch = ({ messages, targets }: Batch, reason: Refusal): readonly Undelivered[] =>
  targets.map((target) => ({ target, messages, reason }))

/**
 * Reads the server's answer to a batch [FWD-11 FWD-12]. A message that could go to nobody is lost and not tried again; a
 * target that misses any other keeps what it misses, so that trying again sends nothing twice (DEC-67).
 */
export function reportOf(
  { messages, targets }: Batch,
  results: readonly ForwardResult[] | undefined,
): ForwardReport {
  if (results === undefined)
    return { undelivered: undeliveredBatch({ messages, targets }, { key: failureKey.generic }), lostCount: 0 }
  const lost = results.filter(({ isLost }) => isLost)
  const missing = results.filter(({ isLost }) => !isLost)
  const undelivered = targets.flatMap((target) => {
    const key = targetKey(target)
    const missed = missing.filter(({ failures }) => failures.has(key))
    const text = missed[0]?.failures.get(key) ?? ''
    if (missed.length === 0) return []
    const reason = { key: failureKey.generic, ...(text && { text }) }
    return [{ target, messages: missed.map(({ messageId }) => messageId), reason }]
  })
  return { undelivered, lostCount: lost.length }
}

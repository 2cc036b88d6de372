import type { ClientId } from '#schemas/ids.ts'
import type { UnsentMessage } from './outbox.ts'

/** What is remembered of messages, without those that have left the outbox; the same map when none has. */
export function ofUnsent<Value>(
  remembered: ReadonlyMap<ClientId, Value>,
  messages: readonly UnsentMessage[],
): ReadonlyMap<ClientId, Value> {
  if (remembered.size === 0) return remembered
  const unsent = new Set(messages.map(({ clientId }) => clientId))
  const left = [...remembered].filter(([clientId]) => unsent.has(clientId))
  return left.length === remembered.size ? remembered : new Map(left)
}

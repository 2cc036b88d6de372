import type { ClientId } from '#schemas/ids.ts'
import type { UnsentMessage } from './outbox.ts'

/**
 * Returns the messages that must wait because an earlier part of the same send is unsent, for example still uploading (DEC-108).
 * They neither leave, nor block later sends of their conversation, nor turn stale. A part that the server rejected does not
 * block: it waits for the user's retry.
 */
export function messagesBehindParts(messages: readonly UnsentMessage[]): ReadonlySet<ClientId> {
  const firstUnsent = new Map<string, number>()
  for (const { part, state } of messages) {
    if (!part || state === 'failed') continue
    firstUnsent.set(part.send, Math.min(part.index, firstUnsent.get(part.send) ?? part.index))
  }
  const behind = messages.filter(
    ({ part }) => part && part.index > (firstUnsent.get(part.send) ?? part.index),
  )
  return new Set(behind.map(({ clientId }) => clientId))
}

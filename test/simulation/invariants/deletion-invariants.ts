import type { World } from '../world.ts'
import type { Differences } from './difference.ts'
import type { Truth } from './truth.ts'

/**
 * Checks that messages that a client reported as deleted for everyone have no body on the server (DEC-20). Records each
 * message without a body as gone, because the server may have executed a rejected or interrupted deletion.
 */
export function confirmDeletions({ ledger, sent }: World, truth: Truth): Differences {
  const rows = new Map(truth.messages.map((row) => [row.id, row]))
  return ledger.deletions.flatMap(({ messageId, answer }) => {
    const row = rows.get(messageId)
    if (row?.body === null) ledger.deleted(sent, row)
    return answer === 'accepted' && row && row.body !== null
      ? [`message ${messageId} was deleted for everyone, and the server still has it`]
      : []
  })
}

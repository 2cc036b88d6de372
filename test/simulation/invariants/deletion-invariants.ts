import type { World } from '../world.ts'
import { type Violations, violationsOf } from './invariant.ts'
import type { Truth } from './truth.ts'

/**
 * Checks that messages that a client reported as deleted for everyone have no body on the server (DEC-20). Records each
 * message without a body as gone, because the server may have executed a rejected or interrupted deletion.
 */
export function confirmDeletions({ ledger, sent }: World, truth: Truth): Violations {
  const rows = new Map(truth.messages.map((row) => [row.id, row]))
  const differences = ledger.deletions.flatMap(({ messageId, answer }) => {
    const row = rows.get(messageId)
    if (row?.body === null) ledger.deleted(sent, row)
    return answer === 'accepted' && row && row.body !== null
      ? [`message ${messageId} was deleted for everyone, and the server still has it`]
      : []
  })
  return violationsOf('deletion', differences)
}

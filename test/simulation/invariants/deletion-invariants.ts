import type { World } from '../world.ts'
import type { Differences } from './difference.ts'
import type { Truth } from './truth.ts'

/**
 * What a client said is deleted foreveryone has no body on the server (DEC-20). Notes of each message that has none there
 * that it is gone: a person who was refused, or whose tab died, may have been heard all the same.
 */
export function confirmDeletions({ ledger, sent }: World, truth: Truth): Differences {
  const rows = new Map(truth.messages.map((row) => [row.id, row]))
  return ledger.deletions.flatMap(({ messageId, answer }) => {
    const row = rows.get(messageId)
    if (row?.body === null) ledger.deleted(sent, row)
    return answer === 'accepted' && row && row.body !== null
      ? [`message ${messageId} was deleted foreveryone, and the server still has it`]
      : []
  })
}

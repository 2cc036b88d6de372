import type { World } from '../world.ts'
import type { Differences } from './difference.ts'
import type { Truth } from './truth.ts'

/**
 * What a client said is deleted for everyone has no body on the server (DEC-20). Notes of each message that has none there
 * that it is gone: a person who was refused, or whose tab died, may have been heard all the same.
 */
export function settleDeletions({ ledger }: World, truth: Truth): Differences {
  const bodies = new Map(truth.messages.map(({ id, body }) => [id, body]))
  return ledger.deletions.flatMap(({ asked, messageId, answer }) => {
    if (bodies.get(messageId) === null) asked.isDeleted = true
    return answer === 'accepted' && !asked.isDeleted
      ? [`message ${messageId} was deleted for everyone, and the server still has it`]
      : []
  })
}

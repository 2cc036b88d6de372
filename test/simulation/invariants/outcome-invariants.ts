import { parseConversationId } from '#schemas/ids.ts'
import type { AskedMessage } from '../scenario/ledger.ts'
import type { Seat } from '../seat.ts'
import type { World } from '../world.ts'
import type { Shown } from './client-invariants.ts'
import type { Differences } from './difference.ts'
import type { Truth } from './truth.ts'

/** Written to a group, which can refuse it for now: then it waits for Retry. */
export const isForGroup = ({ conversation }: AskedMessage): boolean =>
  conversation !== undefined && parseConversationId(conversation).kind === 'group'

/** May not have arrived: given up, signed out over, or gone with its group. */
export const isExcused = ({ isDiscarded, mayBeDropped, isOut }: AskedMessage): boolean =>
  isDiscarded || mayBeDropped || isOut

/**
 * Nothing that was written ends in silence: in a one-to-one conversation it is on the server, in a group it is there or
 * waits for Retry where it was written, unless its writer gave it up, it was deleted, or the group was left meanwhile.
 */
export function checkOutcomes(world: World, truth: Truth, seat: Seat, shown: Shown): Differences {
  const arrived = new Set(truth.messages.map(({ body }) => body))
  const waiting = new Set(shown.unsent.map(({ body }) => body))
  const lost = world.ledger.messages.filter((asked) => {
    const isExpected = asked.device === seat.device.name && asked.answer === 'accepted' && isForGroup(asked)
    const text = asked.text.trim()
    return isExpected && !isExcused(asked) && !asked.isDeleted && !arrived.has(text) && !waiting.has(text)
  })
  const wrong = shown.unsent.filter(
    ({ conversation, state }) => state !== 'failed' || parseConversationId(conversation).kind !== 'group',
  )
  return [
    ...lost.map(({ text }) => `${seat.device.name} has lost "${text.slice(0, 30)}", which was for a group`),
    ...wrong.map(({ body, state }) => `${seat.device.name} ends with "${body.slice(0, 30)}" ${state}`),
  ]
}

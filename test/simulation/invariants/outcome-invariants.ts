import { parseConversationId } from '#schemas/ids.ts'
import type { PersonDevice } from '../person-device.ts'
import { type AskedMessage, mayWait } from '../scenario/ledger.ts'
import type { World } from '../world.ts'
import type { Shown } from './client-invariants.ts'
import { type Violations, violationsOf } from './invariant.ts'
import { hasExpired, rowsByText } from './message-rows.ts'
import type { Truth } from './truth.ts'

/** Whether the message may be missing: discarded, lost with a sign-out, or gone with its group. */
export const isToleratedLoss = ({ isDiscarded, mayBeDropped, isOut }: AskedMessage): boolean =>
  isDiscarded || mayBeDropped || isOut

/**
 * Checks that each message is on the server. A message that may wait for Retry is there or waits where it was written,
 * unless its writer discarded it, it was deleted, or the person left the group meanwhile.
 */
export function checkOutcomes(
  world: World,
  truth: Truth,
  personDevice: PersonDevice,
  shown: Shown,
): Violations {
  const rows = rowsByText(world, truth)
  const hasArrived = (text: string) =>
    rows.get(text)?.some((row) => row.body !== null || hasExpired(row)) === true
  const waiting = new Set(shown.unsent.map(({ body }) => body))
  const lost = world.ledger.messages.filter((asked) => {
    const isExpected =
      asked.device === personDevice.device.name && asked.answer === 'accepted' && mayWait(asked)
    const text = asked.text.trim()
    return (
      isExpected && !isToleratedLoss(asked) && !asked.isDeleted && !hasArrived(text) && !waiting.has(text)
    )
  })
  const wrong = shown.unsent.filter(
    ({ conversation, state, hasFile }) =>
      state !== 'failed' || (parseConversationId(conversation).kind !== 'group' && !hasFile),
  )
  const { name } = personDevice.device
  return [
    ...violationsOf(
      'delivered-at-all',
      lost.map(({ text }) => `${name} has lost "${text.slice(0, 30)}"`),
    ),
    ...violationsOf(
      'rejection-reason',
      wrong.map(({ body, state }) => `${name} ends with "${body.slice(0, 30)}" ${state}`),
    ),
  ]
}

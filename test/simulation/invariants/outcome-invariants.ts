import { parseConversationId } from '#schemas/ids.ts'
import type { PersonDevice } from '../person-device.ts'
import { type AskedMessage, mayWait } from '../scenario/ledger.ts'
import type { World } from '../world.ts'
import type { Shown } from './client-invariants.ts'
import type { Differences } from './difference.ts'
import { hasExpired, rowsByText } from './message-rows.ts'
import type { Truth } from './truth.ts'

/** May not have arrived: given up, signed out over, or gone with its group. */
export const isExcused = ({ isDiscarded, mayBeDropped, isOut }: AskedMessage): boolean =>
  isDiscarded || mayBeDropped || isOut

/**
 * Nothing that was written ends in silence: what may have to wait is on the server or waits for Retry where it was written,
 * unless its writer gave it up, it was deleted, or the group was left meanwhile. All else is on the server.
 */
export function checkOutcomes(
  world: World,
  truth: Truth,
  personDevice: PersonDevice,
  shown: Shown,
): Differences {
  const rows = rowsByText(world, truth)
  const hasArrived = (text: string) =>
    rows.get(text)?.some((row) => row.body !== null || hasExpired(row)) === true
  const waiting = new Set(shown.unsent.map(({ body }) => body))
  const lost = world.ledger.messages.filter((asked) => {
    const isExpected =
      asked.device === personDevice.device.name && asked.answer === 'accepted' && mayWait(asked)
    const text = asked.text.trim()
    return isExpected && !isExcused(asked) && !asked.isDeleted && !hasArrived(text) && !waiting.has(text)
  })
  const wrong = shown.unsent.filter(
    ({ conversation, state, hasFile }) =>
      state !== 'failed' || (parseConversationId(conversation).kind !== 'group' && !hasFile),
  )
  return [
    ...lost.map(({ text }) => `${personDevice.device.name} has lost "${text.slice(0, 30)}"`),
    ...wrong.map(
      ({ body, state }) => `${personDevice.device.name} ends with "${body.slice(0, 30)}" ${state}`,
    ),
  ]
}

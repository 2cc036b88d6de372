import type { NewEvent } from '#schemas/log/envelope.ts'
import type { ConversationState } from './conversation-state.ts'
import { deletedHere } from './put-away.ts'

/**
 * What was cleared, deleted and hidden on this device, as events that say it once more behind a removal: of a group that was
 * left and joined anew unnoticed it may concern what was written since, and nobody else knows of it (DEC-19). What everybody
 * deleted is told with it, for tombstones do not say whose they are. `now` is server time, ms.
 */
export function ownActsAgain(state: ConversationState, now: number): readonly NewEvent[] {
  const { clearing, deletedIds, deletedUnread, putAway, hiding } = state
  const common = { stream: state.id, occurredAt: now, origin: 'local' } as const
  const events: NewEvent[] = []
  if (clearing.through > 0) events.push({ ...common, type: 'ConversationCleared', data: clearing })
  if (deletedIds.size > 0) events.push(deletedHere(state.id, deletedIds, deletedUnread, now))
  for (const [id, until] of putAway)
    events.push({ ...common, type: 'MessagesPutAway', data: { serverIds: [id], until } })
  if (hiding) events.push({ ...common, type: 'ConversationHidden', data: hiding })
  return events
}

import type { ApplicationId } from '#schemas/ids.ts'
import { type AccountState, type Decision, decided, type Given } from '../commands/decision.ts'

/** Raises the mark of seen applications; never lowers it [FRIEND-40]. */
export function decideMarkApplicationsSeen(upTo: ApplicationId, state: AccountState, given: Given): Decision {
  if (upTo <= state.applications.seenUpTo) return decided()
  return decided({
    stream: 'account',
    type: 'ApplicationsSeen',
    data: { upTo },
    occurredAt: given.now,
    origin: 'local',
  })
}

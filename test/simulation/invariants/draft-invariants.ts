import type { ConversationId } from '#schemas/ids.ts'
import type { Tab } from '../person-device.ts'
import { accountOf } from '../scenario/befriend.ts'
import type { Ledger } from '../scenario/ledger.ts'
import type { World } from '../world.ts'
import { type Violations, violationsOf } from './invariant.ts'

/** The drafts that may be the last one, as far as the outcomes are known. */
export function checkDrafts(world: World, tab: Tab): Violations {
  const { personDevice } = tab
  const conversations = accountOf(tab)?.conversations.get() ?? []
  const differences = conversations.flatMap(({ id, draft }) => {
    const possible = possibleDrafts(world.ledger, personDevice.device.name, id)
    return possible.includes(draft)
      ? []
      : [`${tab.name} draft of ${id}: found "${draft}", possible ${JSON.stringify(possible)}`]
  })
  return violationsOf('draft', differences)
}

/**
 * The drafts that a device may store for a conversation. Includes none if no draft was stored for certain, or if it may
 * have gone with its group.
 */
export function possibleDrafts(
  ledger: Ledger,
  device: string,
  conversation: ConversationId,
): readonly string[] {
  const requested = ledger.drafts.filter(
    (draft) => draft.device === device && draft.conversation === conversation && draft.answer !== 'rejected',
  )
  const sure = requested.filter(({ answer, mayChangeNothing }) => answer === 'accepted' && !mayChangeNothing)
  const last = requested.filter((draft) => !sure.some((other) => other.requestedAt > draft.answeredAt))
  const mayBeNone = sure.length === 0 || requested.some(({ isOut }) => isOut)
  return [...(mayBeNone ? [''] : []), ...last.map(({ text }) => text)]
}

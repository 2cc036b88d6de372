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
    return possible.includes(withoutReturned(world, personDevice.device.name, id, draft))
      ? []
      : [`${tab.name} draft of ${id}: found "${draft}", possible ${JSON.stringify(possible)}`]
  })
  return violationsOf('draft', differences)
}

/** Returns a draft without the texts at its end that the server rejected for good. */
function withoutReturned(world: World, device: string, conversation: ConversationId, draft: string): string {
  const returned = world.ledger.messages.filter(
    (one) =>
      one.device === device && one.conversation === conversation && world.sent.wasRejectedForGood(one.text),
  )
  for (const { text } of returned.toReversed()) {
    const words = text.trim()
    if (draft === words) return ''
    if (draft.endsWith(`\n${words}`))
      return withoutReturned(world, device, conversation, draft.slice(0, -words.length - 1))
  }
  return draft
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

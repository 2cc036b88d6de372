import { longestMessage } from '#domain/message/message-content.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { Tab } from '../person-device.ts'
import { accountOf } from '../scenario/befriend.ts'
import type { Ledger } from '../scenario/ledger.ts'
import type { Person, World } from '../world.ts'
import { type Violations, violationsOf } from './invariant.ts'
import { nameOf, type Truth } from './truth.ts'

/** Whether the devices of a person share drafts in this world. */
export const hasSharedDrafts = ({ leftOut }: World): boolean => !leftOut.includes('shareDraft')

/** Checks the drafts that a tab shows. */
export const checkDrafts = (world: World, truth: Truth, person: Person, tab: Tab): Violations =>
  hasSharedDrafts(world) ? checkSharedDrafts(world, truth, person, tab) : checkOwnDrafts(world, person, tab)

/** The drafts that may be the last one, as far as the outcomes are known. */
function checkOwnDrafts(world: World, person: Person, tab: Tab): Violations {
  const { personDevice } = tab
  const conversations = accountOf(tab)?.conversations.get() ?? []
  const differences = conversations.flatMap(({ id, draft }) => {
    const possible = possibleDrafts(world.ledger, personDevice.device.name, id)
    const devices = [personDevice.device.name]
    return possible.includes(withoutReturned(world, person, devices, id, draft))
      ? []
      : [`${tab.name} draft of ${id}: found "${draft}", possible ${JSON.stringify(possible)}`]
  })
  return violationsOf('draft', differences)
}

/**
 * Checks that a device shows the draft of the server, and that the person has written it on some device. What was
 * written before the end of a membership or friendship may be left on one device.
 */
function checkSharedDrafts(world: World, truth: Truth, person: Person, tab: Tab): Violations {
  const { ledger, people } = world
  const devices = person.personDevices.map(({ device }) => device.name)
  const shared = draftsOf(truth, person.userId)
  const differences = (accountOf(tab)?.conversations.get() ?? []).flatMap(({ id, draft }) => {
    const written = ledger.drafts.filter((one) => devices.includes(one.device) && one.conversation === id)
    const isKnown = ['', ...written.map(({ text }) => text)].includes(
      withoutReturned(world, person, devices, id, draft),
    )
    const isEnded = people.some((one) => ledger.hasDeparted(one, id))
    if (isEnded) world.tolerated.use('draft from before the end of a membership')
    const expected = shared.get(id) ?? ''
    const isShared = isEnded || draft === expected || draft.length > longestMessage
    return isKnown && isShared
      ? []
      : [`${tab.name} draft of ${id}: found "${draft}", the server has "${expected}"`]
  })
  return violationsOf('draft', differences)
}

/** The drafts of a person on the server, by id. */
export const draftsOf = (truth: Truth, user: number | undefined): ReadonlyMap<ConversationId, string> =>
  new Map(
    truth.drafts
      .filter(({ accountId, body }) => accountId === user && body !== '')
      .map(({ conversationId, body }) => [nameOf(truth, conversationId), body] as const)
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  )

/** Returns a draft without the texts at its end that the server rejected for good, of messages and edits. */
function withoutReturned(
  world: World,
  person: Person,
  devices: readonly string[],
  conversation: ConversationId,
  draft: string,
): string {
  const returned = world.ledger.messages.filter(
    (one) =>
      devices.includes(one.device ?? '') &&
      one.conversation === conversation &&
      world.sent.wasRejectedForGood(one.text),
  )
  const words = [...returned.map(({ text }) => text.trim()), ...world.sent.returnedEdits(person.userId)]
  for (const text of words.toReversed()) {
    if (draft === text) return ''
    if (draft.endsWith(`\n${text}`))
      return withoutReturned(world, person, devices, conversation, draft.slice(0, -text.length - 1))
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

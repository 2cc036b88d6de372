import { longestMessage } from '#domain/message/message-content.ts'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import type { Tab } from '../person-device.ts'
import { accountOf } from '../scenario/befriend.ts'
import type { Ledger } from '../scenario/ledger.ts'
import type { RequestedDraft } from '../scenario/requested-commands.ts'
import type { Person, World } from '../world.ts'
import { type Violations, violationsOf } from './invariant.ts'
import { returnOf } from './message-invariants.ts'
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
    return possible.includes(draft) || possible.includes(withoutReturned(world, person, devices, id, draft))
      ? []
      : [`${tab.name} draft of ${id}: found "${draft}", possible ${JSON.stringify(possible)}`]
  })
  return violationsOf('draft', differences)
}

/**
 * Checks that a device shows the draft of the server, which is the last one of some device of the person, and that the
 * device has sent its own last one. What was written before the end of a membership or friendship may be left on one
 * device.
 */
function checkSharedDrafts(world: World, truth: Truth, person: Person, tab: Tab): Violations {
  const { ledger } = world
  const devices = person.personDevices.map(({ device }) => device.name)
  const { name } = tab.personDevice.device
  const shared = draftsOf(truth, person.userId)
  const differences = (accountOf(tab)?.conversations.get() ?? []).flatMap(({ id, draft }) => {
    const possible = possibleSharedDrafts(ledger, devices, id)
    const text = withoutReturned(world, person, devices, id, draft)
    const expected = shared.get(id) ?? ''
    const isOld = draft !== expected && isFromBeforeEnd(world, truth, person, id, text)
    // The server may have rejected the drafts of the other devices, which then replace nothing here.
    const wereRejected = possible.every((one) => isFromBeforeEnd(world, truth, person, id, one))
    const mayBeLeft = wereRejected && (text === '' || isOld)
    if (isOld || mayBeLeft) world.tolerated.use('draft from before the end of a membership')
    const isShared = isOld || draft === expected || draft.length > longestMessage
    const isPossible = [draft, text].some((one) => possible.includes(one))
    const mayBeEarlier = draft === expected && hasUnsharedDraft(person, id)
    const unsent = unsentDraft(world, person, name, id)
    return [
      ...((isPossible || mayBeLeft || mayBeEarlier) && isShared
        ? []
        : [
            `${tab.name} draft of ${id}: found "${draft}", the server has "${expected}", possible ${JSON.stringify(possible)}`,
          ]),
      ...(unsent === undefined ? [] : [`${name} has never sent the draft "${unsent}" of ${id}`]),
    ]
  })
  return violationsOf('draft', differences)
}

/** Whether a device has a draft that is too long to be sent, so that the others keep an earlier one. */
const hasUnsharedDraft = ({ personDevices }: Person, conversation: ConversationId): boolean =>
  personDevices
    .flatMap((device) => device.tabs())
    .flatMap((tab) => accountOf(tab)?.conversations.get() ?? [])
    .some(({ id, draft }) => id === conversation && draft.length > longestMessage)

/** The draft that a device stored last for certain and has not sent. */
function unsentDraft(
  world: World,
  person: Person,
  device: string,
  conversation: ConversationId,
): string | undefined {
  const [last, ...others] = possibleSharedDrafts(world.ledger, [device], conversation)
  if (last === undefined || last === '' || others.length > 0) return undefined
  const devices = person.personDevices.map((one) => one.device.name)
  const sent = world.sent.extensions.draftsOf(person.userId ?? 0, parseConversationId(conversation).wireId)
  const isSent = sent.some(
    (text) => text === last || withoutReturned(world, person, devices, conversation, text) === last,
  )
  return isSent ? undefined : last
}

/** Whether a person wrote this draft before a return to the conversation, whose end removed it from the server. */
function isFromBeforeEnd(
  { ledger, barriers }: World,
  truth: Truth,
  person: Person,
  conversation: ConversationId,
  text: string,
): boolean {
  const { wireId } = parseConversationId(conversation)
  const hasEnded =
    ledger.hasDeparted(person, conversation) || barriers.friendshipEnds.some((end) => end.wireId === wireId)
  const returnedAt = returnOf(truth, { person, conversation }) ?? Number.POSITIVE_INFINITY
  const devices = person.personDevices.map(({ device }) => device.name)
  return (
    hasEnded &&
    ledger.drafts.some(
      (one) =>
        devices.includes(one.device) &&
        one.conversation === conversation &&
        one.text === text &&
        one.at <= returnedAt,
    )
  )
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
  const words = [
    ...returned.map(({ text }) => text.trim()),
    ...world.sent.extensions.returnedEdits(person.userId),
  ]
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
  const requested = requestedDrafts(ledger, device, conversation)
  const sure = requested.filter(isCertain)
  const mayBeNone = sure.length === 0 || requested.some(({ isOut }) => isOut)
  return [...(mayBeNone ? [''] : []), ...lastOf(requested, sure)]
}

/**
 * The drafts that devices which share them may have for a conversation. A draft that was lost with a sign-in or a
 * membership does not replace an earlier one. Includes none if no device stored one for certain.
 */
export function possibleSharedDrafts(
  ledger: Ledger,
  devices: readonly string[],
  conversation: ConversationId,
): readonly string[] {
  const own = devices.map((device) => requestedDrafts(ledger, device, conversation))
  const isSure = (draft: RequestedDraft) => isCertain(draft) && !draft.isOut
  const mayBeNone = !own.some((requested) => requested.some(isSure))
  return [
    ...(mayBeNone ? [''] : []),
    ...own.flatMap((requested) => lastOf(requested, requested.filter(isSure))),
  ]
}

const requestedDrafts = ({ drafts }: Ledger, device: string, conversation: ConversationId) =>
  drafts.filter(
    (draft) => draft.device === device && draft.conversation === conversation && draft.answer !== 'rejected',
  )

const isCertain = ({ answer, mayChangeNothing }: RequestedDraft): boolean =>
  answer === 'accepted' && !mayChangeNothing

/** The texts of the drafts that no certain one has replaced. */
const lastOf = (requested: readonly RequestedDraft[], sure: readonly RequestedDraft[]): readonly string[] =>
  requested
    .filter((draft) => !sure.some((other) => other.requestedAt > draft.answeredAt))
    .map(({ text }) => text)

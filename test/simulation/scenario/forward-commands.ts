import type { Outcome } from '#domain/commands/command.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import {
  type ForwardDelivery,
  type ForwardItem,
  type ForwardReport,
  targetKey,
} from '#domain/forward/forward-delivery.ts'
import { addressOf } from '#domain/forward/forward-target.ts'
import { canForward } from '#domain/message/selection.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { shownAs } from './attachments.ts'
import { isAlive } from './discard-attachment.ts'
import type { RequestedForward } from './requested-commands.ts'
import { sendNumberedSticker } from './send-groups.ts'
import { type CommandRunner, type Situation, shown } from './situation.ts'

/** The maximum number of messages, and of conversations, of one forward. */
const mostMessages = 3
const mostPlaces = 2

/** A rejected forward is repeated after this time, ms. */
const patience = 3000

/** Commands that send existing content. */
export const forwardCommands = {
  forward: (situation) => {
    const { random, account, world } = situation
    const candidates = shown(situation).filter(canForward)
    const places = severalOf(situation, account.conversations.get(), mostPlaces)
    if (candidates.length === 0 || places.length === 0) return undefined
    const from = random.integer(0, candidates.length - 1)
    const messages = candidates.slice(from, from + random.integer(1, mostMessages))
    const items = messages.flatMap((message) => itemOf(situation, message))
    const parcels = places.map((place) => parcelTo(situation, place, messages, items))
    const isPatient = world.ledger.forwards.length % 2 === 0
    const starting = account.loadForwarding().then((start) => start())
    const ask = (isAgain: boolean) =>
      starting
        .then((send) => send(parcels))
        .then(
          (outcome) => {
            settle(parcels, outcome)
            // A forward that was rejected as a whole is repeated with the same identity (DEC-185).
            if (!outcome.isOk && isPatient && !isAgain)
              world.time.schedule(patience, () => isAlive(situation) && void ask(true))
          },
          (cause: unknown) => world.ledger.problems.push(`a forward was rejected: ${String(cause)}`),
        )
    void ask(false)
    return `sends ${items.map(({ id }) => id).join(', ')} on to ${places.map(({ id }) => id).join(', ')}`
  },
  sendSticker: (situation) => `sends the sticker ${sendNumberedSticker(situation)}`,
} as const satisfies Record<string, CommandRunner>

function severalOf<Item>({ random }: Situation, items: readonly Item[], most: number): readonly Item[] {
  const from = random.integer(0, Math.max(0, items.length - 1))
  return items.slice(from, from + random.integer(1, most))
}

const itemOf = ({ conversation }: Situation, { serverId }: TimelineMessage): readonly MessageItem[] =>
  serverId === undefined ? [] : [{ kind: 'message', conversationId: conversation.id, id: serverId }]
type MessageItem = Extract<ForwardItem, { readonly kind: 'message' }>

/** The messages for one conversation, with the ledger's entry of each. */
interface Parcel extends ForwardDelivery {
  readonly requested: readonly RequestedForward[]
}

function parcelTo(
  { world, person }: Situation,
  place: ConversationSummary,
  messages: readonly TimelineMessage[],
  items: readonly MessageItem[],
): Parcel {
  const requested = messages.map(
    (message): RequestedForward => ({
      person,
      conversation: place.id,
      text: world.ledger.originalOf(shownAs(message)),
      answer: 'unknown',
    }),
  )
  world.ledger.forwards.push(...requested)
  return { target: addressOf(place), items, requested }
}

/**
 * The server may have executed a rejected call. Targets named in its response got nothing, targets only counted there
 * may have got nothing.
 */
function settle(parcels: readonly Parcel[], outcome: Outcome<ForwardReport>): void {
  if (!outcome.isOk || outcome.value.lostCount > 0) return
  const { undelivered } = outcome.value
  for (const { target, items, requested } of parcels) {
    const missed = undelivered.find((one) => targetKey(one.target) === targetKey(target))?.items ?? []
    requested.forEach((one, index) => {
      one.answer = missed.some((item) => item === items[index]) ? 'rejected' : 'accepted'
    })
  }
}

import type { Outcome } from '#domain/commands/command.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import type { Delivery, ForwardItem, ForwardReport } from '#domain/forward/delivery.ts'
import { addressOf, targetKey } from '#domain/forward/forward-target.ts'
import { canForward } from '#domain/message/selection.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { shownAs } from './attachments.ts'
import { isThere } from './discard-attachment.ts'
import type { AskedForward } from './ledger.ts'
import { type CommandRunner, dispatch, type Situation, shown } from './situation.ts'

/** Most messages, and most conversations, of one forward. */
const mostMessages = 3
const mostPlaces = 2

/** After this time a forward that was refused is asked again, ms. */
const patience = 3000

/** What a person sends that they have not written. */
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
    const send = account.startForward()
    const ask = (isAgain: boolean) =>
      send(parcels).then(
        (outcome) => {
          settle(parcels, outcome)
          // Somebody whose forward was refused as a whole asks once more, as the same one (DEC-185).
          if (!outcome.isOk && isPatient && !isAgain)
            world.time.schedule(patience, () => isThere(situation) && void ask(true))
        },
        (cause: unknown) => world.ledger.problems.push(`a forward was rejected: ${String(cause)}`),
      )
    void ask(false)
    return `sends ${items.map(({ id }) => id).join(', ')} on to ${places.map(({ id }) => id).join(', ')}`
  },
  sendSticker: (situation) => {
    const { world, person, conversation, tab } = situation
    // Of some version of the app: each is sent once, so that it can be told from others.
    const content = `/stickers/number-${world.ledger.messages.length}.webp`
    const asked = world.ledger.message(person, conversation.id, content, {
      device: tab.personDevice.device.name,
      mayBeDropped: !tab.personDevice.hasSignedIn,
    })
    const command = {
      type: 'SendContent',
      conversationId: conversation.id,
      contentType: 'emo',
      content,
    } as const
    world.ledger.follow(asked, 'SendContent', dispatch(situation, command))
    return `sends the sticker ${content}`
  },
} as const satisfies Record<string, CommandRunner>

function severalOf<Item>({ random }: Situation, items: readonly Item[], most: number): readonly Item[] {
  const from = random.integer(0, Math.max(0, items.length - 1))
  return items.slice(from, from + random.integer(1, most))
}

const itemOf = ({ conversation }: Situation, { serverId }: TimelineMessage): readonly MessageItem[] =>
  serverId === undefined ? [] : [{ kind: 'message', conversationId: conversation.id, id: serverId }]
type MessageItem = Extract<ForwardItem, { readonly kind: 'message' }>

/** What goes to one conversation, with what the ledger has of each message of it. */
interface Parcel extends Delivery {
  readonly asked: readonly AskedForward[]
}

function parcelTo(
  { world, person }: Situation,
  place: ConversationSummary,
  messages: readonly TimelineMessage[],
  items: readonly MessageItem[],
): Parcel {
  const asked = messages.map(
    (message): AskedForward => ({
      person,
      conversation: place.id,
      text: shownAs(message),
      answer: 'unknown',
    }),
  )
  world.ledger.forwards.push(...asked)
  return { target: addressOf(place), items, asked }
}

/** A refused call may have been heard; what an answered one names did not arrive, and what it only counts may not have. */
function settle(parcels: readonly Parcel[], outcome: Outcome<ForwardReport>): void {
  if (!outcome.isOk || outcome.value.lostCount > 0) return
  const { undelivered } = outcome.value
  for (const { target, items, asked } of parcels) {
    const missed = undelivered.find((one) => targetKey(one.target) === targetKey(target))?.items ?? []
    asked.forEach((one, index) => {
      one.answer = missed.some((item) => item === items[index]) ? 'refused' : 'accepted'
    })
  }
}

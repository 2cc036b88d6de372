import type { ClientId, ConversationId } from '#schemas/ids.ts'
import type { MessageType } from '#schemas/message-types.ts'
import { attachmentKindOf } from '../media/attachment-kind.ts'
import { type Deliveries, type Delivery, mustWait, unansweredTries } from './delivery.ts'
import type { UnsentMessage } from './outbox.ts'
import { needsUpload } from './upload-queue.ts'

/** The maximum number of messages in flight over all conversations (DEC-108). */
export const inFlightLimit = 8

/**
 * A stale message lets later ones pass after this many tries in a row without a response. Their pauses take 4 s, so a
 * server that restarts does not change the order.
 */
const triesBeforeOthersPass = 4

interface QueueOptions {
  readonly deliveries: Deliveries
  /** Monotonic ms. */
  readonly now: number
  readonly isConnected: boolean
}

/**
 * Returns the messages to send now, oldest first: one per conversation, eight over all (DEC-108). A message that waits
 * for its next try blocks its conversation, so that no later one overtakes it. There are four exceptions. A part that
 * waits for an earlier part of its send lets later sends pass. A message whose file is still uploaded has not entered
 * the queue. A rejected message waits for the user's retry. A stale one that stays unanswered lets the others pass
 * while there is a connection.
 */
export function messagesToSend(
  messages: readonly UnsentMessage[],
  options: QueueOptions,
): readonly UnsentMessage[] {
  const inFlight = conversationsInFlight(options.deliveries)
  const blocked = new Set(inFlight.values())
  const behind = messagesBehindParts(messages, options.deliveries)
  const chosen: UnsentMessage[] = []
  for (const message of messages) {
    if (inFlight.size + chosen.length >= inFlightLimit) break
    if (blocked.has(message.conversationId) || behind.has(message.clientId)) continue
    const turn = turnOf(message, options)
    if (turn !== 'passes') blocked.add(message.conversationId)
    if (turn === 'leaves') chosen.push(message)
  }
  return chosen
}

const conversationsInFlight = (deliveries: Deliveries): ReadonlyMap<ClientId, ConversationId> =>
  new Map(
    [...deliveries].flatMap(([clientId, delivery]) =>
      delivery.status === 'sending' ? [[clientId, delivery.conversationId] as const] : [],
    ),
  )

/** Whether a message leaves now, blocks the later ones of its conversation, or lets them pass. */
function turnOf(
  message: UnsentMessage,
  { deliveries, now, isConnected }: QueueOptions,
): 'leaves' | 'blocks' | 'passes' {
  if (message.state === 'failed' || needsUpload(message)) return 'passes'
  const delivery = deliveries.get(message.clientId)
  const waiting = mustWait(message, delivery, now)
  if (waiting === 'answered') return 'passes'
  if (waiting === undefined) return 'leaves'
  const isGivenUp = message.state === 'stale' && unansweredTries(delivery) >= triesBeforeOthersPass
  return isGivenUp && isConnected ? 'passes' : 'blocks'
}

/**
 * Returns the messages that must wait because an earlier part of the same send is unsent, for example still uploading
 * (DEC-108). They neither leave, nor block later sends of their conversation, nor turn stale. A part that the server
 * rejected does not block: it waits for the user's retry. Nor does one that the server has, even if the log has not
 * recorded that yet; a later send would otherwise pass the parts behind it.
 */
export function messagesBehindParts(
  messages: readonly UnsentMessage[],
  deliveries: Deliveries,
): ReadonlySet<ClientId> {
  const firstUnsent = new Map<string, number>()
  for (const { clientId, part, state } of messages) {
    if (!part || state === 'failed' || isSettled(deliveries.get(clientId))) continue
    firstUnsent.set(part.send, Math.min(part.index, firstUnsent.get(part.send) ?? part.index))
  }
  const behind = messages.filter(
    ({ part }) => part && part.index > (firstUnsent.get(part.send) ?? part.index),
  )
  return new Set(behind.map(({ clientId }) => clientId))
}

/** Whether the server has accepted a message, or rejected it for good. A repeatable rejection counts when it is logged. */
const isSettled = (delivery: Delivery | undefined): boolean =>
  delivery?.status === 'answered' && delivery.upTo === Number.POSITIVE_INFINITY

/** The interval of the check for stale messages [LIFE-09], ms. */
export const stalenessInterval = 600
/** The time until a pending message without media [LIFE-07], or with media [LIFE-08], is stale, ms. */
const staleAfter = 6000
const mediaStaleAfter = 300_000
/** The same for a message without media after socket and HTTP have both failed [LIFE-11] (DEC-03), ms. */
const failedStaleAfter = 5000

/** When the wait for a response began, server ms. */
export interface ResponseWait {
  /** When sending became possible: a message written offline waits for the login (DEC-107). */
  readonly possible: number
  /** When a message of the conversation was last answered: none becomes stale while its queue moves. */
  readonly moved: ReadonlyMap<ConversationId, number>
}

/** Returns the pending messages that have waited too long for a response at `now` (server ms). */
export const staleMessages = (
  messages: readonly UnsentMessage[],
  wait: ResponseWait,
  deliveries: Deliveries,
  now: number,
): readonly UnsentMessage[] => {
  const behind = messagesBehindParts(messages, deliveries)
  return messages.filter(({ clientId, conversationId, state, submittedAt, type }) => {
    if (behind.has(clientId)) return false
    // A time in the future was written while the clock was set ahead. It says nothing about the wait.
    const written = submittedAt <= now ? submittedAt : 0
    const start = Math.max(written, wait.possible, wait.moved.get(conversationId) ?? 0)
    const hasFailed = unansweredTries(deliveries.get(clientId)) > 0
    return state === 'pending' && now - start >= staleTimeOf(type, hasFailed)
  })
}

function staleTimeOf(type: MessageType, hasFailed: boolean): number {
  if (attachmentKindOf(type) !== undefined) return mediaStaleAfter
  return hasFailed ? failedStaleAfter : staleAfter
}

import type { ClientId, ConversationId } from '#schemas/ids.ts'
import { type Deliveries, mustWait, unansweredTries } from './delivery.ts'
import type { UnsentMessage } from './outbox.ts'
import { needsUpload } from './upload-queue.ts'

/** The maximum number of messages in flight over all conversations (DEC-108). */
export const inFlightLimit = 8

/**
 * A stale message lets later ones pass after this many tries in a row without an answer. Their pauses take 4 s, so a
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
  const behind = messagesBehindParts(messages)
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
 * rejected does not block: it waits for the user's retry.
 */
export function messagesBehindParts(messages: readonly UnsentMessage[]): ReadonlySet<ClientId> {
  const firstUnsent = new Map<string, number>()
  for (const { part, state } of messages) {
    if (!part || state === 'failed') continue
    firstUnsent.set(part.send, Math.min(part.index, firstUnsent.get(part.send) ?? part.index))
  }
  const behind = messages.filter(
    ({ part }) => part && part.index > (firstUnsent.get(part.send) ?? part.index),
  )
  return new Set(behind.map(({ clientId }) => clientId))
}

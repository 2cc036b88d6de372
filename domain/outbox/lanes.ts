import type { ClientId, ConversationId } from '#schemas/ids.ts'
import type { UnsentMessage } from './outbox.ts'
import { ofUnsent } from './unsent-only.ts'
import { needsUpload } from './uploads.ts'

/** Messages under way over all conversations at most (DEC-108). */
export const inFlightLimit = 8

/** One attempt of a message is left alone until then, monotonic ms. */
export interface Pause {
  readonly attempt: number
  readonly until: number
}

/** What keeps messages from leaving now. */
export interface LaneState {
  /** Messages under way, by client id, with their conversation. */
  readonly inFlight: ReadonlyMap<ClientId, ConversationId>
  /** Answered for good up to this attempt: the log may not have folded it yet. */
  readonly settled: ReadonlyMap<ClientId, number>
  /** Tried in vain or limited; a newer attempt is not held back. */
  readonly paused: ReadonlyMap<ClientId, Pause>
}

export const emptyLanes: LaneState = { inFlight: new Map(), settled: new Map(), paused: new Map() }

const isSettled = ({ clientId, attempt }: UnsentMessage, { settled }: LaneState): boolean =>
  attempt <= (settled.get(clientId) ?? 0)

function isPaused({ clientId, attempt }: UnsentMessage, { paused }: LaneState, now: number): boolean {
  const pause = paused.get(clientId)
  return pause !== undefined && pause.attempt >= attempt && pause.until > now
}

/** What a message does to its lane: it leaves now, holds the others up, or lets them pass. */
function turnOf(
  message: UnsentMessage,
  lanes: LaneState,
  now: number,
  isConnected: boolean,
): 'leaves' | 'blocks' | 'passes' {
  if (message.state === 'failed' || needsUpload(message) || isSettled(message, lanes)) return 'passes'
  if (!isPaused(message, lanes, now)) return 'leaves'
  return message.state === 'stale' && isConnected ? 'passes' : 'blocks'
}

/**
 * The messages that may leave now, in the order they were asked for: one per conversation, eight over all (DEC-108). A
 * message that waits for its next try blocks its lane, so that none overtakes it. One whose file is still being uploaded
 * is not in its lane yet. Only a stale one that stays unanswered
 * although there is a connection lets the others pass; without one nothing could pass anyway. A refused one waits for
 * Retry.
 */
export function messagesToSend(
  messages: readonly UnsentMessage[],
  lanes: LaneState,
  now: number,
  isConnected: boolean,
): readonly UnsentMessage[] {
  const busy = new Set(lanes.inFlight.values())
  const chosen: UnsentMessage[] = []
  for (const message of messages) {
    if (lanes.inFlight.size + chosen.length >= inFlightLimit) break
    if (busy.has(message.conversationId)) continue
    const turn = turnOf(message, lanes, now, isConnected)
    if (turn !== 'passes') busy.add(message.conversationId)
    if (turn === 'leaves') chosen.push(message)
  }
  return chosen
}

const without = <Key, Value>(map: ReadonlyMap<Key, Value>, keys: readonly Key[]): Map<Key, Value> =>
  new Map([...map].filter(([key]) => !keys.includes(key)))

/** The lanes once these messages are under way. */
export const departed = (lanes: LaneState, starting: readonly UnsentMessage[]): LaneState => ({
  ...lanes,
  inFlight: new Map([
    ...lanes.inFlight,
    ...starting.map(({ clientId, conversationId }) => [clientId, conversationId] as const),
  ]),
})

/** The lanes once these messages are back without an answer, to take their turn again. */
export const recalled = (lanes: LaneState, clientIds: readonly ClientId[]): LaneState => ({
  ...lanes,
  inFlight: without(lanes.inFlight, clientIds),
})

/** How a try ended: taken for ever, refused until a newer attempt, or nothing yet. */
export type LaneOutcome =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'paused'; readonly until: number }

/** The lanes once a try is over. */
export function returned(lanes: LaneState, message: UnsentMessage, outcome: LaneOutcome): LaneState {
  const { clientId, attempt } = message
  const inFlight = without(lanes.inFlight, [clientId])
  const paused = without(lanes.paused, [clientId])
  if (outcome.kind === 'paused') {
    return { ...lanes, inFlight, paused: paused.set(clientId, { attempt, until: outcome.until }) }
  }
  const settledUpTo = outcome.kind === 'taken' ? Number.POSITIVE_INFINITY : attempt
  return { inFlight, paused, settled: new Map([...lanes.settled, [clientId, settledUpTo]]) }
}

/** The lanes when an answer could not be kept: the message takes its turn again and gets the same answer. */
export function unsettled(lanes: LaneState, message: UnsentMessage, until: number): LaneState {
  const { clientId, attempt } = message
  return {
    ...lanes,
    settled: without(lanes.settled, [clientId]),
    paused: new Map([...lanes.paused, [clientId, { attempt, until }]]),
  }
}

/** The lanes without what only concerns messages that are no longer in the outbox. */
export const tidied = (lanes: LaneState, messages: readonly UnsentMessage[]): LaneState => ({
  ...lanes,
  settled: ofUnsent(lanes.settled, messages),
  paused: ofUnsent(lanes.paused, messages),
})

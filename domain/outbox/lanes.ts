import type { ClientId, ConversationId } from '#schemas/ids.ts'
import type { UnsentMessage } from './outbox.ts'

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
  /** Answered, with the attempt that was: the log may not have folded it yet. */
  readonly settled: ReadonlyMap<ClientId, number>
  /** Tried in vain or limited; a newer attempt is not held back. */
  readonly paused: ReadonlyMap<ClientId, Pause>
  /** Stale ones that a login sends again; the log may not have folded that yet. */
  readonly revived: ReadonlySet<ClientId>
}

export const emptyLanes: LaneState = {
  inFlight: new Map(),
  settled: new Map(),
  paused: new Map(),
  revived: new Set(),
}

/** A revived message as it will be once the log has folded its new attempt. */
const asRevived = (message: UnsentMessage, { revived }: LaneState): UnsentMessage =>
  message.state === 'stale' && revived.has(message.clientId)
    ? { ...message, state: 'pending', attempt: message.attempt + 1 }
    : message

const isWaiting = ({ clientId, attempt, state }: UnsentMessage, { settled }: LaneState): boolean =>
  state === 'pending' && attempt > (settled.get(clientId) ?? 0)

function isPaused({ clientId, attempt }: UnsentMessage, { paused }: LaneState, now: number): boolean {
  const pause = paused.get(clientId)
  return pause !== undefined && pause.attempt >= attempt && pause.until > now
}

/**
 * The messages that may leave now: one per conversation, the first pending one of its lane, eight over all (DEC-108).
 * A message that waits for its next try blocks its lane, so that none overtakes it; stale and refused ones have left it.
 */
export function messagesToSend(
  messages: readonly UnsentMessage[],
  lanes: LaneState,
  now: number,
): readonly UnsentMessage[] {
  const busy = new Set(lanes.inFlight.values())
  const chosen: UnsentMessage[] = []
  for (const listed of messages) {
    if (lanes.inFlight.size + chosen.length >= inFlightLimit) break
    const message = asRevived(listed, lanes)
    if (!isWaiting(message, lanes) || busy.has(message.conversationId)) continue
    busy.add(message.conversationId)
    if (!isPaused(message, lanes, now)) chosen.push(message)
  }
  return chosen
}

const without = <Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): ReadonlyMap<Key, Value> =>
  map.has(key) ? new Map([...map].filter(([other]) => other !== key)) : map

/** The lanes once these messages are under way. */
export const departed = (lanes: LaneState, starting: readonly UnsentMessage[]): LaneState => ({
  ...lanes,
  inFlight: new Map([
    ...lanes.inFlight,
    ...starting.map(({ clientId, conversationId }) => [clientId, conversationId] as const),
  ]),
  revived: new Set([...lanes.revived].filter((id) => !starting.some(({ clientId }) => clientId === id))),
})

/** The lanes once these messages are back without having been sent. */
export const recalled = (lanes: LaneState, clientIds: readonly ClientId[]): LaneState => ({
  ...lanes,
  inFlight: new Map([...lanes.inFlight].filter(([clientId]) => !clientIds.includes(clientId))),
})

/** The lanes once a try is over: answered for good, or to be left alone until `pauseUntil`. */
export function returned(
  lanes: LaneState,
  message: UnsentMessage,
  pauseUntil: number | undefined,
): LaneState {
  const { clientId, attempt } = message
  const inFlight = without(lanes.inFlight, clientId)
  const paused = new Map(without(lanes.paused, clientId))
  if (pauseUntil === undefined) {
    return { ...lanes, inFlight, paused, settled: new Map([...lanes.settled, [clientId, attempt]]) }
  }
  return { ...lanes, inFlight, paused: paused.set(clientId, { attempt, until: pauseUntil }) }
}

/** The lanes without what only concerns messages that are no longer in the outbox. */
export function tidied(lanes: LaneState, messages: readonly UnsentMessage[]): LaneState {
  if (lanes.settled.size + lanes.revived.size === 0) return lanes
  const states = new Map(messages.map(({ clientId, state }) => [clientId, state]))
  return {
    ...lanes,
    settled: new Map([...lanes.settled].filter(([clientId]) => states.has(clientId))),
    revived: new Set([...lanes.revived].filter((clientId) => states.get(clientId) === 'stale')),
  }
}

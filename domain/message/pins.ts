import type { ServerId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { StoredPins } from '#schemas/log/message.ts'
import { canManage } from '../group/roles.ts'
import type { PendingPin } from '../outbox/outbox.ts'
import { canReactTo } from './reactions.ts'

/** The maximum number of pinned messages of one conversation (DEC-246). */
export const mostPins = 50

/** Whether messages of this type may be pinned: those to which people may react. */
export const canBePinned = canReactTo

/** Whether a person with this role may pin and unpin; undefined is the role outside groups. */
export const mayPin = (role: number | undefined): boolean => role === undefined || canManage(role)

/** The pinned messages of a conversation. Changed in place by its fold. */
export interface ConversationPins {
  /** The version up to which the pins are known completely. */
  receivedThrough: number
  /** The pins, and what was unpinned after that version, each with the version of its last change. */
  readonly known: Map<ServerId, { readonly version: number; readonly isPinned: boolean }>
  /** Own changes that the server has not confirmed. */
  readonly pending: Map<ServerId, PendingPin>
}

export const initialPins = (): ConversationPins => ({
  receivedThrough: 0,
  known: new Map(),
  pending: new Map(),
})

/** Folds one event into the pins. Lists and single changes give the same state in any order. */
export function evolvePins(
  pins: ConversationPins,
  { type, data }: LogEvent,
  erased: { has(id: ServerId): boolean },
): void {
  const { known, pending } = pins
  const add = (id: ServerId, version: number, isPinned: boolean) => {
    if (!erased.has(id) && version > (known.get(id)?.version ?? 0)) known.set(id, { version, isPinned })
  }
  if (type === 'MessagePinned' && data.version > pins.receivedThrough)
    add(data.serverId, data.version, data.isPinned)
  if (type === 'PinsReceived' && data.through > pins.receivedThrough) {
    pins.receivedThrough = data.through
    for (const [id, { version }] of known) if (version <= data.through) known.delete(id)
    for (const [id, version] of data.pins) add(id, version, true)
  }
  if (type === 'PinRequested' && !erased.has(data.serverId))
    pending.set(data.serverId, { isPinned: data.isPinned, requestId: data.requestId })
  if (type === 'PinResolved' && pending.get(data.serverId)?.requestId === data.requestId)
    pending.delete(data.serverId)
}

/** Whether a message is pinned, or will be when the server confirms it. */
export const isPinned = ({ known, pending }: ConversationPins, id: ServerId): boolean =>
  (pending.get(id) ?? known.get(id))?.isPinned === true

const none: readonly ServerId[] = []

/** Returns the pinned messages that are not hidden, the last pinned one first. */
export function viewPins(pins: ConversationPins, hidden: ReadonlySet<ServerId>): readonly ServerId[] {
  const { known, pending } = pins
  if (known.size + pending.size === 0) return none
  // Without a version, an own change is the last one.
  const versionOf = (id: ServerId) => known.get(id)?.version ?? Number.MAX_SAFE_INTEGER
  return [...new Set([...pending.keys(), ...known.keys()])]
    .filter((id) => isPinned(pins, id) && !hidden.has(id))
    .sort((left, right) => versionOf(right) - versionOf(left) || right - left)
}

/** Returns the pins as they are stored. */
export const pinsToRow = ({ receivedThrough, known, pending }: ConversationPins): StoredPins => ({
  receivedThrough,
  known: [...known],
  pending: [...pending],
})

/** Returns the stored pins of a conversation. */
export const pinsFromRow = (row: StoredPins | undefined): ConversationPins => ({
  receivedThrough: row?.receivedThrough ?? 0,
  known: new Map(row?.known),
  pending: new Map(row?.pending),
})

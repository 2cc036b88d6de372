import { type ConversationsState, erasedIn } from '#domain/conversation/conversation-state.ts'
import {
  clientOfNamedFile,
  confirmationIn,
  type ErasureTargets,
  erasedIds,
  eraseFromEvent,
  idsErasedBy,
  idsWithTextIn,
  type ServerIds,
} from '#domain/message/erase-event.ts'
import { type ClientId, type ConversationId, type ServerId, serverId } from '#schemas/ids.ts'
import type { LogEvent, NewEvent } from '#schemas/log/envelope.ts'
import type { Position } from '#schemas/log/position.ts'

/** What is to be looked for in one conversation. */
export interface DoomedIn extends ErasureTargets {
  /** One by one; `serverIds` are these and all that were cleared away. */
  readonly named: Set<ServerId>
  /** Those of them that an event deletes; of the others something came late that still brings the text, or may have. */
  readonly told: Set<ServerId>
  readonly clientIds: Set<ClientId>
  readonly givenUp: Set<ClientId>
  /** Of whose files something was told when they did not wait any more: doomed if what they said is. */
  readonly toldLate: Set<ClientId>
  /** Of those that stay; a message that was given up in one tab may have left by another. */
  readonly confirmed: Set<ClientId>
  clearedThrough: ServerId
  /** Cleared or removed: then text may be anywhere, also of what never left. */
  isWhole: boolean
  /** Where the conversation was removed; all text before goes. */
  removedAt: Position | undefined
}
export type Doomed = Map<ConversationId, DoomedIn>

/** Whether the event, not folded yet, makes stored text go that nothing made go before. */
export function isErasing(event: NewEvent, conversations: ConversationsState): boolean {
  if (event.stream === 'account') return false
  if (isGone(event) || event.type === 'MessageDiscarded' || toldTooLate(event, conversations)) return true
  const purged = purgedOf(event, conversations)
  return idsAnsweredLate(event, purged).length > 0 || idsErasedBy(event).some((id) => !purged?.has(id))
}

/**
 * The message that is answered for though it is gone: its writing, which tells no server id, may have been stored as late
 * as the answer, after the deletion was looked for.
 */
const idsAnsweredLate = (event: NewEvent, purged: ServerIds | undefined): readonly ServerId[] =>
  event.type === 'MessageAcknowledged' && purged?.has(event.data.serverId) ? [event.data.serverId] : []

/** Whether a conversation was cleared or removed. */
const isGone = ({ type }: NewEvent): boolean =>
  type === 'ConversationRemoved' || type === 'ConversationCleared'

/** An event as it may be written: a late copy of a deleted message brings nothing back, nor does what is told late of a file. */
export function withoutDeleted<Event extends NewEvent>(
  event: Event,
  conversations: ConversationsState,
): Event {
  const serverIds = purgedOf(event, conversations)
  const late = toldTooLate(event, conversations)
  if (!serverIds && !late) return event
  const clientIds = new Set(late ? [late] : [])
  return eraseFromEvent(event, { serverIds: serverIds ?? new Set(), clientIds })
}

/** Whose file the event names although that message does not wait any more: it was given up, erased or sent meanwhile. */
function toldTooLate(event: NewEvent, conversations: ConversationsState): ClientId | undefined {
  const named = event.stream === 'account' ? undefined : clientOfNamedFile(event)
  if (named === undefined || event.stream === 'account') return undefined
  return conversations.byId.get(event.stream)?.unsent.has(named) ? undefined : named
}

/** What is purged in the conversation an event belongs to. */
function purgedOf({ stream }: NewEvent, conversations: ConversationsState): ServerIds | undefined {
  const state = stream === 'account' ? undefined : conversations.byId.get(stream)
  return state && erasedIn(state)
}

/** Where erasures are collected for: the account as it is now, and the messages that were looked for already. */
export interface DoomedContext {
  conversations(): ConversationsState
  isDone(conversation: ConversationId, message: ServerId): boolean
}

/** Notes what an event deletes, and what it brings of messages deleted before. */
export function noteDoomed(context: DoomedContext, doomed: Doomed, event: LogEvent): void {
  const { stream } = event
  if (stream === 'account') return
  const state = context.conversations().byId.get(stream)
  const purged = state && erasedIn(state)
  const cleared = state?.clearing.through ?? serverId(0)
  const fresh = idsErasedBy(event).filter((id) => id > cleared && !context.isDone(stream, id))
  const late = isLateCopy(event, context) ? idsWithTextIn(event) : []
  const ids = [...fresh, ...late].filter((id) => purged?.has(id)).concat(idsAnsweredLate(event, purged))
  const lateFile = toldTooLate(event, context.conversations())
  const taken = confirmationIn(event)
  if (taken) doomed.get(stream)?.toldLate.delete(taken.clientId)
  if (!isGone(event) && event.type !== 'MessageDiscarded' && ids.length === 0 && !lateFile) return
  const known = doomed.get(stream) ?? nothingDoomed()
  doomed.set(stream, known)
  for (const id of ids) known.named.add(id)
  for (const id of fresh) known.told.add(id)
  if (lateFile) known.toldLate.add(lateFile)
  known.isWhole ||= isGone(event)
  if (event.type === 'MessageDiscarded') known.givenUp.add(event.data.clientId)
  if (event.type === 'ConversationCleared')
    known.clearedThrough = serverId(Math.max(known.clearedThrough, event.data.through))
  if (event.type === 'ConversationRemoved') known.removedAt = event.position
}

/** Leaves alone what is gone by an act that may yet be lost, and by nothing else: what is stored of it is no late copy. */
export function spareCopies(doomed: Doomed, act: LogEvent): void {
  const known = act.stream === 'account' ? undefined : doomed.get(act.stream)
  if (!known) return
  const through = act.type === 'ConversationCleared' ? act.data.through : serverId(0)
  const gone = erasedIds(new Set(idsErasedBy(act)), through)
  for (const id of known.named) if (gone.has(id) && !known.told.has(id)) known.named.delete(id)
}

/** Whether nothing is to be looked for after all. */
export const isNothingDoomed = ({ named, givenUp, toldLate, isWhole }: DoomedIn): boolean =>
  named.size + givenUp.size + toldLate.size === 0 && !isWhole

function nothingDoomed(): DoomedIn {
  const doomed: DoomedIn = {
    named: new Set(),
    told: new Set(),
    clientIds: new Set(),
    confirmed: new Set(),
    givenUp: new Set(),
    toldLate: new Set(),
    clearedThrough: serverId(0),
    isWhole: false,
    removedAt: undefined,
    serverIds: { has: (id) => erasedIds(doomed.named, doomed.clearedThrough).has(id) },
  }
  return doomed
}

/** A copy of a deleted message that still brings its text. */
const isLateCopy = (event: LogEvent, { conversations }: DoomedContext): boolean =>
  withoutDeleted(event, conversations()) !== event

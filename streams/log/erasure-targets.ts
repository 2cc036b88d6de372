import { type ConversationsState, erasedIn } from '#domain/conversation/conversation-state.ts'
import {
  clientOfNamedFile,
  confirmedIdsIn,
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

/** The messages and files of one conversation whose text must be erased. */
export interface ConversationTargets extends ErasureTargets {
  /** Single messages. `serverIds` has these and all cleared messages. */
  readonly named: Set<ServerId>
  /**
   * The messages in `named` that an event deletes. For the others, a late event has the deleted text, or may have it.
   */
  readonly deletedByEvent: Set<ServerId>
  readonly clientIds: Set<ClientId>
  readonly discarded: Set<ClientId>
  /** Messages with a file event after they left the outbox. The file is erased if the message is. */
  readonly lateFiles: Set<ClientId>
  /** Confirmed messages that are not erased. One tab may have sent a message that another tab discarded. */
  readonly confirmed: Set<ClientId>
  clearedThrough: ServerId
  /** True if the conversation was cleared or removed. Then any segment may have text, also of unsent messages. */
  isWhole: boolean
  /** Where the conversation was removed. All text before is erased. */
  removedAt: Position | undefined
  /** Where the draft was stored last. Earlier drafts may have the text of an erased message as it was typed. */
  draftSavedAt: Position | undefined
}
export type TargetsByConversation = Map<ConversationId, ConversationTargets>

/** Whether an event that is not folded yet requires a new erasure of stored text. */
export function isErasing(event: NewEvent, conversations: ConversationsState): boolean {
  if (event.stream === 'account') return false
  if (clearsConversation(event) || event.type === 'MessageDiscarded' || ownerOfLateFile(event, conversations))
    return true
  const erased = erasedFor(event, conversations)
  return idsAcknowledgedLate(event, erased).length > 0 || idsErasedBy(event).some((id) => !erased?.has(id))
}

/**
 * The erased message that this event acknowledges. Its submission has no server id and may be stored as late as the
 * acknowledgement, after the erasure of its text.
 */
const idsAcknowledgedLate = (event: NewEvent, erased: ServerIds | undefined): readonly ServerId[] =>
  event.type === 'MessageAcknowledged' && erased?.has(event.data.serverId) ? [event.data.serverId] : []

const clearsConversation = ({ type }: NewEvent): boolean =>
  type === 'ConversationRemoved' || type === 'ConversationCleared'

/**
 * The event without text of deleted messages and without late facts about a file, so that a late copy restores nothing.
 */
export function withoutDeleted<Event extends NewEvent>(
  event: Event,
  conversations: ConversationsState,
): Event {
  const serverIds = erasedFor(event, conversations)
  const late = ownerOfLateFile(event, conversations)
  if (!serverIds && !late) return event
  const clientIds = new Set(late ? [late] : [])
  return eraseFromEvent(event, { serverIds: serverIds ?? new Set(), clientIds })
}

/**
 * The message whose file the event names although it has left the outbox: it was discarded, erased or sent meanwhile.
 */
function ownerOfLateFile(event: NewEvent, conversations: ConversationsState): ClientId | undefined {
  const named = event.stream === 'account' ? undefined : clientOfNamedFile(event)
  if (named === undefined || event.stream === 'account') return undefined
  return conversations.byId.get(event.stream)?.unsent.has(named) ? undefined : named
}

/** The erased messages in the conversation of an event. */
function erasedFor({ stream }: NewEvent, conversations: ConversationsState): ServerIds | undefined {
  const state = stream === 'account' ? undefined : conversations.byId.get(stream)
  return state && erasedIn(state)
}

/** The account's current state, and the messages that this tab has erased already. */
export interface TargetContext {
  conversations(): ConversationsState
  isDone(conversation: ConversationId, message: ServerId): boolean
}

/** Adds the messages that an event deletes, and deleted messages whose text it has. */
export function addTargets(context: TargetContext, targets: TargetsByConversation, event: LogEvent): void {
  const { stream } = event
  if (stream === 'account') return
  const state = context.conversations().byId.get(stream)
  const erased = state && erasedIn(state)
  const cleared = state?.clearing.through ?? serverId(0)
  const fresh = idsErasedBy(event).filter((id) => id > cleared && !context.isDone(stream, id))
  const late = isLateCopy(event, context) ? idsWithTextIn(event) : []
  const ids = [...fresh, ...late].filter((id) => erased?.has(id)).concat(idsAcknowledgedLate(event, erased))
  const lateFile = ownerOfLateFile(event, context.conversations())
  const confirmation = confirmedIdsIn(event)
  if (confirmation) targets.get(stream)?.lateFiles.delete(confirmation.clientId)
  if (!clearsConversation(event) && event.type !== 'MessageDiscarded' && ids.length === 0 && !lateFile) return
  const known = targets.get(stream) ?? emptyTargets()
  targets.set(stream, known)
  for (const id of ids) known.named.add(id)
  for (const id of fresh) known.deletedByEvent.add(id)
  if (lateFile) known.lateFiles.add(lateFile)
  known.isWhole ||= clearsConversation(event)
  if (event.type === 'MessageDiscarded') known.discarded.add(event.data.clientId)
  if (event.type === 'ConversationCleared')
    known.clearedThrough = serverId(Math.max(known.clearedThrough, event.data.through))
  if (event.type === 'ConversationRemoved') known.removedAt = event.position
}

/**
 * Removes late copies from the targets if only `deletion` deleted them. That event is not stored yet and may be lost,
 * so their text must stay.
 */
export function removeCopyTargets(targets: TargetsByConversation, deletion: LogEvent): void {
  const known = deletion.stream === 'account' ? undefined : targets.get(deletion.stream)
  if (!known) return
  const through = deletion.type === 'ConversationCleared' ? deletion.data.through : serverId(0)
  const gone = erasedIds(new Set(idsErasedBy(deletion)), through)
  for (const id of known.named) if (gone.has(id) && !known.deletedByEvent.has(id)) known.named.delete(id)
}

export const hasNoTargets = ({ named, discarded, lateFiles, isWhole }: ConversationTargets): boolean =>
  named.size + discarded.size + lateFiles.size === 0 && !isWhole

function emptyTargets(): ConversationTargets {
  const targets: ConversationTargets = {
    named: new Set(),
    deletedByEvent: new Set(),
    clientIds: new Set(),
    confirmed: new Set(),
    discarded: new Set(),
    lateFiles: new Set(),
    clearedThrough: serverId(0),
    isWhole: false,
    removedAt: undefined,
    draftSavedAt: undefined,
    serverIds: { has: (id) => erasedIds(targets.named, targets.clearedThrough).has(id) },
  }
  return targets
}

/** Whether the event has text of a deleted message. */
const isLateCopy = (event: LogEvent, { conversations }: TargetContext): boolean =>
  withoutDeleted(event, conversations()) !== event

import {
  type ConversationState,
  type ConversationsState,
  erasedIn,
} from '#domain/conversation/conversation-state.ts'
import { eraseOutdatedCopy } from '#domain/message/edits.ts'
import {
  type ErasureTargets,
  eraseAllText,
  erasedIds,
  eraseFromEvent,
  isOfEdit,
  type ServerIds,
} from '#domain/message/erase-event.ts'
import {
  clientOfNamedFile,
  confirmedIdsIn,
  idsErasedBy,
  idsWithTextIn,
} from '#domain/message/text-in-event.ts'
import { type ClientId, type ConversationId, type ServerId, serverId } from '#schemas/ids.ts'
import type { LogEvent, NewEvent } from '#schemas/log/envelope.ts'
import type { MessageEdit } from '#schemas/log/message.ts'
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
  /** The last texts of messages that were edited, or of which a late event may have an earlier text. */
  readonly edits: Map<ServerId, MessageEdit>
  readonly editsByClient: Map<ClientId, MessageEdit>
  /** Messages with a request to edit, or an unfinished edit, that may have ended. */
  readonly endedEdits: Set<ServerId>
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
  if (event.type === 'MessageEdited' || endsEdit(event, conversations)) return true
  const state = conversations.byId.get(event.stream)
  const erased = state && erasedIn(state)
  return (
    idsAcknowledgedLate(event, erased).length > 0 ||
    idsAcknowledgedLate(event, state?.edits).length > 0 ||
    idsErasedBy(event).some((id) => !erased?.has(id))
  )
}

/**
 * The erased or edited message that this event acknowledges. Its submission has no server id and may be stored as late
 * as the acknowledgement, after the erasure of its text.
 */
const idsAcknowledgedLate = (event: NewEvent, changed: ServerIds | undefined): readonly ServerId[] =>
  event.type === 'MessageAcknowledged' && changed?.has(event.data.serverId) ? [event.data.serverId] : []

const clearsConversation = ({ type }: NewEvent): boolean =>
  type === 'ConversationRemoved' || type === 'ConversationCleared'

/**
 * Whether an own edit ends with this event, which is not folded yet: the server has answered, a newer edit replaces it,
 * or the person has finished it. The text of the request or draft is erased then.
 */
function endsEdit(event: NewEvent, conversations: ConversationsState): boolean {
  if (event.type === 'EditResolved') return true
  if (event.type === 'EditDraftSaved') return event.data.body === ''
  if (event.type !== 'EditRequested' || event.stream === 'account') return false
  const { serverId, requestId } = event.data
  const pending = conversations.byId.get(event.stream)?.pendingEdits.get(serverId)
  return pending !== undefined && pending.requestId !== requestId
}

/**
 * The event without text of deleted messages, earlier texts of edited ones, and late facts about a file, so that a late
 * copy restores nothing.
 */
export function withoutDeleted<Event extends NewEvent>(
  event: Event,
  conversations: ConversationsState,
): Event {
  const erased = eraseKnown(event, conversations)
  const state = event.stream === 'account' ? undefined : conversations.byId.get(event.stream)
  return state ? eraseOutdatedCopy(erased, state.edits) : erased
}

/** The event without text that the state knows to be deleted, and with the texts that the state has. */
function eraseKnown<Event extends NewEvent>(event: Event, conversations: ConversationsState): Event {
  const state = event.stream === 'account' ? undefined : conversations.byId.get(event.stream)
  const late = ownerOfLateFile(event, conversations)
  // A conversation that was removed meanwhile keeps no text. Its messages would create it again, its edits do not.
  if (!state && isOfEdit(event)) return eraseAllText(event)
  if (!state && !late) return event
  const clientIds = new Set(late ? [late] : [])
  if (!state) return eraseFromEvent(event, { serverIds: new Set(), clientIds })
  return eraseFromEvent(event, { serverIds: erasedIn(state), clientIds, edits: state.edits })
}

/**
 * The message whose file the event names although it has left the outbox: it was discarded, erased or sent meanwhile.
 */
function ownerOfLateFile(event: NewEvent, conversations: ConversationsState): ClientId | undefined {
  const named = event.stream === 'account' ? undefined : clientOfNamedFile(event)
  if (named === undefined || event.stream === 'account') return undefined
  return conversations.byId.get(event.stream)?.unsent.has(named) ? undefined : named
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
  const edits = editsToApply(event, late, state)
  // A request may replace one from before the checkpoint. The erasure leaves the one that still waits.
  const isEnd =
    event.type === 'EditRequested' || event.type === 'EditResolved' || event.type === 'EditDraftSaved'
  const endedEdit = isEnd ? event.data.serverId : undefined
  const confirmation = confirmedIdsIn(event)
  if (confirmation) targets.get(stream)?.lateFiles.delete(confirmation.clientId)
  const isChange = edits.length > 0 || endedEdit !== undefined
  const isRemoval = clearsConversation(event) || event.type === 'MessageDiscarded' || ids.length > 0
  if (!isRemoval && !isChange && !lateFile) return
  const known = targets.get(stream) ?? emptyTargets(stream, context)
  targets.set(stream, known)
  for (const [id, edit] of edits) if (edit.body !== '' || !known.edits.has(id)) known.edits.set(id, edit)
  if (endedEdit !== undefined) known.endedEdits.add(endedEdit)
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
 * The last texts of messages that an event edits, or of which it has or may have an earlier text. An edit that the state
 * holds without its text has it in its own event.
 */
function editsToApply(
  event: LogEvent,
  late: readonly ServerId[],
  state: ConversationState | undefined,
): readonly (readonly [ServerId, MessageEdit])[] {
  if (!state) return []
  const own = event.type === 'MessageEdited' ? event.data : undefined
  const edited = own ? [own.serverId] : []
  return [...edited, ...late, ...idsAcknowledgedLate(event, state.edits)].flatMap((id) => {
    const edit = state.edits.get(id)
    const isDropped = edit?.body === '' && own?.serverId === id && own.edit.version === edit.version
    return edit ? [[id, isDropped ? own.edit : edit] as const] : []
  })
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

export const hasNoTargets = ({
  named,
  discarded,
  lateFiles,
  edits,
  endedEdits,
  isWhole,
}: ConversationTargets): boolean =>
  named.size + discarded.size + lateFiles.size + edits.size + endedEdits.size === 0 && !isWhole

function emptyTargets(stream: ConversationId, { conversations }: TargetContext): ConversationTargets {
  const targets: ConversationTargets = {
    named: new Set(),
    deletedByEvent: new Set(),
    clientIds: new Set(),
    confirmed: new Set(),
    discarded: new Set(),
    lateFiles: new Set(),
    edits: new Map(),
    editsByClient: new Map(),
    endedEdits: new Set(),
    isPendingEdit: (message, requestId) =>
      conversations().byId.get(stream)?.pendingEdits.get(message)?.requestId === requestId,
    isCurrentEditDraft: ({ serverId: message, body }) => {
      const draft = conversations().byId.get(stream)?.editDraft
      return draft?.serverId === message && draft.body === body
    },
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
  eraseKnown(event, conversations()) !== event

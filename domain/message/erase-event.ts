import type { ClientId, ServerId } from '#schemas/ids.ts'
import type { ConversationSnapshot } from '#schemas/log/conversation-snapshot.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type {
  Attachment,
  ConfirmedMessage,
  EditDraft,
  MessageEdit,
  QuotedMessage,
} from '#schemas/log/message.ts'
import { editedQuote, withEdits } from './edits.ts'
import { idsInSnapshot, idsWithTextIn } from './text-in-event.ts'

/** Messages of one conversation whose text must be erased everywhere; own ones also by their client id. */
export interface ErasureTargets {
  readonly serverIds: ServerIds
  readonly clientIds: ReadonlySet<ClientId>
  /** The texts that replace all earlier ones of their messages; own ones also by their client id. */
  readonly edits?: ReadonlyMap<ServerId, MessageEdit>
  readonly editsByClient?: ReadonlyMap<ClientId, MessageEdit>
  /** Whether an own edit still waits for the server. The text of any other request is erased. */
  readonly isPendingEdit?: (serverId: ServerId, requestId: string) => boolean
  /** Whether an unfinished edit is the current one. The text of any other one is erased. */
  readonly isCurrentEditDraft?: (draft: EditDraft) => boolean
}

/**
 * Returns the event without the bodies and quoted texts of the erased messages: the only permitted change to a written
 * event. Returns the same event if it contains none of them.
 */
export function eraseFromEvent<Event extends NewEvent>(event: Event, targets: ErasureTargets): Event {
  if (event.type === 'MessageReceived' || event.type === 'MessagePreviewed') {
    const message = withEdits(eraseMessage(event.data.message, targets.serverIds), targets.edits ?? noEdits)
    return message === event.data.message ? event : { ...event, data: { ...event.data, message } }
  }
  if (event.type === 'ConversationCompacted') {
    const data = eraseFromSnapshot(event.data, targets)
    return data === event.data ? event : { ...event, data }
  }
  if (event.type === 'MessagePrepared') {
    const isErased = targets.clientIds.has(event.data.clientId) && event.data.attachment.fileKey !== ''
    return isErased ? { ...event, data: { ...event.data, attachment: noFile } } : event
  }
  if (event.type === 'MessageUploaded') {
    const isErased = targets.clientIds.has(event.data.clientId) && event.data.body !== ''
    return isErased ? { ...event, data: { ...event.data, body: '' } } : event
  }
  if (event.type === 'MessageReacted' || event.type === 'ReactionRequested') {
    const isErased = targets.serverIds.has(event.data.serverId) && idsWithTextIn(event).length > 0
    return isErased ? eraseReaction(event) : event
  }
  if (isOfEdit(event)) return eraseEdit(event, targets)
  if (event.type === 'DraftSaved') {
    const { quote } = event.data
    const isQuoted = quote !== undefined && targets.serverIds.has(quote.serverId)
    const kept = isQuoted ? undefined : editedQuote(quote, targets.edits ?? noEdits)
    return kept === quote ? event : { ...event, data: { ...event.data, quote: kept } }
  }
  if (event.type !== 'MessageSubmitted') return event
  const data = eraseOwn(event.data, targets)
  return data === event.data ? event : { ...event, data }
}

/** An own message as it was submitted. */
type OwnMessage = Pick<Unsent, 'clientId' | 'body' | 'attachment' | 'quote' | 'mentions'>

/** Returns an own message without its text if it is erased, and with the text of its edit if it was edited. */
function eraseOwn<Own extends OwnMessage>(message: Own, targets: ErasureTargets): Own {
  const { serverIds, clientIds, edits = noEdits, editsByClient } = targets
  const { clientId, body, attachment } = message
  const isErased = clientIds.has(clientId)
  const quote = isErased
    ? emptyQuote(message.quote)
    : editedQuote(eraseQuote(message.quote, serverIds), edits)
  const edit = editsByClient?.get(clientId)
  if (isErased && (body !== '' || attachment !== undefined))
    return { ...message, quote, body: '', attachment: undefined }
  if (!isErased && edit?.body && body !== '' && body !== edit.body)
    return { ...message, quote, body: edit.body, mentions: edit.mentions }
  return quote === message.quote ? message : { ...message, quote }
}

/** Whether the event has the text of an edit. */
export const isOfEdit = ({ type }: NewEvent): boolean =>
  type === 'MessageEdited' || type === 'EditRequested' || type === 'EditDraftSaved'

/** Returns the event without the text of an erased message, of an earlier edit, or of a request or draft that has ended. */
function eraseEdit<Event extends NewEvent>(event: Event, targets: ErasureTargets): Event {
  const { serverIds, edits, isPendingEdit, isCurrentEditDraft } = targets
  if (event.type === 'EditDraftSaved') {
    const { serverId, body } = event.data
    const isErased = serverIds.has(serverId) || isCurrentEditDraft?.(event.data) === false
    return body !== '' && isErased ? eraseAllOfEdit(event) : event
  }
  if (event.type === 'EditRequested') {
    const { serverId, body, requestId } = event.data
    const hasEnded = isPendingEdit?.(serverId, requestId) === false
    const isErased = body !== '' && (hasEnded || serverIds.has(serverId))
    return isErased ? eraseAllOfEdit(event) : event
  }
  if (event.type !== 'MessageEdited' || event.data.edit.body === '') return event
  if (serverIds.has(event.data.serverId)) return eraseAllOfEdit(event)
  const next = edits?.get(event.data.serverId)
  const isOld = next !== undefined && next.version > event.data.edit.version
  return isOld ? { ...event, data: { ...event.data, edit: next } } : event
}

/** Returns the edit without its text and mentions. */
function eraseAllOfEdit<Event extends NewEvent>(event: Event): Event {
  if (event.type === 'EditRequested' || event.type === 'EditDraftSaved')
    return { ...event, data: { ...event.data, body: '', mentions: undefined } }
  if (event.type !== 'MessageEdited') return event
  const { version, at } = event.data.edit
  return { ...event, data: { ...event.data, edit: { version, at, body: '' } } }
}

const noEdits: ReadonlyMap<ServerId, MessageEdit> = new Map()

/** Returns the event without emoji. */
function eraseReaction<Event extends NewEvent>(event: Event): Event {
  if (event.type === 'ReactionRequested') return { ...event, data: { ...event.data, emoji: '' } }
  if (event.type !== 'MessageReacted') return event
  const { version } = event.data.reactions
  return { ...event, data: { ...event.data, reactions: { version, counts: [] } } }
}

/** Replaces an erased attachment, because its fields may name the file. */
const noFile: Attachment = { fileKey: '', name: '', contentType: '', size: 0 }

/** Returns the message without its body and quote if it is erased, and without the quoted text of an erased message. */
export function eraseMessage(message: ConfirmedMessage, serverIds: ServerIds): ConfirmedMessage {
  const isErased = serverIds.has(message.serverId)
  const quote = isErased ? emptyQuote(message.quote) : eraseQuote(message.quote, serverIds)
  const body = isErased ? null : message.body
  const reactions = isErased ? undefined : message.reactions
  const isUnchanged = body === message.body && quote === message.quote && reactions === message.reactions
  if (isUnchanged) return message
  return { ...message, body, quote, ...(message.reactions ? { reactions } : {}) }
}

/** Returns the quote without its text. A quote is part of the message that carries it and is erased with it. */
export const emptyQuote = (quote: QuotedMessage | undefined): QuotedMessage | undefined =>
  quote?.text ? { ...quote, text: '' } : quote

/** Returns the quote without its text if the quoted message is erased. */
export const eraseQuote = (
  quote: QuotedMessage | undefined,
  serverIds: ServerIds,
): QuotedMessage | undefined => (quote && serverIds.has(quote.serverId) ? emptyQuote(quote) : quote)

/** Returns the event without its draft, which a later event has replaced. Returns the same event if it has none. */
export function eraseDraft<Event extends NewEvent>(event: Event): Event {
  if (event.type === 'DraftSaved') {
    const { text, quote, savedAt } = event.data
    return text === '' && quote === undefined ? event : { ...event, data: { text: '', savedAt } }
  }
  if (event.type !== 'ConversationCompacted') return event
  const { data } = event
  if (data.draft === '' && data.draftQuote === undefined) return event
  const erased = { draft: '', draftMentions: undefined, draftQuote: undefined, draftReturned: undefined }
  return { ...event, data: { ...data, ...erased } }
}

/** Returns the event without any text that a person wrote, for a removed conversation. */
export function eraseAllText<Event extends NewEvent>(event: Event): Event {
  if (event.type === 'DraftSaved') return eraseDraft(event)
  if (isOfEdit(event)) return eraseAllOfEdit(event)
  if (event.type === 'MessageReacted' || event.type === 'ReactionRequested') return eraseReaction(event)
  if (event.type === 'ConversationCompacted') {
    const data = eraseSnapshotText(event.data)
    return data === event.data ? event : { ...event, data }
  }
  if (event.type === 'MessageReceived' || event.type === 'MessagePreviewed') {
    const { serverId, quote } = event.data.message
    const serverIds = new Set(quote ? [serverId, quote.serverId] : [serverId])
    return eraseFromEvent(event, { serverIds, clientIds: new Set() })
  }
  if (event.type === 'MessageUploaded' || event.type === 'MessagePrepared') {
    return eraseFromEvent(event, { serverIds: new Set(), clientIds: new Set([event.data.clientId]) })
  }
  if (event.type !== 'MessageSubmitted') return event
  const { clientId, quote } = event.data
  const serverIds = new Set(quote ? [quote.serverId] : [])
  return eraseFromEvent(event, { serverIds, clientIds: new Set([clientId]) })
}

type Recent = ConversationSnapshot['recent'][number]
type Unsent = ConversationSnapshot['unsent'][number]

/** Returns a log snapshot without the text of erased messages. Returns the same one if it contains none. */
export function eraseFromSnapshot(
  snapshot: ConversationSnapshot,
  targets: ErasureTargets,
): ConversationSnapshot {
  const { serverIds, edits = noEdits, isPendingEdit, isCurrentEditDraft } = targets
  const isErased = ({ serverId }: { readonly serverId: ServerId }) => serverIds.has(serverId)
  const { pendingReactions = [], pendingEdits = [], draftQuote, editDraft } = snapshot
  const next = {
    recent: mapItems(snapshot.recent, (message) => eraseRecent(message, targets)),
    unsent: mapItems(snapshot.unsent, (message) => eraseOwn(message, targets)),
    draftQuote: draftQuote && isErased(draftQuote) ? undefined : editedQuote(draftQuote, edits),
    editDraft:
      editDraft && (isErased(editDraft) || isCurrentEditDraft?.(editDraft) === false) ? undefined : editDraft,
    pendingReactions: dropItems(pendingReactions, isErased),
    pendingEdits: dropItems(
      pendingEdits,
      (edit) => isErased(edit) || isPendingEdit?.(edit.serverId, edit.requestId) === false,
    ),
    edits: dropItems(
      mapItems(snapshot.edits ?? [], (item) => newerEdit(item, edits)),
      ([serverId]) => serverIds.has(serverId),
    ),
  }
  const before = { ...snapshot, pendingReactions, pendingEdits, edits: snapshot.edits ?? next.edits }
  const isUnchanged =
    next.recent === before.recent &&
    next.unsent === before.unsent &&
    next.draftQuote === before.draftQuote &&
    next.editDraft === before.editDraft &&
    next.pendingReactions === before.pendingReactions &&
    next.pendingEdits === before.pendingEdits &&
    next.edits === before.edits
  return isUnchanged ? snapshot : { ...snapshot, ...next }
}

type EditItem = NonNullable<ConversationSnapshot['edits']>[number]

function newerEdit(item: EditItem, edits: ReadonlyMap<ServerId, MessageEdit>): EditItem {
  const [serverId, known] = item
  const next = edits.get(serverId)
  return next && next.version > known.version ? [serverId, next] : item
}

function eraseRecent(message: Recent, { serverIds, edits }: ErasureTargets): Recent {
  const { serverId, body } = message
  if (body === null) return message
  if (serverIds.has(serverId)) return { ...message, body: null }
  const edit = edits?.get(serverId)
  return edit?.body && edit.body !== body ? { ...message, body: edit.body } : message
}

/** Returns a log snapshot without any text that a person wrote. */
export function eraseSnapshotText(snapshot: ConversationSnapshot): ConversationSnapshot {
  const clientIds = new Set(snapshot.unsent.map(({ clientId }) => clientId))
  const erased = eraseFromSnapshot(snapshot, { serverIds: new Set(idsInSnapshot(snapshot)), clientIds })
  return erased.draft === ''
    ? erased
    : { ...erased, draft: '', draftMentions: undefined, draftReturned: undefined }
}

/** Maps the items. Returns the same list if no item changed. */
function mapItems<Item>(items: Item[], change: (item: Item) => Item): Item[] {
  const changed = items.map(change)
  return changed.every((item, index) => item === items[index]) ? items : changed
}

/** Drops items. Returns the same list if no item was dropped. */
function dropItems<Item>(items: Item[], isDropped: (item: Item) => boolean): Item[] {
  const kept = items.filter((item) => !isDropped(item))
  return kept.length === items.length ? items : kept
}

/** Ids of messages whose text must be erased. */
export type ServerIds = Pick<ReadonlySet<ServerId>, 'has'>

/** Returns the ids of messages that were deleted one by one or cleared [LIFE-18 LIFE-19]. */
export const erasedIds = (deleted: ReadonlySet<ServerId>, clearedThrough: ServerId): ServerIds =>
  clearedThrough === 0 ? deleted : { has: (id) => id <= clearedThrough || deleted.has(id) }

import type { ClientId, ServerId } from '#schemas/ids.ts'
import type { ConversationSnapshot } from '#schemas/log/conversation-snapshot.ts'
import type { LogEventOf, NewEvent } from '#schemas/log/envelope.ts'
import type { Attachment, ConfirmedMessage, QuotedMessage } from '#schemas/log/message.ts'

/** Messages of one conversation whose text must be erased everywhere; own ones also by their client id. */
export interface ErasureTargets {
  readonly serverIds: ServerIds
  readonly clientIds: ReadonlySet<ClientId>
}

/**
 * Returns the event without the bodies and quoted texts of the erased messages: the only permitted change to a written
 * event. Returns the same event if it contains none of them.
 */
export function eraseFromEvent<Event extends NewEvent>(event: Event, targets: ErasureTargets): Event {
  if (event.type === 'MessageReceived' || event.type === 'MessagePreviewed') {
    const message = eraseMessage(event.data.message, targets.serverIds)
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
  if (event.type === 'DraftSaved') {
    const isQuoted = event.data.quote !== undefined && targets.serverIds.has(event.data.quote.serverId)
    return isQuoted ? { ...event, data: { ...event.data, quote: undefined } } : event
  }
  if (event.type !== 'MessageSubmitted') return event
  const { clientId, body, attachment } = event.data
  const isErased = targets.clientIds.has(clientId)
  const quote = isErased ? emptyQuote(event.data.quote) : eraseQuote(event.data.quote, targets.serverIds)
  const hasText = body !== '' || attachment !== undefined
  if (!(isErased && hasText) && quote === event.data.quote) return event
  const content = isErased ? { body: '', attachment: undefined } : { body, attachment }
  return { ...event, data: { ...event.data, ...content, quote } }
}

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

/** Whether the event stores the draft of its conversation in place of earlier ones. */
export const savesDraft = ({ type }: NewEvent): boolean =>
  type === 'DraftSaved' || type === 'ConversationCompacted'

/** Returns the event without its draft, which a later event has replaced. Returns the same event if it has none. */
export function eraseDraft<Event extends NewEvent>(event: Event): Event {
  if (event.type === 'DraftSaved') {
    const { text, quote, savedAt } = event.data
    return text === '' && quote === undefined ? event : { ...event, data: { text: '', savedAt } }
  }
  if (event.type !== 'ConversationCompacted') return event
  const { data } = event
  if (data.draft === '' && data.draftQuote === undefined) return event
  return { ...event, data: { ...data, draft: '', draftMentions: undefined, draftQuote: undefined } }
}

/** Returns the event without any text that a person wrote, for a removed conversation. */
export function eraseAllText<Event extends NewEvent>(event: Event): Event {
  if (event.type === 'DraftSaved') return eraseDraft(event)
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

/** Returns the server ids of messages that the event turns into tombstones. */
export function idsErasedBy(event: NewEvent): readonly ServerId[] {
  if (event.type === 'MessagesDeleted' || event.type === 'MessagesExpired') return event.data.serverIds
  return event.type === 'MessageReceived' && event.data.message.body === null
    ? [event.data.message.serverId]
    : []
}

/** Returns the server ids of messages whose text the event contains, quotes included. */
export function idsWithTextIn(event: NewEvent): readonly ServerId[] {
  if (event.type === 'MessageSubmitted' || event.type === 'DraftSaved')
    return event.data.quote ? [event.data.quote.serverId] : []
  if (event.type === 'ConversationCompacted') return idsInSnapshot(event.data)
  if (event.type === 'ReactionRequested') return event.data.emoji === '' ? [] : [event.data.serverId]
  if (event.type === 'MessageReacted') {
    const { counts, own } = event.data.reactions
    return counts.length > 0 || own ? [event.data.serverId] : []
  }
  if (event.type !== 'MessageReceived' && event.type !== 'MessagePreviewed') return []
  const { serverId, quote } = event.data.message
  return quote ? [serverId, quote.serverId] : [serverId]
}

/** Returns the client id and server id of an accepted message if the event contains both. */
export function confirmedIdsIn(
  event: NewEvent,
): { readonly clientId: ClientId; readonly serverId: ServerId } | undefined {
  if (event.type === 'MessageAcknowledged') return event.data
  if (event.type !== 'MessageReceived') return undefined
  const { serverId, clientId } = event.data.message
  return clientId === undefined ? undefined : { clientId, serverId }
}

/** Returns the client id of the message whose transcoded or uploaded file the event names. */
export function clientOfNamedFile(event: NewEvent): ClientId | undefined {
  if (event.type === 'MessagePrepared')
    return event.data.attachment.fileKey === '' ? undefined : event.data.clientId
  if (event.type === 'MessageUploaded') return event.data.body === '' ? undefined : event.data.clientId
  return undefined
}

/** Whether this submission was erased before: every message has a text or a file. */
export const isErasedSubmission = ({ data }: LogEventOf<'MessageSubmitted'>): boolean =>
  data.body === '' && data.attachment === undefined

type Recent = ConversationSnapshot['recent'][number]
type Unsent = ConversationSnapshot['unsent'][number]

/** Returns a log snapshot without the text of erased messages. Returns the same one if it contains none. */
export function eraseFromSnapshot(
  snapshot: ConversationSnapshot,
  targets: ErasureTargets,
): ConversationSnapshot {
  const recent = mapItems(snapshot.recent, (message) => eraseRecent(message, targets))
  const unsent = mapItems(snapshot.unsent, (message) => eraseUnsent(message, targets))
  const isQuoted = snapshot.draftQuote !== undefined && targets.serverIds.has(snapshot.draftQuote.serverId)
  const { pendingReactions = [] } = snapshot
  const reactions = pendingReactions.filter(({ serverId }) => !targets.serverIds.has(serverId))
  const hasReactions = reactions.length < pendingReactions.length
  if (recent === snapshot.recent && unsent === snapshot.unsent && !isQuoted && !hasReactions) return snapshot
  return {
    ...{ ...snapshot, recent, unsent },
    ...(isQuoted ? { draftQuote: undefined } : {}),
    ...(hasReactions ? { pendingReactions: reactions } : {}),
  }
}

const eraseRecent = (message: Recent, { serverIds }: ErasureTargets): Recent =>
  message.body !== null && serverIds.has(message.serverId) ? { ...message, body: null } : message

function eraseUnsent(message: Unsent, { serverIds, clientIds }: ErasureTargets): Unsent {
  const isErased = clientIds.has(message.clientId)
  const quote = isErased ? emptyQuote(message.quote) : eraseQuote(message.quote, serverIds)
  const hasText = message.body !== '' || message.attachment !== undefined
  if (isErased && hasText) return { ...message, quote, body: '', attachment: undefined }
  return quote === message.quote ? message : { ...message, quote }
}

/** Returns a log snapshot without any text that a person wrote. */
export function eraseSnapshotText(snapshot: ConversationSnapshot): ConversationSnapshot {
  const clientIds = new Set(snapshot.unsent.map(({ clientId }) => clientId))
  const erased = eraseFromSnapshot(snapshot, { serverIds: new Set(idsInSnapshot(snapshot)), clientIds })
  return erased.draft === '' ? erased : { ...erased, draft: '', draftMentions: undefined }
}

/** Returns the server ids of messages whose text a log snapshot contains. */
export const idsInSnapshot = ({
  recent,
  unsent,
  draftQuote,
  pendingReactions = [],
}: ConversationSnapshot): readonly ServerId[] => [
  ...pendingReactions.map(({ serverId }) => serverId),
  ...recent.flatMap(({ body, serverId }) => (body === null ? [] : [serverId])),
  ...unsent.flatMap(({ quote }) => (quote?.text ? [quote.serverId] : [])),
  ...(draftQuote ? [draftQuote.serverId] : []),
]

/** Maps the items. Returns the same list if no item changed. */
function mapItems<Item>(items: Item[], change: (item: Item) => Item): Item[] {
  const changed = items.map(change)
  return changed.every((item, index) => item === items[index]) ? items : changed
}

/** Ids of messages whose text must be erased. */
export type ServerIds = Pick<ReadonlySet<ServerId>, 'has'>

/** Returns the ids of messages that were deleted one by one or cleared [LIFE-18 LIFE-19]. */
export const erasedIds = (deleted: ReadonlySet<ServerId>, clearedThrough: ServerId): ServerIds =>
  clearedThrough === 0 ? deleted : { has: (id) => id <= clearedThrough || deleted.has(id) }

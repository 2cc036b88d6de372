import type { ClientId, ServerId } from '#schemas/ids.ts'
import type { ConversationSnapshot } from '#schemas/log/conversation-snapshot.ts'
import type { LogEventOf, NewEvent } from '#schemas/log/envelope.ts'

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
  if (event.type === 'EditRequested' || event.type === 'EditDraftSaved')
    return event.data.body === '' ? [] : [event.data.serverId]
  if (event.type === 'MessageEdited') return event.data.edit.body === '' ? [] : [event.data.serverId]
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

/** Whether the event stores the draft of its conversation in place of earlier ones. */
export const savesDraft = ({ type }: NewEvent): boolean =>
  type === 'DraftSaved' || type === 'ConversationCompacted'

/** Returns the server ids of messages whose text a log snapshot contains. */
export const idsInSnapshot = ({
  recent,
  unsent,
  draftQuote,
  pendingReactions = [],
  pendingEdits = [],
  edits = [],
  editDraft,
}: ConversationSnapshot): readonly ServerId[] => [
  ...[...pendingReactions, ...pendingEdits].map(({ serverId }) => serverId),
  ...edits.map(([serverId]) => serverId),
  ...recent.flatMap(({ body, serverId }) => (body === null ? [] : [serverId])),
  ...unsent.flatMap(({ quote }) => (quote?.text ? [quote.serverId] : [])),
  ...[draftQuote, editDraft].flatMap((draft) => draft?.serverId ?? []),
]

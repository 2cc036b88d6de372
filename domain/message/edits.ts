import type { ServerId } from '#schemas/ids.ts'
import type { LogEvent, NewEvent } from '#schemas/log/envelope.ts'
import type { ConfirmedMessage, MessageEdit, QuotedMessage } from '#schemas/log/message.ts'

/** How long the text of an own message can be edited, ms. */
export const editTimeLimit = 48 * 60 * 60_000

/** Whether this person may ever edit a message: only own texts. */
export const canEdit = ({ type, isOwn }: { readonly type: string; readonly isOwn: boolean }): boolean =>
  isOwn && type === 'txt'

/** The fields of a message that decide whether it can be edited. */
interface EditableMessage {
  /** Undefined until the server has accepted it. */
  readonly serverId: ServerId | undefined
  readonly type: string
  readonly isOwn: boolean
  /** Server ms. */
  readonly sentAt: number
}

/** Whether a message can be edited now, server ms. */
export const isEditable = (message: EditableMessage, now: number): boolean =>
  message.serverId !== undefined && canEdit(message) && now - message.sentAt <= editTimeLimit

/** The length of the texts that `MessageEdits` holds, UTF-16 units: 256 KiB in memory. */
export const editTextLimit = 128 * 1024

/**
 * The last known edit of each message that was edited, the one added last at the end. Beyond the limit the first ones
 * have only their version. Changed in place by its fold.
 */
export type MessageEdits = Map<ServerId, MessageEdit>
type KnownEdits = Pick<MessageEdits, 'get'>

/**
 * Folds one event into the last known edits. They stay after their messages were changed, because older copies of the
 * text may still arrive.
 * @param erased the messages that were deleted before
 */
export function evolveEdits(
  edits: MessageEdits,
  event: LogEvent,
  erased: { has(id: ServerId): boolean },
): void {
  switch (event.type) {
    case 'MessageEdited':
      if (!erased.has(event.data.serverId)) addEdit(edits, event.data.serverId, event.data.edit)
      break
    case 'MessageReceived': {
      const { serverId, body, mentions, edit } = event.data.message
      if (body === null) edits.delete(serverId)
      else if (edit && !erased.has(serverId)) addEdit(edits, serverId, { ...edit, body, mentions })
      break
    }
    case 'MessagesDeleted':
    case 'MessagesExpired':
      for (const id of event.data.serverIds) edits.delete(id)
      break
    case 'ConversationCleared':
      for (const id of edits.keys()) if (id <= event.data.through) edits.delete(id)
      break
    case 'HistoryTrimmed':
      for (const id of edits.keys()) if (id < event.data.beforeId) edits.delete(id)
      break
  }
}

/** Adds an edit at the end unless a later one is known. An erased one has no text. */
function addEdit(edits: MessageEdits, id: ServerId, edit: MessageEdit): void {
  if (edit.body === '' || edit.version <= (edits.get(id)?.version ?? 0)) return
  edits.delete(id)
  edits.set(id, edit)
  dropTexts(edits, id)
}

/** Drops the first texts beyond the limit, but not that of `added`, which its message has not got yet. */
function dropTexts(edits: MessageEdits, added: ServerId): void {
  let excess = -editTextLimit
  for (const { body } of edits.values()) excess += body.length
  for (const [id, { version, at, body }] of edits) {
    if (excess <= 0) return
    if (id === added || body === '') continue
    edits.set(id, { version, at, body: '' })
    excess -= body.length
  }
}

/**
 * Whether a copy of a message is older than an edit whose text was dropped. The folds ignore such a copy: a stored
 * message has the text of the edit already, and any other one is fetched again with it.
 */
export function isOutdatedCopy({ serverId, body, edit }: ConfirmedMessage, edits: KnownEdits): boolean {
  const last = edits.get(serverId)
  return last?.body === '' && body !== null && last.version > (edit?.version ?? 0)
}

/**
 * Returns a stored message as edited if only the version of its edit is known. The erasure has replaced the text of each
 * message that a log snapshot covers, but the confirmation of an own one has no version.
 */
export function markEdited(message: ConfirmedMessage, edits: KnownEdits): ConfirmedMessage {
  const edit = edits.get(message.serverId)
  if (!edit || !isOutdatedCopy(message, edits)) return message
  return { ...message, edit: { version: edit.version, at: edit.at } }
}

/** Returns the event without the text of an outdated copy. */
export function eraseOutdatedCopy<Event extends NewEvent>(event: Event, edits: KnownEdits): Event {
  if (event.type !== 'MessageReceived' && event.type !== 'MessagePreviewed') return event
  const { message } = event.data
  if (!isOutdatedCopy(message, edits)) return event
  return { ...event, data: { ...event.data, message: { ...message, body: '', mentions: undefined } } }
}

/** Returns the message with the last known text of it and of the quoted message. Returns the same one if it has both. */
export function withEdits(message: ConfirmedMessage, edits: KnownEdits): ConfirmedMessage {
  const edit = edits.get(message.serverId)
  const quote = editedQuote(message.quote, edits)
  const isOld = edit?.body && message.body !== null && edit.version > (message.edit?.version ?? 0)
  if (!isOld && quote === message.quote) return message
  return { ...message, quote, ...(isOld ? textOf(edit) : {}) }
}

const textOf = ({
  version,
  at,
  body,
  mentions,
}: MessageEdit): Pick<ConfirmedMessage, 'body' | 'mentions' | 'edit'> => ({
  body,
  mentions,
  edit: { version, at },
})

/** Returns the quote with the last known text of its message. An erased quote stays empty. */
export function editedQuote(quote: QuotedMessage | undefined, edits: KnownEdits): QuotedMessage | undefined {
  const edit = quote && edits.get(quote.serverId)
  return quote?.text && edit?.body && quote.text !== edit.body ? { ...quote, text: edit.body } : quote
}

/** Returns the text of the newer one of two copies of a message. A tombstone has no text. */
export function newerText(
  known: ConfirmedMessage,
  next: ConfirmedMessage,
): Pick<ConfirmedMessage, 'body' | 'mentions' | 'edit'> {
  const [before, after] = [known.edit?.version ?? 0, next.edit?.version ?? 0]
  if (next.body !== null && before > after)
    return { body: known.body, mentions: known.mentions, edit: known.edit }
  const { body, edit } = next
  return { body, mentions: after > 0 ? next.mentions : (next.mentions ?? known.mentions), edit }
}

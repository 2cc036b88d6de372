import type { ClientId, ConversationId, ServerId, UserId } from '#schemas/ids.ts'
import type { LogEvent, LogEventOf, NewEvent } from '#schemas/log/envelope.ts'
import type { EventDataOf } from '#schemas/log/events.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import { comparePositions, type Position } from '#schemas/log/position.ts'
import type { UnsentMessage } from '../outbox/outbox.ts'
import { editedQuote, type MessageEdits } from './edits.ts'
import { emptyQuote, eraseQuote, type ServerIds } from './erase-event.ts'
import { nextMessageStatus } from './message-transitions.ts'

/** An unsent message with its place in the order of writing. */
export interface UnsentRecord extends UnsentMessage {
  /** The log position of its submission, or of the user's last retry. */
  readonly position: Position
  /** The newest message known when it was written, so that the list row can tell which is newer. */
  readonly writtenAfter?: ServerId | undefined
}
/** One conversation's unsent messages. A record is removed when its message is confirmed or discarded. */
export type UnsentMessages = Map<ClientId, UnsentRecord>

/**
 * Folds one event of conversation `id` into `unsent`, which it changes in place. Events of an earlier attempt than the
 * current one change nothing, so duplicates and late events are harmless. Returns the record that the event confirmed,
 * if any.
 */
export function evolveUnsent(
  unsent: UnsentMessages,
  id: ConversationId,
  self: UserId,
  event: LogEvent,
): UnsentRecord | undefined {
  switch (event.type) {
    case 'MessageSubmitted':
      submit(unsent, id, event)
      return undefined
    case 'MessagePrepared':
      prepare(unsent, event.data)
      return undefined
    case 'MessageUploaded':
      name(unsent, event.data)
      return undefined
    case 'MessageBecameStale':
      step(unsent, event.data.clientId, event.data.attempt, 'stalled')
      return undefined
    case 'MessageFailed':
      step(unsent, event.data.clientId, event.data.attempt, 'failed')
      return undefined
    case 'MessageRetried':
      retry(unsent, event)
      return undefined
    case 'MessageDiscarded':
      take(unsent, event.data.clientId)
      return undefined
    case 'MessageAcknowledged':
      return take(unsent, event.data.clientId)
    case 'MessageReceived':
      return event.data.message.senderId === self ? take(unsent, event.data.message.clientId) : undefined
    default:
      return undefined
  }
}

/** Whether the event changes nothing but an unsent message that the conversation holds already. */
export const needsUnsentMessage = ({ type }: LogEvent): boolean =>
  type === 'MessagePrepared' ||
  type === 'MessageUploaded' ||
  type === 'MessageBecameStale' ||
  type === 'MessageFailed' ||
  type === 'MessageRetried' ||
  type === 'MessageDiscarded' ||
  type === 'MessageAcknowledged'

function submit(unsent: UnsentMessages, id: ConversationId, event: LogEventOf<'MessageSubmitted'>): void {
  const { clientId, type, body, submittedAt, writtenAfter, quote, mentions, attachment, part } = event.data
  const { position } = event
  const known = unsent.get(clientId)
  if (known) {
    // Folded while it was in memory. It gets its log position when it is folded again from the log.
    if (known.position.segment === undefined) unsent.set(clientId, { ...known, position })
    return
  }
  unsent.set(clientId, {
    clientId,
    conversationId: id,
    type,
    body,
    quote,
    ...(mentions ? { mentions } : {}),
    attachment,
    ...(part ? { part } : {}),
    submittedAt,
    attempt: 1,
    state: 'pending',
    position,
    ...(writtenAfter === undefined ? {} : { writtenAfter }),
  })
}

/** Replaces the picked file of a message with the transcoded one. Only the first one counts. */
function prepare(
  unsent: UnsentMessages,
  { clientId, attachment }: LogEventOf<'MessagePrepared'>['data'],
): void {
  const record = unsent.get(clientId)
  if (record?.attachment?.preparation) unsent.set(clientId, { ...record, attachment })
}

/** Sets the body that names the uploaded file. Only the first upload counts. */
function name(unsent: UnsentMessages, { clientId, body }: LogEventOf<'MessageUploaded'>['data']): void {
  const record = unsent.get(clientId)
  if (record && record.body === '') unsent.set(clientId, { ...record, body })
}

function step(unsent: UnsentMessages, clientId: ClientId, attempt: number, name: 'stalled' | 'failed'): void {
  const record = unsent.get(clientId)
  if (!record || attempt < record.attempt) return
  const state = nextMessageStatus(record.state, name)
  if (state === 'stale' || state === 'failed') unsent.set(clientId, { ...record, state })
}

/**
 * A retry by the user moves the message to the end of the queue. A retry by the outbox keeps its time and its place.
 */
function retry(unsent: UnsentMessages, { data, position }: LogEventOf<'MessageRetried'>): void {
  const record = unsent.get(data.clientId)
  if (!record || data.attempt < record.attempt) return
  const isByUser = data.submittedAt !== undefined
  if (data.attempt === record.attempt) {
    // Folded while it was in memory. It gets its log position when it is folded again from the log.
    if (isByUser && record.position.segment === undefined) unsent.set(data.clientId, { ...record, position })
    return
  }
  unsent.set(data.clientId, {
    ...record,
    ...(isByUser ? { position, writtenAfter: data.writtenAfter } : {}),
    // The server may have rejected the message because of the file, or deleted the file since. It is uploaded again.
    body: record.attachment && record.state === 'failed' ? '' : record.body,
    attempt: data.attempt,
    submittedAt: data.submittedAt ?? record.submittedAt,
    state: 'pending',
  })
}

function take(unsent: UnsentMessages, clientId: ClientId | undefined): UnsentRecord | undefined {
  const record = clientId === undefined ? undefined : unsent.get(clientId)
  if (record) unsent.delete(record.clientId)
  return record
}

/**
 * Orders unsent messages as they were written, by log position. Times are no order, because clocks are corrected
 * (DEC-99).
 */
export const compareUnsent = (left: UnsentRecord, right: UnsentRecord): number =>
  comparePositions(left.position, right.position)

/**
 * Returns events that submit the messages again in the same order and leave them in the same state. Quotes lose their
 * text. `common` has the fields of the new events' envelopes.
 */
export function replayUnsent(
  unsent: UnsentMessages,
  common: Pick<NewEvent, 'stream' | 'occurredAt' | 'origin'>,
): readonly NewEvent[] {
  return [...unsent.values()].toSorted(compareUnsent).flatMap((record): NewEvent[] => {
    const { clientId, type, body, submittedAt, writtenAfter, mentions, attachment, part, attempt, state } =
      record
    const message = {
      clientId,
      type,
      body,
      submittedAt,
      writtenAfter,
      mentions,
      attachment,
      part,
      quote: emptyQuote(record.quote),
    }
    const events: NewEvent[] = [{ ...common, type: 'MessageSubmitted', data: message }]
    if (attempt > 1) events.push({ ...common, type: 'MessageRetried', data: { clientId, attempt } })
    if (state === 'stale') events.push({ ...common, type: 'MessageBecameStale', data: { clientId, attempt } })
    // The code and reason of the rejection were only in the earlier event. No state depends on them.
    if (state === 'failed')
      events.push({ ...common, type: 'MessageFailed', data: { clientId, attempt, code: 0, reason: '' } })
    return events
  })
}

/** Removes the text of deleted messages from the quotes of unsent ones, and replaces that of edited ones. */
export function eraseUnsentQuotes(unsent: UnsentMessages, deleted: ServerIds, edits: MessageEdits): void {
  for (const [id, record] of unsent) {
    const quote = editedQuote(eraseQuote(record.quote, deleted), edits)
    if (quote !== record.quote) unsent.set(id, { ...record, quote })
  }
}

/** Returns an own message as its acknowledgement confirms it. Its names come later with history. */
export const acknowledgedMessage = (
  record: UnsentMessage,
  self: UserId,
  acknowledgement: EventDataOf<'MessageAcknowledged'>,
): ConfirmedMessage => ({
  serverId: acknowledgement.serverId,
  sequence: acknowledgement.sequence,
  clientId: record.clientId,
  senderId: self,
  senderName: '',
  senderAvatarUrl: '',
  type: record.type,
  body: record.body,
  sentAt: acknowledgement.sentAt,
  quote: record.quote,
  ...(record.mentions ? { mentions: [...record.mentions] } : {}),
  ...(acknowledgement.timerSeconds === undefined ? {} : { timerSeconds: acknowledgement.timerSeconds }),
})

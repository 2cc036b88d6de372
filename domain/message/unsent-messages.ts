import type { ClientId, ConversationId, UserId } from '#schemas/ids.ts'
import type { LogEvent, LogEventOf } from '#schemas/log/envelope.ts'
import type { EventDataOf } from '#schemas/log/events.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import { comparePositions, type Position } from '#schemas/log/position.ts'
import type { UnsentMessage } from '../outbox/outbox.ts'
import { eraseQuote, type ServerIds } from './erase-event.ts'
import { nextMessageStatus } from './message-transitions.ts'

/** An unsent message with the place of its submission in the log, which orders equal times. */
export interface UnsentRecord extends UnsentMessage {
  readonly position: Position
}
/** One conversation's unsent messages. A record leaves once the message is confirmed or discarded. */
export type UnsentMessages = Map<ClientId, UnsentRecord>

/**
 * Folds one event of conversation `id` into `unsent`, which it changes in place. Attempts order the steps: what concerns
 * an older attempt than the current one changes nothing, so duplicates and late events are harmless.
 * Returns the record that the event confirmed, if any.
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
      retry(unsent, event.data)
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

function submit(unsent: UnsentMessages, id: ConversationId, event: LogEventOf<'MessageSubmitted'>): void {
  const { clientId, type, body, submittedAt, quote, mentions, attachment, part } = event.data
  const { position } = event
  const known = unsent.get(clientId)
  if (known) {
    // Folded while it was in memory: it gets its place among the stored events when it is folded again.
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
  })
}

/** Gives a message the file that was made ready, in place of the one that was picked; the first one counts. */
function prepare(
  unsent: UnsentMessages,
  { clientId, attachment }: LogEventOf<'MessagePrepared'>['data'],
): void {
  const record = unsent.get(clientId)
  if (record?.attachment?.preparation) unsent.set(clientId, { ...record, attachment })
}

/** Gives a message the body that names its uploaded file; the first upload counts. */
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

function retry(unsent: UnsentMessages, data: LogEventOf<'MessageRetried'>['data']): void {
  const record = unsent.get(data.clientId)
  if (!record || data.attempt <= record.attempt) return
  unsent.set(data.clientId, {
    ...record,
    // A file may be why the server refused, and be gone there: it is uploaded anew.
    body: record.attachment && record.state === 'failed' ? '' : record.body,
    attempt: data.attempt,
    submittedAt: data.submittedAt,
    state: 'pending',
  })
}

function take(unsent: UnsentMessages, clientId: ClientId | undefined): UnsentRecord | undefined {
  const record = clientId === undefined ? undefined : unsent.get(clientId)
  if (record) unsent.delete(record.clientId)
  return record
}

/** Unsent messages in the order in which they were asked for: by time, then by place in the log (DEC-99). */
export const compareUnsent = (left: UnsentRecord, right: UnsentRecord): number =>
  left.submittedAt - right.submittedAt || comparePositions(left.position, right.position)

/** Takes the text of deleted messages out of the quotes of unsent ones. */
export function eraseUnsentQuotes(unsent: UnsentMessages, deleted: ServerIds): void {
  for (const [id, record] of unsent) {
    const quote = eraseQuote(record.quote, deleted)
    if (quote !== record.quote) unsent.set(id, { ...record, quote })
  }
}

/** An own message as its acknowledgement confirms it, before it is seen in history; its names come with history. */
export const acknowledgedMessage = (
  record: UnsentMessage,
  self: UserId,
  answer: EventDataOf<'MessageAcknowledged'>,
): ConfirmedMessage => ({
  serverId: answer.serverId,
  sequence: answer.sequence,
  clientId: record.clientId,
  senderId: self,
  senderName: '',
  senderAvatarUrl: '',
  type: record.type,
  body: record.body,
  sentAt: answer.sentAt,
  quote: record.quote,
  ...(record.mentions ? { mentions: [...record.mentions] } : {}),
  ...(answer.burnsAfter === undefined ? {} : { burnsAfter: answer.burnsAfter }),
})

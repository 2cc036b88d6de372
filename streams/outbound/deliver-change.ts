import { type Notice, rejectionNotice } from '#domain/notification/toast.ts'
import type { UnconfirmedEdit, UnconfirmedPin, UnconfirmedReaction } from '#domain/outbox/outbox.ts'
import type { PendingUpdate } from '#domain/outbox/pending-updates.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { EventDataOf } from '#schemas/log/events.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { editMessage, pinMessage, reactToMessage } from '../api/message-changes.ts'
import type { ServerTime } from '../clock/server-time.ts'
import type { CallFailure, CallResult } from '../http/call-result.ts'
import type { Caller } from '../http/caller.ts'
import type { AccountLog } from '../log/account-log.ts'
import { isFailureOfOneUpdate, isPermanentRejection, type UpdateDelivery } from './deliver-update.ts'

interface ChangeServices {
  readonly log: AccountLog
  readonly caller: Caller
  readonly serverTime: ServerTime
  notify(notice: Notice): void
}

type PendingChange = Extract<PendingUpdate, { readonly kind: 'reaction' | 'edit' | 'pin' }>

/** Sends an own change of a message and records the response. Loaded on use. */
export function deliverChange(
  services: ChangeServices,
  change: PendingChange,
  signal: AbortSignal,
): Promise<UpdateDelivery> {
  if (change.kind === 'edit') return deliverEdit(services, change.edit, signal)
  if (change.kind === 'pin') return deliverPin(services, change.pin, signal)
  return deliverReaction(services, change.reaction, signal)
}

/** Sends an own reaction and records the response. A rejected one is undone, and a notice says why. */
async function deliverReaction(
  services: ChangeServices,
  { conversationId, serverId, emoji, requestId }: UnconfirmedReaction,
  signal: AbortSignal,
): Promise<UpdateDelivery> {
  const result = await reactToMessage(services.caller, conversationId, { serverId, emoji }, { signal })
  const common = commonOf(services, conversationId)
  const resolved: NewEvent = { ...common, type: 'ReactionResolved', data: { serverId, requestId } }
  return record(services, result, resolved, (data) => [{ ...common, type: 'MessageReacted', data }])
}

/** Sends an own pin or its removal and records the response. A rejected one is undone, and a notice says why. */
async function deliverPin(
  services: ChangeServices,
  { conversationId, serverId, isPinned, requestId }: UnconfirmedPin,
  signal: AbortSignal,
): Promise<UpdateDelivery> {
  const result = await pinMessage(services.caller, conversationId, { serverId, isPinned }, { signal })
  const common = commonOf(services, conversationId)
  const resolved: NewEvent = { ...common, type: 'PinResolved', data: { serverId, requestId } }
  return record(services, result, resolved, (data) => [{ ...common, type: 'MessagePinned', data }])
}

/**
 * Sends an own edit and records the response. If it is rejected, or another device wrote a later one, it is undone, its
 * text is added to the draft unless the message is gone, and notices say so (DEC-242).
 */
async function deliverEdit(
  services: ChangeServices,
  edit: UnconfirmedEdit,
  signal: AbortSignal,
): Promise<UpdateDelivery> {
  const { conversationId, serverId, body, mentions, requestId, at } = edit
  const wanted = { serverId, body, mentions, at }
  const result = await editMessage(services.caller, conversationId, wanted, { signal })
  if (!result.isOk && isPermanentRejection(result.failure) && !isOfGoneMessage(result.failure))
    return returnEdit(services, edit, rejectionNotice(result.failure.rejection))
  const common = commonOf(services, conversationId)
  const resolved: NewEvent = { ...common, type: 'EditResolved', data: { serverId, requestId } }
  const toEvents = (data: EventDataOf<'MessageEdited'>): readonly NewEvent[] =>
    // The text of a message that was never edited is known.
    data.edit.version === 0 ? [] : [{ ...common, type: 'MessageEdited', data }]
  if (!result.isOk || result.data.edit.body === body) return record(services, result, resolved, toEvents)
  await services.log.append(toEvents(result.data))
  return returnEdit(services, edit, { kind: 'info', key: 'conversation.edit.elsewhere' })
}

/** Whether the server has no such message. One that has no editing any more answers with the same code, but no key. */
const isOfGoneMessage = ({ code, rejection }: CallFailure): boolean =>
  code === resultCode.notFound && rejection.key === 'message-gone'

/** Adds the text of an edit that the server did not take to the draft, unless a newer request has replaced it. */
async function returnEdit(
  { log, notify }: ChangeServices,
  { conversationId, serverId, requestId }: UnconfirmedEdit,
  reason: Notice,
): Promise<UpdateDelivery> {
  const isLast = log.outbox.get().edits.some((edit) => edit.requestId === requestId)
  const { isOk } = await log.dispatch({ type: 'ReturnEdit', conversationId, serverId, requestId })
  if (!isOk) throw new Error('An edit could not be returned to the draft')
  notify(reason)
  if (isLast) notify({ kind: 'info', key: 'conversation.edit.returned' })
  return { kind: 'delivered' }
}

const commonOf = ({ serverTime }: ChangeServices, stream: UnconfirmedEdit['conversationId']) =>
  ({ stream, occurredAt: serverTime.now(), origin: 'local' }) as const

/** Records what the server accepted, and that the request has ended. */
async function record<Data>(
  { log, notify }: ChangeServices,
  result: CallResult<Data>,
  resolved: NewEvent,
  toEvents: (data: Data) => readonly NewEvent[],
): Promise<UpdateDelivery> {
  if (result.isOk) {
    await log.append([...toEvents(result.data), resolved])
    return { kind: 'delivered' }
  }
  const { failure } = result
  if (isFailureOfOneUpdate(failure)) return { kind: 'failed' }
  if (!isPermanentRejection(failure)) return { kind: 'undelivered', wait: failure.retryAfter }
  await log.append([resolved])
  notify(rejectionNotice(failure.rejection))
  return { kind: 'delivered' }
}

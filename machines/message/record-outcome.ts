import { findRange } from '#domain/conversation/contiguous-ranges.ts'
import { type DeliveryOutcome, eventOfOutcome, restoredMessage } from '#domain/outbox/delivery.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { SendingServices } from '#streams/outbound/send-message.ts'
import type { UploadServices } from './upload-message-file.ts'

type RecordServices = Pick<UploadServices, 'log' | 'report'> & { readonly sending: SendingServices }

/** A message and how one try to upload or send it ended. */
interface SettledMessage {
  readonly message: UnsentMessage
  readonly outcome: DeliveryOutcome
}

/** Writes the outcome of a try to the log. Rejects, after reporting it, if the log rejects. */
export async function recordOutcome(services: RecordServices, settled: SettledMessage): Promise<void> {
  const { message, outcome } = settled
  // The messages of a removed conversation are gone; an outcome would bring one's text back.
  if (!services.log.syncState(message.conversationId)) return
  if (outcome.kind === 'rejected' && outcome.isForGood && message.type === 'txt')
    return returnText(services, message)
  const event = eventOfOutcome(message, outcome, services.sending.serverTime.now())
  if (!event) return
  if (isEarlierHistory(services, settled))
    return append(services, { ...event, type: 'MessageDiscarded', data: { clientId: message.clientId } })
  await append(services, event)
  await restoreDiscarded(services, settled).catch(() => {})
}

/**
 * Whether the server acknowledged the message again after its conversation ended with a friendship, or by leaving the
 * group, and began again. The message is then in the history that this user may not see any more.
 */
function isEarlierHistory({ log }: RecordServices, { message, outcome }: SettledMessage): boolean {
  if (outcome.kind !== 'acknowledged') return false
  const beganAt = log.syncState(message.conversationId)?.createdAt
  return beganAt !== undefined && outcome.response.sentAt < beganAt
}

/** Removes a text that was rejected for good, and adds its words to the draft [LIFE-15]. */
async function returnText({ log, report }: RecordServices, message: UnsentMessage): Promise<void> {
  const { conversationId, clientId } = message
  const { isOk } = await log.dispatch({ type: 'ReturnText', conversationId, clientId })
  if (isOk) return
  const cause = new Error('A rejected text could not be stored')
  report.fault({ kind: 'outbox', detail: 'could not be written to the log', cause })
  throw cause
}

/** Restores a message that was discarded in flight: the acknowledgement found nothing to confirm [LIFE-06]. */
async function restoreDiscarded(
  services: RecordServices,
  { message, outcome }: SettledMessage,
): Promise<void> {
  if (outcome.kind !== 'acknowledged') return
  const { log, sending } = services
  const { sequence } = outcome.response
  const ranges = log.syncState(message.conversationId)?.contiguousRanges
  const isReceived = sequence !== undefined && findRange(ranges ?? [], sequence) !== undefined
  if (ranges && !isReceived)
    await append(services, restoredMessage(message, outcome.response, sending.userId))
}

async function append({ log, report }: RecordServices, event: NewEvent): Promise<void> {
  try {
    await log.append([event])
  } catch (cause) {
    report.fault({ kind: 'outbox', detail: 'could not be written to the log', cause })
    throw cause
  }
}

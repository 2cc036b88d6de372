import { findRange } from '#domain/conversation/contiguous-ranges.ts'
import { type DeliveryOutcome, eventOfOutcome, restoredMessage } from '#domain/outbox/delivery-outcome.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { SendingParts } from '#streams/outbound/send-message.ts'
import type { UploadServices } from './upload-message-file.ts'

export interface MessageServices extends Omit<UploadServices, 'caller' | 'serverTime'> {
  readonly parts: SendingParts
  /** Tells the user of a rejection; the conversation may have to be fetched again [LIFE-13 LIFE-14 MEDIA-35]. */
  rejected(message: UnsentMessage, outcome: Extract<DeliveryOutcome, { kind: 'rejected' }>): void
}

interface SettledMessage {
  readonly message: UnsentMessage
  readonly outcome: DeliveryOutcome
  readonly services: MessageServices
}

/** Writes the outcome of a try to the log. Rejects, after reporting it, if the log rejects. */
export async function recordOutcome(settled: SettledMessage): Promise<void> {
  const { message, outcome, services } = settled
  // The messages of a removed conversation are gone; an outcome would bring one's text back.
  if (!services.log.syncState(message.conversationId)) return
  const event = eventOfOutcome(message, outcome, services.parts.serverTime.now())
  if (!event) return
  await append(services, event)
  await restoreDiscarded(settled).catch(() => {})
}

/** Restores a message that was discarded in flight: the acknowledgement found nothing to confirm [LIFE-06]. */
async function restoreDiscarded({ message, outcome, services }: SettledMessage): Promise<void> {
  if (outcome.kind !== 'acknowledged') return
  const { log, parts } = services
  const { sequence } = outcome.answer
  const held = log.syncState(message.conversationId)?.contiguousRanges
  const isHeld = sequence !== undefined && findRange(held ?? [], sequence) !== undefined
  if (held && !isHeld) await append(services, restoredMessage(message, outcome.answer, parts.userId))
}

async function append({ log, report }: MessageServices, event: NewEvent): Promise<void> {
  try {
    await log.append([event])
  } catch (cause) {
    report.fault({ kind: 'outbox', detail: 'could not be written to the log', cause })
    throw cause
  }
}

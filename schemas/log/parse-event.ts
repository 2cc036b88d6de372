import * as z from 'zod/mini'
import type { EventId } from '../ids.ts'
import type { LogEvent, StreamId } from './envelope.ts'
import { type EventType, eventData, eventVersion } from './events.ts'
import { conversationIdSchema } from './id-schemas.ts'
import { position } from './position.ts'

export const eventIdSchema = z.custom<EventId>((value) => typeof value === 'string')

/** The fields that all stored events share. */
export const storedEnvelope = z.object({
  id: eventIdSchema,
  stream: z.union([z.literal('account'), conversationIdSchema]),
  type: z.string(),
  version: z.number(),
  occurredAt: z.number(),
  recordedAt: z.number(),
  origin: z.enum(['socket', 'http', 'local', 'tab']),
  causationId: z.optional(eventIdSchema),
  position,
  data: z.unknown(),
})

/** The result of reading a stored event: the event, an event of another program version, or a broken event. */
export type ParsedEvent =
  | { readonly kind: 'event'; readonly event: LogEvent }
  | { readonly kind: 'unknown'; readonly type: string }
  | { readonly kind: 'broken'; readonly detail: string }

/**
 * Reads a stored event and upcasts it to the current version. Never throws: unknown and broken events stay in the log,
 * unfolded.
 */
export function parseLogEvent(value: unknown): ParsedEvent {
  const envelope = z.safeParse(storedEnvelope, value)
  if (!envelope.success) return { kind: 'broken', detail: detailOf(envelope.error) }
  const { type, version, data } = envelope.data
  if (!isEventType(type)) return { kind: 'unknown', type }
  const raised = upcast(type, version, data)
  if (!raised) return { kind: 'unknown', type: `${type} v${version}` }
  const parsed = z.safeParse(eventData[type], raised.data)
  if (!parsed.success) return { kind: 'broken', detail: `${type}: ${detailOf(parsed.error)}` }
  // The schema of this type parsed the data, but a union of 24 types cannot express this.
  const event = { ...envelope.data, version: eventVersion[type], data: parsed.data } as LogEvent
  return { kind: 'event', event }
}

const isEventType = (type: string): type is EventType => Object.hasOwn(eventData, type)

/** Paths and codes only: never the text of a message. */
const detailOf = (error: z.core.$ZodError): string =>
  error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`).join(', ')

/** Parses the name of a stream. */
export const isConversationStream = (stream: StreamId): stream is Exclude<StreamId, 'account'> =>
  stream !== 'account'

/** Converts data of one version to the next version. A pure function. */
type Upcaster = (data: unknown) => unknown
/** Upcasters by event type, then by source version. */
export type Upcasters = Readonly<Partial<Record<EventType, Readonly<Record<number, Upcaster>>>>>

/** All upcasters. No event has changed since version 1. */
export const upcasters: Upcasters = {}

/**
 * Upcasts data from `version` of `type` to the current version, one step at a time. Returns undefined if that version
 * is newer than this program or a step is missing. Such an event stays in the log and is not folded.
 */
export function upcast(
  type: EventType,
  version: number,
  data: unknown,
  steps: Upcasters = upcasters,
  versions: Readonly<Record<EventType, number>> = eventVersion,
): { readonly data: unknown } | undefined {
  const target = versions[type]
  if (!Number.isInteger(version) || version < 1 || version > target) return undefined
  let raised = data
  for (let from = version; from < target; from += 1) {
    const step = steps[type]?.[from]
    if (!step) return undefined
    raised = step(raised)
  }
  return { data: raised }
}

import type { ConversationId, EventId } from '../ids.ts'
import type { EventDataOf, EventType } from './events.ts'
import type { Position } from './position.ts'

/** A conversation's stream, or the account's. */
export type StreamId = ConversationId | 'account'
/** How the fact reached this device. */
export type Origin = 'socket' | 'http' | 'local' | 'tab'

/** A fact before it is written. */
export type NewEvent = {
  [Type in EventType]: {
    readonly stream: StreamId
    readonly type: Type
    readonly data: EventDataOf<Type>
    /** Server time, ms; when it happened. */
    readonly occurredAt: number
    readonly origin: Origin
    readonly causationId?: EventId
  }
}[EventType]

/** A fact as the log keeps it. */
export type LogEvent = NewEvent & {
  readonly id: EventId
  readonly version: number
  readonly position: Position
  /** This device's idea of server time when it was written, ms. */
  readonly recordedAt: number
}
export type LogEventOf<Type extends EventType> = Extract<LogEvent, { type: Type }>

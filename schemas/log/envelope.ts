import type { ConversationId, EventId } from '../ids.ts'
import type { EventDataOf, EventType } from './events.ts'
import type { Position } from './position.ts'

/** The stream of a conversation or of the account. */
export type StreamId = ConversationId | 'account'
/** How the event reached this device. */
export type Origin = 'socket' | 'http' | 'local' | 'tab'

/** An event before it is written. */
export type NewEvent = {
  [Type in EventType]: {
    readonly stream: StreamId
    readonly type: Type
    readonly data: EventDataOf<Type>
    /** When it happened, server ms. */
    readonly occurredAt: number
    readonly origin: Origin
    readonly causationId?: EventId
  }
}[EventType]

/** An event in the log. */
export type LogEvent = NewEvent & {
  readonly id: EventId
  readonly version: number
  readonly position: Position
  /** This device's estimate of server time at the write, ms. */
  readonly recordedAt: number
}
export type LogEventOf<Type extends EventType> = Extract<LogEvent, { type: Type }>

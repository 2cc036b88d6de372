import * as z from 'zod/mini'
import type { UserId } from '../ids.ts'
import type { LogEvent } from '../log/envelope.ts'
import { parseLogEvent } from '../log/parse-event.ts'
import { logUnsavedShape } from './log-messages.ts'

/** Shared pending events: the events of a segment that is not stored. */
export interface LogUnsaved {
  readonly kind: 'log.unsaved'
  readonly account: UserId
  readonly events: readonly LogEvent[]
}

/** Reads a message between tabs and leaves out events of unknown types; undefined for any other message. */
export function readLogUnsaved(message: unknown): LogUnsaved | undefined {
  const parsedMessage = z.safeParse(logUnsavedShape, message).data
  if (!parsedMessage) return undefined
  const events = parsedMessage.events.flatMap((value) => {
    const parsed = parseLogEvent(value)
    return parsed.kind === 'event' ? [parsed.event] : []
  })
  return { ...parsedMessage, events }
}

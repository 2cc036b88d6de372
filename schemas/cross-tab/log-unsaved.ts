import * as z from 'zod/mini'
import type { UserId } from '../ids.ts'
import type { LogEvent } from '../log/envelope.ts'
import { parseLogEvent } from '../log/parse-event.ts'
import { logUnsavedShape } from './log-unsaved-shape.ts'

/** Told to the other tabs instead of where a segment is stored, when the device's storage did not take it. */
export interface LogUnsaved {
  readonly kind: 'log.unsaved'
  readonly account: UserId
  readonly events: readonly LogEvent[]
}

/** Reads a message between tabs, leaving out events that this program does not know; undefined when it is something else. */
export function readLogUnsaved(message: unknown): LogUnsaved | undefined {
  const told = z.safeParse(logUnsavedShape, message).data
  if (!told) return undefined
  const events = told.events.flatMap((value) => {
    const parsed = parseLogEvent(value)
    return parsed.kind === 'event' ? [parsed.event] : []
  })
  return { ...told, events }
}

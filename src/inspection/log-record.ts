import type { Subscription } from 'rxjs'
import type { InspectedFact } from '#schemas/cross-tab/inspection.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import { eventVersion } from '#schemas/log/events.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import { describePayload, shownStream } from './redaction.ts'
import { createRing } from './ring.ts'

/** Events of the log kept. */
const factCapacity = 500

export interface LogRecord {
  /** Follows this log from now on, in place of the one before; nothing for undefined. */
  follow(log: Pick<AccountLog, 'appended$'> | undefined): void
  factsAfter(sequence: number): readonly InspectedFact[]
}

const shownFact = (event: LogEvent): Omit<InspectedFact, 'sequence'> => ({
  at: event.recordedAt,
  ...(event.position.segment === undefined ? {} : { segment: event.position.segment }),
  index: event.position.index,
  stream: shownStream(event.stream),
  type: Object.hasOwn(eventVersion, event.type) ? event.type : '(other)',
  origin: event.origin,
  payload: [...describePayload(event.data)],
})

/** Keeps the log's tail, without what people wrote. `onEvents` hears how many came. */
export function createLogRecord(onEvents: (count: number) => void): LogRecord {
  const ring = createRing<InspectedFact>(factCapacity, (entry, sequence) => ({ ...entry, sequence }))
  let followed: Pick<AccountLog, 'appended$'> | undefined
  let subscription: Subscription | undefined
  return {
    follow(log) {
      if (log === followed) return
      followed = log
      subscription?.unsubscribe()
      subscription = log?.appended$.subscribe((events) => {
        onEvents(events.length)
        for (const event of events) ring.add(shownFact(event))
      })
    },
    factsAfter: ring.after,
  }
}

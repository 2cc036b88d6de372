import type { LogEventOf } from '#schemas/log/envelope.ts'
import type { Position } from '#schemas/log/position.ts'
import type { Ports } from '#streams/ports.ts'
import { groupManagementNames } from '../scenario/group-management-commands.ts'
import type { Mutant } from './mutant.ts'
import { appending } from './storage-mutants.ts'

type Submission = LogEventOf<'MessageSubmitted'>

/** Changes each submission before it is stored. */
const submitting = (ports: Ports, change: (event: Submission) => Submission): Ports =>
  appending(ports, (events) =>
    events.map((event) => (event.type === 'MessageSubmitted' ? change(event) : event)),
  )

const placedAt = (event: Submission, segment: number): Submission => {
  const position: Position = { segment, index: event.position.index }
  return { ...event, position }
}

/** Larger than any segment number. */
const lastSegment = 10 ** 9

/** Gives a later message an earlier place, so that the outbox sends the newest message first. */
const reversesOutbox = (ports: Ports): Ports =>
  submitting(ports, (event) => placedAt(event, lastSegment - (event.position.segment ?? 0)))

/** Places a message by the device's clock, so that a clock that goes back reorders messages. */
const ordersByClock = (ports: Ports): Ports =>
  submitting(ports, (event) => placedAt(event, Math.floor(ports.clock.now() / 1000)))

/** Numbers the parts of a send backwards. */
const reversesParts = (ports: Ports): Ports =>
  submitting(ports, (event) => {
    const { part } = event.data
    return part ? { ...event, data: { ...event.data, part: { ...part, index: 100 - part.index } } } : event
  })

/** Mutants of the order in which a writer's messages are sent. */
export const orderMutants = {
  'reversed-outbox': {
    description: 'an outbox that sends unsent messages in reverse order',
    violates: 'writer-order',
    options: { breakPorts: reversesOutbox },
    noticedBy: 4,
  },
  'clock-ordered-outbox': {
    description: "an outbox that orders messages by the device's clock",
    violates: 'writer-order',
    options: { breakPorts: ordersByClock, leftOut: groupManagementNames },
    needsWholeWorld: true,
    noticedBy: 1,
  },
  'reversed-parts': {
    description: 'a send whose parts leave in reverse order',
    violates: 'writer-order',
    options: { breakPorts: reversesParts },
    needsWholeWorld: true,
    noticedBy: 1,
  },
} as const satisfies Record<string, Mutant>

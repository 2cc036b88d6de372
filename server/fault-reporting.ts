import { DrizzleQueryError } from 'drizzle-orm'
import type { FaultReporter, ServerPorts } from './ports.ts'

/**
 * Reports faults without people's data: the error of a failed statement has its values, which may be messages, phones
 * or hashes. Statement and error code stay.
 */
export const redactFaults = (faults: FaultReporter): FaultReporter => ({
  report: ({ kind, detail, cause }) =>
    faults.report(cause === undefined ? { kind, detail } : { kind, detail, cause: redact(cause) }),
})

function redact(cause: unknown): unknown {
  if (!(cause instanceof DrizzleQueryError)) return cause
  const code = cause.cause && 'code' in cause.cause ? ` (${String(cause.cause.code)})` : ''
  const redacted = new Error(`A statement failed${code}: ${cause.query}`)
  redacted.stack = `${redacted.message}\n${framesOf(cause.stack)}`
  return redacted
}

// The stack begins with the message, which may span many lines and includes the values.
const framesOf = (stack: string | undefined): string =>
  (stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line))
    .join('\n')

const minute = 60_000

/** Reports faults of one kind and detail at most once a minute (DEC-126), so that one bad client cannot fill a log. */
export class FaultThrottle implements FaultReporter {
  readonly #ports: Pick<ServerPorts, 'clock' | 'faults'>
  readonly #reportedAt = new Map<string, number>()

  constructor(ports: Pick<ServerPorts, 'clock' | 'faults'>) {
    this.#ports = ports
  }

  report(fault: Parameters<FaultReporter['report']>[0]): void {
    const key = `${fault.kind} ${fault.detail}`
    const now = this.#ports.clock.now()
    const before = this.#reportedAt.get(key)
    if (before !== undefined && now - before < minute) return
    this.#reportedAt.set(key, now)
    this.#ports.faults.report(fault)
  }
}

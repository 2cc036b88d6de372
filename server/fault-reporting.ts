import { DrizzleQueryError } from 'drizzle-orm'
import type { FaultReporter, ServerPorts } from './ports.ts'
import type { Services } from './services.ts'

/**
 * Reports faults without people's data: the error of a failed statement has its values, which may be messages, phones
 * or hashes. Statement and error code stay.
 */
export const redactFaults = (faults: FaultReporter): FaultReporter => ({
  report: (fault) =>
    faults.report(fault.cause === undefined ? fault : { ...fault, cause: redact(fault.cause) }),
})

function redact(cause: unknown): unknown {
  if (cause instanceof DrizzleQueryError)
    return withoutValues(cause, `A statement failed${codeOf(cause.cause)}: ${cause.query}`)
  // The database's own errors quote values in their message and in their detail.
  if (cause instanceof Error && 'severity' in cause)
    return withoutValues(cause, `The database failed${codeOf(cause)}`)
  return cause
}

const codeOf = (cause: Error | undefined): string =>
  cause && 'code' in cause ? ` (${String(cause.code)})` : ''

function withoutValues({ stack }: Error, message: string): Error {
  const redacted = new Error(message)
  redacted.stack = `${message}\n${framesOf(stack)}`
  return redacted
}

// The stack begins with the message, which may span many lines and includes the values.
const framesOf = (stack: string | undefined): string =>
  (stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line))
    .join('\n')

/** Names the request in the faults and security events of everything that uses these services. */
export function withRequestId(services: Services, requestId: string | undefined): Services {
  if (requestId === undefined) return services
  const { faults, securityLog, anonymous } = services
  return {
    ...services,
    faults: { report: (fault) => faults.report({ ...fault, requestId }) },
    securityLog: { write: (event) => securityLog.write({ ...event, requestId }) },
    anonymous: { faults: { report: (fault) => anonymous.faults.report({ ...fault, requestId }) } },
  }
}

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

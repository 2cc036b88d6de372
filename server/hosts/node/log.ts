import { type DestinationStream, destination, pino, stdTimeFunctions } from 'pino'
import { redactFaults } from '../../fault-reporting.ts'
import type { Fault, FaultReporter, SecurityLog } from '../../ports.ts'

/** The log of a server: one JSON line for each fault, security event and change of the server's state. */
export interface ServerLog {
  readonly faults: FaultReporter
  readonly securityLog: SecurityLog
  /** Writes a change of the server's state, such as `stopping`. */
  note(event: string): void
}

/**
 * Creates the log for the operator. It contains no people's data: the errors of the database are redacted, and an error
 * is written with its name, code, message and stack only, without the fields that libraries add.
 * @param output the stream of security events and states, standard output by default
 * @param errors the stream of faults, standard error by default
 */
export function createServerLog(
  output: DestinationStream = destination({ fd: 1, sync: true }),
  errors: DestinationStream = destination({ fd: 2, sync: true }),
): ServerLog {
  const options = {
    // Without the process id and the name of the machine, which a collector of logs adds.
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
  }
  const events = pino(options, output)
  const faults = pino(options, errors)
  return {
    // Redacted here too, because the host's own faults do not pass the server.
    faults: redactFaults({ report: (fault) => faults.error(fieldsOf(fault)) }),
    securityLog: {
      write: ({ kind, accountId, requestId }) =>
        events.info({ security: kind, account: accountId ?? null, request: requestId }),
    },
    note: (event) => events.info({ event }),
  }
}

const fieldsOf = ({ kind, detail, cause, requestId }: Fault) => ({
  fault: kind,
  detail,
  request: requestId,
  error: cause === undefined ? undefined : errorFields(cause),
})

function errorFields(cause: unknown) {
  if (!(cause instanceof Error)) return { message: String(cause) }
  const code = 'code' in cause ? String(cause.code) : undefined
  return { name: cause.name, code, message: cause.message, stack: cause.stack }
}

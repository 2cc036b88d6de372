import { DrizzleQueryError } from 'drizzle-orm'
import type { FaultReporter } from './ports.ts'

/**
 * Passes faults on without what people wrote: the error of a failed statement carries its values, which may be
 * messages, phones or hashes. Statement and error code stay.
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

// The stack begins with the message, values included, over any number of lines.
const framesOf = (stack: string | undefined): string =>
  (stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line))
    .join('\n')

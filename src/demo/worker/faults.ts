import type { FaultReporter } from '#server/ports.ts'

export type ReportFault = FaultReporter['report']

/** Converts an error to a line of text, because an error loses its type when it is posted to the page. */
export const errorText = (cause: unknown): string =>
  cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)

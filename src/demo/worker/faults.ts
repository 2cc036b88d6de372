import type { FaultReporter } from '#server/ports.ts'

export type ReportFault = FaultReporter['report']

/** An error as a line of text: errors themselves lose their kind on the way to the page. */
export const errorText = (cause: unknown): string =>
  cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)

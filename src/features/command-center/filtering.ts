import type { InspectedFact, InspectedSignal } from '#schemas/cross-tab/inspection.ts'

const holds = (wanted: string, ...texts: readonly string[]): boolean =>
  texts.some((text) => text.toLowerCase().includes(wanted))

/** Whether a signal's machine, type or state holds the filter's text; an empty one fits everything. */
export const fitsSignal = (filter: string, { actor, state, type }: InspectedSignal): boolean =>
  holds(filter.trim().toLowerCase(), actor, type, state)

/** The same for an event of the log, by its type, stream and origin. */
export const fitsFact = (filter: string, { origin, stream, type }: InspectedFact): boolean =>
  holds(filter.trim().toLowerCase(), type, stream, origin)

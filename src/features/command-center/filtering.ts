import type { InspectedFact, InspectedSignal } from '#schemas/cross-tab/inspection.ts'

const holds = (wanted: string, ...texts: readonly string[]): boolean =>
  texts.some((text) => text.toLowerCase().includes(wanted))

/** Consecutive equal signals: the newest one, their count, and the number of the first one. */
export interface RepeatedSignal {
  readonly first: number
  readonly signal: InspectedSignal
  readonly times: number
}

const isRepetition = (left: InspectedSignal, right: InspectedSignal): boolean =>
  left.session === right.session &&
  left.type === right.type &&
  left.state === right.state &&
  left.payload.join() === right.payload.join()

/** Joins consecutive equal signals, such as heartbeat ticks; newest first. */
export function joinRepetitions(signals: readonly InspectedSignal[]): readonly RepeatedSignal[] {
  const joined: { first: number; signal: InspectedSignal; times: number }[] = []
  for (const signal of signals) {
    const last = joined.at(-1)
    if (last && isRepetition(last.signal, signal)) {
      last.signal = signal
      last.times += 1
    } else joined.push({ first: signal.sequence, signal, times: 1 })
  }
  return joined.reverse()
}

/** Whether the machine, type or state of a signal contains the filter's text. An empty filter matches everything. */
export const matchesSignal = (filter: string, { actor, state, type }: InspectedSignal): boolean =>
  holds(filter.trim().toLowerCase(), actor, type, state)

/** The same for a log event, by its type, stream and origin. */
export const matchesFact = (filter: string, { origin, stream, type }: InspectedFact): boolean =>
  holds(filter.trim().toLowerCase(), type, stream, origin)

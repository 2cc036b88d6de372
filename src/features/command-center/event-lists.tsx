import { memo } from 'react'
import type { InspectedFact, InspectedSignal } from '#schemas/cross-tab/inspection.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './event-lists.module.css'
import { clockText } from './health.tsx'
import { innermostStates } from './machines-view.tsx'

/** The maximum number of rendered rows. The filter finds older ones. */
const rowsShown = 200

/** The signals of all machines, newest first. */
export const SignalList = memo(({ signals, filter, onStep }: SignalListProps) => {
  const text = useText()
  const fitting = joinRepetitions(signals.filter((signal) => matchesSignal(filter, signal))).slice(
    0,
    rowsShown,
  )
  return (
    <EventList label={text('inspection.signals')} count={signals.length} isEmpty={fitting.length === 0}>
      {fitting.map((repeated) => (
        <SignalRow key={repeated.first} {...repeated} onStep={onStep} />
      ))}
    </EventList>
  )
})

const SignalRow = memo(({ signal, times, onStep }: RepeatedSignal & StepHandler) => (
  <li className={styles.row}>
    <StepTime {...signal} onStep={onStep} />
    <span className={styles.subject}>{signal.actor}</span>
    <span className={styles.type}>
      {signal.type}
      {times > 1 && <span className={styles.times}> ×{times}</span>}
    </span>
    <span className={styles.outcome}>→ {innermostStates(signal).join(' · ')}</span>
    <Payload lines={signal.payload} />
  </li>
))

/** The time of a step, which goes back to it when pressed. */
const StepTime = ({ at, sequence, onStep }: StepTimeProps) => (
  <button type="button" className={styles.time} onClick={() => onStep(sequence)}>
    <time>{clockText(at)}</time>
  </button>
)

/** The newest events of the log with their positions, newest first. */
export const FactList = memo(({ facts, filter, onStep }: FactListProps) => {
  const text = useText()
  const fitting = facts
    .filter((fact) => matchesFact(filter, fact))
    .reverse()
    .slice(0, rowsShown)
  return (
    <EventList label={text('inspection.log')} count={facts.length} isEmpty={fitting.length === 0}>
      {fitting.map((fact) => (
        <FactRow key={fact.sequence} fact={fact} onStep={onStep} />
      ))}
    </EventList>
  )
})

const FactRow = memo(({ fact, onStep }: FactRowProps) => (
  <li className={styles.row}>
    <StepTime {...fact} onStep={onStep} />
    <span className={styles.position}>
      {fact.segment ?? '–'}:{fact.index}
    </span>
    <span className={styles.type}>{fact.type}</span>
    <span className={styles.outcome}>
      {fact.stream} · {fact.origin}
    </span>
    <Payload lines={fact.payload} />
  </li>
))

const Payload = ({ lines }: { readonly lines: readonly string[] }) =>
  lines.length === 0 ? null : <span className={styles.payload}>{lines.join(', ')}</span>

const EventList = ({ label, count, isEmpty, children }: EventListProps) => {
  const text = useText()
  return (
    <section className={styles.eventLists} aria-label={label}>
      <h2 className={styles.heading}>{label}</h2>
      {isEmpty ? (
        <p className={styles.empty}>{text(count === 0 ? 'inspection.nothing-yet' : 'inspection.no-match')}</p>
      ) : (
        <ol className={styles.rows} {...scrollableTabStop} aria-label={label}>
          {children}
        </ol>
      )}
    </section>
  )
}

/** Goes back to a step by its number. */
interface StepHandler {
  readonly onStep: (sequence: number) => void
}
interface StepTimeProps extends StepHandler {
  readonly at: number
  readonly sequence: number
}
interface FactRowProps extends StepHandler {
  readonly fact: InspectedFact
}
interface SignalListProps extends StepHandler {
  readonly signals: readonly InspectedSignal[]
  readonly filter: string
}
interface FactListProps extends StepHandler {
  readonly facts: readonly InspectedFact[]
  readonly filter: string
}
interface EventListProps {
  readonly label: string
  readonly count: number
  readonly isEmpty: boolean
  readonly children: React.ReactNode
}

/** Makes a scrollable region without controls a tab stop, so that the keyboard can scroll it. */
export const scrollableTabStop = { tabIndex: 0 } as const

const holds = (wanted: string, ...texts: readonly string[]): boolean =>
  texts.some((text) => text.toLowerCase().includes(wanted))

/** Consecutive equal signals: the newest one, their count, and the number of the first one. */
interface RepeatedSignal {
  readonly first: number
  readonly signal: InspectedSignal
  readonly times: number
}

const isRepetition = (left: InspectedSignal, right: InspectedSignal): boolean =>
  left.session === right.session &&
  left.type === right.type &&
  left.states.join() === right.states.join() &&
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
export const matchesSignal = (filter: string, signal: InspectedSignal): boolean =>
  holds(filter.trim().toLowerCase(), signal.actor, signal.type, ...innermostStates(signal))

/** The same for a log event, by its type, stream and origin. */
export const matchesFact = (filter: string, { origin, stream, type }: InspectedFact): boolean =>
  holds(filter.trim().toLowerCase(), type, stream, origin)

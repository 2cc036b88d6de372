import { useMemo, useState } from 'react'
import { allCharts } from '#machines/inspection/all-charts.ts'
import { type ChartTransition, type MachineChart, statesIn } from '#machines/inspection/machine-chart.ts'
import { triggerWords } from '#machines/inspection/machine-diagram.ts'
import { classNames } from '#src/ui/class-names.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './coverage-view.module.css'
import { scrollableTabStop } from './event-lists.tsx'
import machineStyles from './machines-view.module.css'
import { StateChart } from './state-chart.tsx'

const nowhere: readonly string[] = []

/** Which states and transitions a run took: a bar for each machine, its chart with counts, and what was never taken. */
export const CoverageView = ({ counts, filter }: CoverageViewProps) => {
  const text = useText()
  const [chosen, choose] = useState('message')
  const coverages = useMemo(() => [...allCharts.values()].map((chart) => coverageOf(chart, counts)), [counts])
  const countsByKey = useMemo(() => new Map(Object.entries(counts)), [counts])
  const chart = allCharts.get(chosen)
  const never = coverages.find(({ machine }) => machine === chosen)?.never ?? []
  return (
    <div className={machineStyles.view}>
      <ul className={styles.machines} aria-label={text('inspection.coverage')} {...scrollableTabStop}>
        {coverages.map((coverage) => (
          <li key={coverage.machine}>
            <MachineBar
              coverage={coverage}
              isChosen={coverage.machine === chosen}
              onChoose={() => choose(coverage.machine)}
            />
          </li>
        ))}
      </ul>
      <section className={styles.chart} aria-label={chosen}>
        {chart && (
          <StateChart chart={chart} states={nowhere} latest={nowhere} wanted={filter} counts={countsByKey} />
        )}
      </section>
      <section className={styles.never} aria-label={text('inspection.never-taken')} {...scrollableTabStop}>
        <h2 className={styles.heading}>{text('inspection.never-taken')}</h2>
        {never.length === 0 ? (
          <p className={machineStyles.note}>{text('inspection.all-taken')}</p>
        ) : (
          <ul>
            {never.map((words) => (
              <li key={words} className={styles.line}>
                {words}
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

const MachineBar = ({ coverage, isChosen, onChoose }: MachineBarProps) => {
  const text = useText()
  const { machine, states, enteredStates, transitions, takenTransitions } = coverage
  const share = (enteredStates + takenTransitions) / (states + transitions)
  return (
    <button
      type="button"
      className={classNames(machineStyles.choice, styles.machine)}
      aria-current={isChosen}
      onClick={onChoose}
    >
      <span className={styles.name}>{machine}</span>
      <span className={machineStyles.note}>
        {text('inspection.coverage-of', { enteredStates, states, takenTransitions, transitions })}
      </span>
      <span className={styles.bar} aria-hidden="true">
        <span style={{ inlineSize: `${share * 100}%` }} />
      </span>
    </button>
  )
}

interface CoverageViewProps {
  readonly counts: Readonly<Record<string, number>>
  readonly filter: string
}
interface MachineBarProps {
  readonly coverage: ChartCoverage
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** How much of a machine a run took. */
interface ChartCoverage {
  readonly machine: string
  readonly states: number
  readonly enteredStates: number
  readonly transitions: number
  readonly takenTransitions: number
  /** The states never entered and the transitions never taken, in words. */
  readonly never: readonly string[]
}

const localName = (machine: string, id: string): string => id.slice(machine.length + 1) || machine

const transitionWords = (machine: string, state: string, transition: ChartTransition): string => {
  const guard = transition.guard === undefined ? '' : ` [${transition.guard}]`
  const targets = transition.targets.map((id) => localName(machine, id)).join(', ')
  const goal = targets === '' ? '' : ` → ${targets}`
  return `${localName(machine, state)}: ${triggerWords(transition)}${guard}${goal}`
}

/**
 * Compares a chart with the counts of a run: how often each transition was taken, by its key, and each state entered, by
 * its id. Transitions that ignore a signal do not count.
 */
export function coverageOf(
  { id, root }: MachineChart,
  counts: Readonly<Record<string, number>>,
): ChartCoverage {
  const states = statesIn(root)
  const transitions = states.flatMap((state) =>
    state.transitions.filter(({ isIgnored }) => !isIgnored).map((transition) => ({ state, transition })),
  )
  const neverEntered = states.filter((state) => !counts[state.id])
  const neverTaken = transitions.filter(({ transition }) => !counts[transition.key])
  return {
    machine: id,
    states: states.length,
    enteredStates: states.length - neverEntered.length,
    transitions: transitions.length,
    takenTransitions: transitions.length - neverTaken.length,
    never: [
      ...neverEntered.map((state) => localName(id, state.id)),
      ...neverTaken.map(({ state, transition }) => transitionWords(id, state.id, transition)),
    ],
  }
}

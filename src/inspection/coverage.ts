import { type ChartTransition, type MachineChart, statesIn } from '#machines/inspection/machine-chart.ts'
import { triggerWords } from '#machines/inspection/machine-diagram.ts'

/** How much of a machine a run took. */
export interface ChartCoverage {
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

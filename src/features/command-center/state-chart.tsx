import { memo, useState } from 'react'
import type { ChartState, ChartTransition, MachineChart } from '#machines/inspection/machine-chart.ts'
import { triggerWords } from '#machines/inspection/machine-diagram.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './state-chart.module.css'

/** The inputs of every box of a chart. */
interface Shown {
  readonly active: ReadonlySet<string>
  /** Keys of the last transitions. */
  readonly latest: readonly string[]
  /** The target of the transition under the pointer. */
  readonly pointed: string | undefined
  readonly point: (id: string | undefined) => void
}

/** A machine as nested boxes. Active states are highlighted, and each state lists its transitions. */
export const StateChart = memo(({ chart, states, latest }: StateChartProps) => {
  const [pointed, point] = useState<string>()
  const shown: Shown = { active: new Set(states), latest, pointed, point }
  const { root } = chart
  return (
    <div className={styles.chart}>
      <Details state={root} shown={shown} />
      <Children state={root} shown={shown} />
    </div>
  )
})

const Children = ({ state, shown }: PartProps) =>
  state.states.length === 0 ? null : (
    <ul className={styles.children} data-kind={state.type}>
      {state.states.map((child) => (
        <StateBox key={child.id} state={child} shown={shown} />
      ))}
    </ul>
  )

const StateBox = ({ state, shown }: PartProps) => {
  const text = useText()
  const isActive = shown.active.has(state.id)
  const isInnermost = isActive && !state.states.some(({ id }) => shown.active.has(id))
  return (
    <li
      className={styles.state}
      aria-current={isInnermost ? 'true' : undefined}
      data-active={isActive}
      data-innermost={isInnermost}
      data-pointed={shown.pointed === state.id}
      data-kind={state.type}
    >
      <h3 className={styles.title}>
        <span>{state.key}</span>
        {isInnermost && <span className={styles.here}>{text('inspection.active')}</span>}
        {state.isInitial && <span className={styles.mark}>{text('inspection.starts-here')}</span>}
        {state.type === 'final' && <span className={styles.mark}>{text('inspection.ends-here')}</span>}
        {state.type === 'parallel' && <span className={styles.mark}>{text('inspection.parallel')}</span>}
      </h3>
      <Details state={state} shown={shown} />
      <Children state={state} shown={shown} />
    </li>
  )
}

/** The actions, actors and transitions of a state. */
const Details = ({ state, shown }: PartProps) => {
  const text = useText()
  const effects = [
    ['inspection.entry', state.entry],
    ['inspection.runs', state.invokes],
    ['inspection.exit', state.exit],
  ] as const
  return (
    <>
      {effects.map(
        ([label, names]) =>
          names.length > 0 && (
            <p key={label} className={styles.effects}>
              {text(label)} <span className={styles.code}>{names.join(', ')}</span>
            </p>
          ),
      )}
      {state.transitions.length > 0 && (
        <ul className={styles.transitions}>
          {state.transitions.map((transition) => (
            <Transition
              key={transition.key}
              transition={transition}
              isTaken={shown.latest.includes(transition.key)}
              point={shown.point}
            />
          ))}
        </ul>
      )}
    </>
  )
}

const keyOf = (id: string): string => id.slice(id.lastIndexOf('.') + 1)

const Transition = ({ transition, isTaken, point }: TransitionProps) => {
  const text = useText()
  const { guard, isIgnored, targets } = transition
  const stays = text(isIgnored ? 'inspection.ignored' : 'inspection.stays')
  return (
    <li
      className={styles.transition}
      data-taken={isTaken}
      onPointerEnter={() => point(targets[0])}
      onPointerLeave={() => point(undefined)}
    >
      <span className={styles.code}>
        {triggerWords(transition)}
        {guard !== undefined && <span className={styles.guard}> [{guard}]</span>}
      </span>
      <span className={styles.target}>
        {targets.length === 0 ? stays : `→ ${targets.map(keyOf).join(', ')}`}
      </span>
    </li>
  )
}

interface StateChartProps {
  readonly chart: MachineChart
  readonly states: readonly string[]
  readonly latest: readonly string[]
}
interface PartProps {
  readonly state: ChartState
  readonly shown: Shown
}
interface TransitionProps {
  readonly transition: ChartTransition
  readonly isTaken: boolean
  readonly point: Shown['point']
}

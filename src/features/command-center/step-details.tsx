import { useMemo } from 'react'
import { allCharts } from '#machines/inspection/all-charts.ts'
import { statesIn } from '#machines/inspection/machine-chart.ts'
import { triggerWords } from '#machines/inspection/machine-diagram.ts'
import type { InspectedSignal, InspectedStep } from '#schemas/cross-tab/inspection.ts'
import {
  checkpointsAt,
  compareLines,
  type Difference,
  isSignal,
  rowsAt,
} from '#src/inspection/time-travel.ts'
import { useText } from '#src/ui/use-text.ts'
import { scrollableTabStop } from './event-lists.tsx'
import { innermostStates } from './machines-view.tsx'
import styles from './step-details.module.css'
import { stepWords } from './timeline-bar.tsx'

/** What a step changed: the states of its machine, its context, and the read models, each before and after. */
export const StepDetails = ({ steps, at }: StepDetailsProps) => {
  const text = useText()
  const place = steps.findIndex(({ sequence }) => sequence === at)
  const step = steps[place]
  const before = steps[place - 1]?.sequence ?? 0
  const models = useMemo(
    () => ({
      rows: [...rowsAt(steps, at)].map(([stream, after]) => ({
        stream,
        lines: compareLines(rowsAt(steps, before).get(stream) ?? [], after),
      })),
      checkpoints: compareLines(
        [...checkpointsAt(steps, before)].map(([model, segment]) => `${model}: ${segment}`),
        [...checkpointsAt(steps, at)].map(([model, segment]) => `${model}: ${segment}`),
      ),
    }),
    [steps, at, before],
  )
  if (!step) return null
  return (
    <section className={styles.details} aria-label={text('inspection.this-step')} {...scrollableTabStop}>
      <h2 className={styles.title}>{stepWords(step)}</h2>
      {step.payload.length > 0 && <p className={styles.payload}>{step.payload.join(', ')}</p>}
      {isSignal(step) && <SignalDetails signal={step} steps={steps.slice(0, place)} />}
      {models.rows.length > 0 && <h3 className={styles.heading}>{text('inspection.models-here')}</h3>}
      {models.rows.map(({ stream, lines }) => (
        <Lines key={stream} name={stream} lines={lines} />
      ))}
      {models.checkpoints.length > 0 && (
        <Lines name={text('inspection.checkpoint')} lines={models.checkpoints} />
      )}
    </section>
  )
}

/** Finds the words of transitions by their keys. */
function transitionsOf({ machine, latest }: InspectedSignal): readonly string[] {
  const chart = allCharts.get(machine)
  const all = chart ? statesIn(chart.root).flatMap(({ transitions }) => transitions) : []
  return all
    .filter(({ key }) => latest.includes(key))
    .map((transition) => {
      const guard = transition.guard === undefined ? '' : ` [${transition.guard}]`
      const actions = transition.actions.length > 0 ? ` / ${transition.actions.join(', ')}` : ''
      return `${triggerWords(transition)}${guard}${actions}`
    })
}

const SignalDetails = ({ signal, steps }: SignalDetailsProps) => {
  const text = useText()
  const { machine } = signal
  const previous = steps.filter(isSignal).findLast(({ session }) => session === signal.session)
  const sender = steps.filter(isSignal).findLast(({ session }) => session === signal.sender)
  const states = {
    before: innermostStates({ machine, states: signal.before }),
    after: innermostStates({ machine, states: signal.states }),
  }
  return (
    <>
      {sender && (
        <p className={styles.note}>
          {text('inspection.sent-by')} <span className={styles.code}>{sender.actor}</span>
        </p>
      )}
      <h3 className={styles.heading}>{text('inspection.states')}</h3>
      <ul className={styles.states}>
        {states.before
          .filter((state) => !states.after.includes(state))
          .map((state) => (
            <li key={state}>
              <del>{state}</del>
            </li>
          ))}
        {states.after.map((state) => (
          <li key={state}>{states.before.includes(state) ? state : <ins>{state}</ins>}</li>
        ))}
      </ul>
      {transitionsOf(signal).map((words) => (
        <p key={words} className={styles.transition}>
          {words}
        </p>
      ))}
      {signal.context.length > 0 && (
        <Lines
          name={text('inspection.context')}
          lines={compareLines(previous?.context ?? [], signal.context)}
        />
      )}
    </>
  )
}

/** A table of named values. One that changed shows both. */
const Lines = ({ name, lines }: LinesProps) => (
  <table className={styles.lines}>
    <caption>{name}</caption>
    <tbody>
      {lines.map(({ name: field, before, after }) => (
        <tr key={field} data-changed={before !== after}>
          <th scope="row">{field}</th>
          <td>
            {before !== after && before !== undefined && <del>{before}</del>}{' '}
            {before === after ? after : <ins>{after ?? '–'}</ins>}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

interface StepDetailsProps {
  readonly steps: readonly InspectedStep[]
  readonly at: number
}
interface SignalDetailsProps {
  readonly signal: InspectedSignal
  /** The steps before it. */
  readonly steps: readonly InspectedStep[]
}
interface LinesProps {
  readonly name: string
  readonly lines: readonly Difference[]
}

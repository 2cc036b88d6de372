import { memo, useEffect, useRef } from 'react'
import type { InspectedActor, InspectedStep } from '#schemas/cross-tab/inspection.ts'
import { isSignal } from '#src/inspection/time-travel.ts'
import { useText } from '#src/ui/use-text.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { matchesFact, matchesSignal, scrollableTabStop } from './event-lists.tsx'
import { clockText } from './health.tsx'
import { orderActors } from './machines-view.tsx'
import styles from './sequence-view.module.css'
import { stepWords } from './timeline-bar.tsx'

/** The maximum number of rows. The filter and the timeline find older ones. */
const rowsShown = 200
const size = { column: 96, time: 84, row: 26 } as const

/** The head of a lifeline: a machine, or one of the places outside the machines. */
interface Lifeline {
  readonly id: string
  readonly name: string
  readonly isMachine: boolean
}

const placeOf = {
  socket: 'network',
  http: 'network',
  storage: 'log',
  page: 'page',
  fault: 'network',
} as const

/** The lifelines that a step touches: where its message comes from, if known, and where it goes. */
function endsOf(step: InspectedStep): { readonly from: string | undefined; readonly to: string } {
  if (step.kind === 'fact') return { from: undefined, to: 'log' }
  if (step.kind === 'use') return { from: undefined, to: placeOf[step.port] }
  return { from: step.sender === undefined ? undefined : String(step.sender), to: String(step.session) }
}

const matches = (filter: string, step: InspectedStep): boolean => {
  if (step.kind === 'signal') return matchesSignal(filter, step)
  if (step.kind === 'fact') return matchesFact(filter, step)
  return stepWords(step).includes(filter.trim().toLowerCase())
}

/** The lifelines in use: the page, the network and the log, then machines in the order of their tree. */
function lifelinesOf(
  steps: readonly InspectedStep[],
  actors: readonly InspectedActor[],
): readonly Lifeline[] {
  const used = new Set(steps.flatMap((step) => Object.values(endsOf(step))))
  const names = new Map<number, string>()
  // Stopped ones keep their place in the tree.
  const all = actors.map((actor) => ({ ...actor, status: 'active' as const }))
  for (const { actor } of orderActors(all)) names.set(actor.session, actor.name)
  for (const step of steps) if (isSignal(step)) names.set(step.session, step.actor)
  const place = (id: string): Lifeline => ({ id, name: id, isMachine: false })
  const machines = [...names].map(([session, name]) => ({ id: String(session), name, isMachine: true }))
  return [place('page'), place('network'), place('log'), ...machines].filter(({ id }) => used.has(id))
}

/** The messages between machines, the network, the log and the page as a sequence diagram, oldest first. */
export const SequenceView = ({ actors, steps, filter, at, onStep }: SequenceViewProps) => {
  const text = useText()
  const end = useRef<HTMLDivElement>(null)
  const shown = steps.filter((step) => matches(filter, step)).slice(-rowsShown)
  const lifelines = lifelinesOf(shown, actors)
  const newest = shown.at(-1)?.sequence
  useEffect(() => {
    if (newest !== undefined) end.current?.scrollIntoView({ block: 'end' })
  }, [newest])
  if (shown.length === 0)
    return (
      <p className={styles.empty}>
        {text(steps.length === 0 ? 'inspection.nothing-yet' : 'inspection.no-match')}
      </p>
    )
  const places = new Map(lifelines.map(({ id }, index) => [id, size.time + (index + 0.5) * size.column]))
  const width = size.time + lifelines.length * size.column + 160
  return (
    <section className={styles.sequence} aria-label={text('inspection.sequence')} {...scrollableTabStop}>
      <div className={styles.heads} style={{ inlineSize: width }}>
        {lifelines.map(({ id, name, isMachine }) => (
          <span
            key={id}
            className={styles.head}
            data-machine={isMachine}
            style={{ insetInlineStart: (places.get(id) ?? 0) - size.column / 2, inlineSize: size.column }}
          >
            {isMachine ? name : text(`inspection.place.${id}`)}
          </span>
        ))}
      </div>
      <ol className={styles.rows} style={{ inlineSize: width }}>
        {shown.map((step, index) => (
          <SequenceRow
            key={step.sequence}
            step={step}
            places={places}
            before={shown[index - 1]?.at}
            isCurrent={step.sequence === at}
            onStep={onStep}
          />
        ))}
      </ol>
      <div ref={end} />
    </section>
  )
}

const SequenceRow = memo(({ step, places, before, isCurrent, onStep }: SequenceRowProps) => {
  const { from, to } = endsOf(step)
  const x = places.get(to) ?? 0
  const start = from === undefined ? undefined : places.get(from)
  const middle = size.row / 2
  const way = start === undefined || start < x ? 1 : -1
  const isSpawn = step.kind === 'signal' && step.before.length === 0
  const isStop = step.kind === 'signal' && step.status !== 'active'
  // The label lies over the arrow, or behind a mark without one.
  const label =
    start === undefined
      ? { x: x + 12, anchor: 'start' as const }
      : { x: (start + x) / 2, anchor: 'middle' as const }
  const words =
    step.kind === 'use'
      ? [step.type, ...step.payload.slice(0, 2).map((line) => line.replace(/^\w+: /, ''))].join(' ')
      : step.type
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-current={isCurrent ? 'step' : undefined}
        data-kind={step.kind}
        onClick={() => onStep(step.sequence)}
      >
        <span className={styles.time}>
          {before === undefined ? clockText(step.at) : pauseText(step.at - before)}
        </span>
        <VisuallyHidden>{stepWords(step)}</VisuallyHidden>
        <svg className={styles.picture} height={size.row} width="100%" aria-hidden="true">
          {[...places.values()].map((place) => (
            <line key={place} className={styles.lifeline} x1={place} x2={place} y1={0} y2={size.row} />
          ))}
          {start !== undefined && (
            <>
              <line className={styles.arrow} x1={start} x2={x - way * 7} y1={middle + 4} y2={middle + 4} />
              <polygon
                className={styles.mark}
                points={`${x},${middle + 4} ${x - way * 8},${middle} ${x - way * 8},${middle + 8}`}
              />
            </>
          )}
          {start === undefined && <circle className={styles.mark} cx={x} cy={middle} r={4} />}
          {isSpawn && (
            <rect className={styles.spawn} x={x - 6} y={middle - 6} width={12} height={12} rx={3} />
          )}
          {isStop && <path className={styles.stop} d={`M${x - 5} ${middle - 5}l10 10m0 -10l-10 10`} />}
          <text
            className={styles.label}
            x={label.x}
            y={start === undefined ? middle + 4 : middle}
            textAnchor={label.anchor}
          >
            {words}
          </text>
        </svg>
      </button>
    </li>
  )
})

/** The time since the row before, in ms or s. */
const pauseText = (pause: number): string =>
  pause < 1000 ? `+${pause.toFixed(pause < 10 ? 1 : 0)} ms` : `+${(pause / 1000).toFixed(1)} s`

interface SequenceViewProps {
  readonly actors: readonly InspectedActor[]
  readonly steps: readonly InspectedStep[]
  readonly filter: string
  readonly at: number | undefined
  readonly onStep: (sequence: number) => void
}
interface SequenceRowProps {
  readonly step: InspectedStep
  /** The x coordinates of the lifelines, px. */
  readonly places: ReadonlyMap<string, number>
  /** When the row before happened, ms. */
  readonly before: number | undefined
  readonly isCurrent: boolean
  readonly onStep: (sequence: number) => void
}

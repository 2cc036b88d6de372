import { memo, type ReactNode, useState } from 'react'
import { allCharts } from '#machines/inspection/all-charts.ts'
import type { InspectedActor, InspectedSignal, InspectedStep } from '#schemas/cross-tab/inspection.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Select } from '#src/ui/select.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './machines-view.module.css'
import { StateChart } from './state-chart.tsx'

/** The list of machines and the chart of the selected one; wide frames also show its signals. */
export const MachinesView = (props: MachinesViewProps) => {
  const { actors, signals, filter, isWide, children } = props
  const [wanted, choose] = useState<Pick<InspectedActor, 'session' | 'machine'>>()
  const chosen = chooseActor(actors, wanted)
  return (
    <div className={styles.view}>
      {isWide ? (
        <div className={styles.machines}>
          <AccountPicker {...props} />
          <MachineList actors={actors} chosen={chosen} onChoose={choose} />
        </div>
      ) : (
        <MachinePicker actors={actors} chosen={chosen} onChoose={choose} />
      )}
      <ChartPane actor={chosen} signals={signals} filter={filter} />
      {isWide && <div className={styles.eventLists}>{children}</div>}
    </div>
  )
}

/** Filters by account, if several run in the tab. */
const AccountPicker = ({ accounts, account, onAccount }: AccountFilter) => {
  const text = useText()
  if (accounts.length < 2) return null
  return (
    <Select
      label={text('inspection.account')}
      options={[
        { id: '', name: text('inspection.all-accounts') },
        ...accounts.map((session, index) => ({
          id: String(session),
          name: text('inspection.account-number', { number: index + 1 }),
        })),
      ]}
      selected={String(account ?? '')}
      onSelect={(id) => onAccount(id === '' ? undefined : Number(id))}
    />
  )
}

const MachinePicker = ({ actors, chosen, onChoose }: MachinePickerProps) => {
  const text = useText()
  return (
    <div className={styles.picker}>
      <Select
        label={text('inspection.machine')}
        options={orderActors(actors).map(({ actor }) => ({
          id: String(actor.session),
          name: `${actor.name}: ${innermostStates(actor).join(' · ')}`,
        }))}
        selected={String(chosen?.session)}
        onSelect={(id) => {
          const actor = actors.find(({ session }) => String(session) === id)
          if (actor) onChoose(actor)
        }}
      />
    </div>
  )
}

const ChartPane = ({ actor, signals, filter }: ChartPaneProps) => {
  const text = useText()
  const chart = actor && allCharts.get(actor.machine)
  if (!actor || !chart) return <p className={styles.empty}>{text('inspection.choose-machine')}</p>
  const last = signals.findLast(({ session }) => session === actor.session)
  return (
    <section className={styles.chart} aria-label={actor.name}>
      <header className={styles.header}>
        <h2 className={styles.name}>{actor.name}</h2>
        <ul aria-label={text('inspection.active')} className={styles.active}>
          {innermostStates(actor).map((state) => (
            <li key={state}>{state}</li>
          ))}
        </ul>
        <span className={styles.note}>{text('inspection.taken', { count: actor.taken })}</span>
        {last && (
          <span className={styles.note}>
            {text('inspection.just-taken')} <span className={styles.code}>{last.type}</span>
          </span>
        )}
      </header>
      <StateChart chart={chart} states={actor.states} latest={actor.latest} wanted={filter} />
    </section>
  )
}

interface ChartPaneProps {
  readonly actor: InspectedActor | undefined
  readonly signals: readonly InspectedSignal[]
  readonly filter: string
}
interface MachinePickerProps {
  readonly actors: readonly InspectedActor[]
  readonly chosen: InspectedActor | undefined
  readonly onChoose: (actor: InspectedActor) => void
}
interface AccountFilter {
  /** The sessions of the machines of the accounts that run in the tab. */
  readonly accounts: readonly number[]
  readonly account: number | undefined
  readonly onAccount: (session: number | undefined) => void
}
interface MachinesViewProps extends AccountFilter {
  readonly actors: readonly InspectedActor[]
  readonly signals: readonly InspectedSignal[]
  readonly filter: string
  readonly isWide: boolean
  readonly children: ReactNode
}

/** The machines of the watched tab with their states. Selecting one shows its chart. */
const MachineList = memo(({ actors, chosen, onChoose }: MachineListProps) => {
  const text = useText()
  return (
    <ul aria-label={text('inspection.machines')} className={styles.list}>
      {orderActors(actors).map(({ actor, depth }) => (
        <li key={actor.session} style={{ paddingInlineStart: `${depth * 0.75}rem` }}>
          <button
            type="button"
            aria-current={actor.session === chosen?.session}
            data-ended={actor.status !== 'active'}
            className={classNames(styles.choice, styles.machine)}
            onClick={() => onChoose(actor)}
          >
            <span className={styles.machineName}>
              {actor.name}
              {actor.status !== 'active' && (
                <span className={styles.status}>{text(`inspection.status.${actor.status}`)}</span>
              )}
            </span>
            <span className={styles.state}>{innermostStates(actor).join(' · ')}</span>
          </button>
        </li>
      ))}
    </ul>
  )
})

interface MachineListProps {
  readonly actors: readonly InspectedActor[]
  readonly chosen: InspectedActor | undefined
  readonly onChoose: (actor: InspectedActor) => void
}

interface OrderedActor {
  readonly actor: InspectedActor
  /** The depth in the tree of actors. */
  readonly depth: number
}

/** Sorts running machines as a tree, children after their parents, then stopped ones. */
export function orderActors(actors: readonly InspectedActor[]): readonly OrderedActor[] {
  const running = actors.filter(({ status }) => status === 'active')
  const known = new Set(running.map(({ session }) => session))
  const below = (parent: number | undefined, depth: number): readonly OrderedActor[] =>
    running
      .filter((actor) => (parent === undefined ? !isChild(actor) : actor.parent === parent))
      .flatMap((actor) => [{ actor, depth }, ...below(actor.session, depth + 1)])
  const isChild = ({ parent }: InspectedActor) => parent !== undefined && known.has(parent)
  const ended = actors.filter(({ status }) => status !== 'active')
  return [...below(undefined, 0), ...ended.map((actor) => ({ actor, depth: 0 }))]
}

/** Returns the innermost active states, one per region, without the machine's name. */
export const innermostStates = ({
  machine,
  states,
}: Pick<InspectedActor, 'machine' | 'states'>): readonly string[] =>
  states
    .filter((id) => id !== machine && !states.some((other) => other.startsWith(`${id}.`)))
    .map((id) => id.slice(machine.length + 1))

/** Selects the chosen machine. If it is gone, selects one of the same kind, else the most relevant one. */
export function chooseActor(
  actors: readonly InspectedActor[],
  chosen: Pick<InspectedActor, 'session' | 'machine'> | undefined,
): InspectedActor | undefined {
  return (
    actors.find(({ session }) => session === chosen?.session) ??
    actors.find(({ machine }) => machine === chosen?.machine) ??
    actors.find(({ machine }) => machine === 'outbox') ??
    actors[0]
  )
}

/** The sessions of the account machines that run, in their order. */
export const accountsAmong = (actors: readonly InspectedActor[]): readonly number[] =>
  actors
    .filter(({ machine, status }) => machine === 'account' && status === 'active')
    .map(({ session }) => session)

/** Returns a function that tells whether a machine is that account's, or of no account. */
export function belongsTo(
  account: number,
  { actors, steps }: { readonly actors: readonly InspectedActor[]; readonly steps: readonly InspectedStep[] },
): (session: number) => boolean {
  const machines = new Map<number, Pick<InspectedActor, 'machine' | 'parent'>>()
  for (const step of steps) if (step.kind === 'signal') machines.set(step.session, step)
  for (const actor of actors) machines.set(actor.session, actor)
  return (session) => {
    let current: number | undefined = session
    while (current !== undefined) {
      const found = machines.get(current)
      if (found?.machine === 'account') return current === account
      current = found?.parent
    }
    return true
  }
}

import { Send } from 'lucide-react'
import { useState } from 'react'
import { allCharts } from '#machines/inspection/all-charts.ts'
import { statesIn } from '#machines/inspection/machine-chart.ts'
import { type InspectedActor, readSentSignal, sentSignalTypes } from '#schemas/cross-tab/inspection.ts'
import type { Inspector, InspectorView } from '#src/inspection/inspector.ts'
import { Button } from '#src/ui/button.tsx'
import { Segments } from '#src/ui/segments.tsx'
import { Select } from '#src/ui/select.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './acting-view.module.css'
import { orderActors } from './machines-view.tsx'

const hour = 3_600_000
const clockShifts = [-24 * hour, -hour, 0, hour, 24 * hour]
const delays = [0, 300, 1000, 5000]

/** Injects faults at the ports of the watched tab, and sends signals to its machines by hand. */
export const ActingView = ({ inspector, view }: ActingViewProps) => {
  const text = useText()
  if (view.recording) return <p className={styles.note}>{text('inspection.no-acting')}</p>
  return (
    <div className={styles.cards}>
      <FaultCard inspector={inspector} view={view} />
      <SignalCard inspector={inspector} view={view} />
    </div>
  )
}

const FaultCard = ({ inspector, view: { faults } }: ActingViewProps) => {
  const text = useText()
  const shiftName = (shift: number) =>
    shift === 0 ? text('inspection.off') : `${shift > 0 ? '+' : '−'}${Math.abs(shift) / hour} h`
  return (
    <section className={styles.card} aria-label={text('inspection.faults')}>
      <h2 className={styles.heading}>{text('inspection.faults')}</h2>
      <Switch
        label={text('inspection.socket-cut')}
        description={text('inspection.socket-cut.hint')}
        isOn={faults.isSocketCut}
        onChange={(isSocketCut) => inspector.inject({ ...faults, isSocketCut })}
      />
      <Switch
        label={text('inspection.storage-full')}
        description={text('inspection.storage-full.hint')}
        isOn={faults.isStorageFull}
        onChange={(isStorageFull) => inspector.inject({ ...faults, isStorageFull })}
      />
      <Segments
        label={text('inspection.delay')}
        items={delays.map((delay) => ({
          id: String(delay),
          label: delay === 0 ? text('inspection.off') : `${delay} ms`,
        }))}
        selected={String(faults.delay)}
        onSelect={(delay) => inspector.inject({ ...faults, delay: Number(delay) })}
      />
      <Segments
        label={text('inspection.clock-shift')}
        items={clockShifts.map((shift) => ({ id: String(shift), label: shiftName(shift) }))}
        selected={String(faults.clockShift)}
        onSelect={(shift) => inspector.inject({ ...faults, clockShift: Number(shift) })}
      />
    </section>
  )
}

/** The signals that may be sent by hand and that the machine's states have transitions for. */
function acceptedSignals({ machine, states }: InspectedActor): readonly string[] {
  const chart = allCharts.get(machine)
  const active = chart ? statesIn(chart.root).filter(({ id }) => states.includes(id)) : []
  const names = active.flatMap(({ transitions }) =>
    transitions.filter(({ trigger }) => trigger === 'signal').map(({ name }) => name),
  )
  return [...new Set(names)].filter((name) => sentSignalTypes.has(name))
}

const SignalCard = ({ inspector, view }: ActingViewProps) => {
  const text = useText()
  const [session, chooseSession] = useState<number>()
  const [typed, type] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const offered = orderActors(view.actors)
    .map(({ actor }) => actor)
    .filter((actor) => actor.status === 'active' && acceptedSignals(actor).length > 0)
  const actor = offered.find((each) => each.session === session) ?? offered[0]
  const accepted = actor ? acceptedSignals(actor) : []
  const content = typed ?? JSON.stringify({ type: accepted[0] })
  const change = (next: string | undefined) => {
    type(next)
    setProblem(undefined)
  }
  const send = () => {
    const signal = readSentSignal(content)
    if ('problem' in signal) return setProblem(signal.problem)
    if (!accepted.includes(signal.type)) return setProblem(text('inspection.not-accepted'))
    if (actor) inspector.send(actor.session, signal)
  }
  return (
    <section className={styles.card} aria-label={text('inspection.send-signal')}>
      <h2 className={styles.heading}>{text('inspection.send-signal')}</h2>
      <Select
        label={text('inspection.machine')}
        options={offered.map((each) => ({ id: String(each.session), name: each.name }))}
        selected={String(actor?.session)}
        onSelect={(id) => {
          chooseSession(Number(id))
          change(undefined)
        }}
      />
      <ul className={styles.signals} aria-label={text('inspection.accepted-signals')}>
        {accepted.map((name) => (
          <li key={name}>
            <button
              type="button"
              className={styles.signal}
              onClick={() => change(JSON.stringify({ type: name }))}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      <TextField
        label={text('inspection.signal-json')}
        value={content}
        onChange={change}
        spellCheck={false}
        {...(problem === undefined ? {} : { error: problem })}
      />
      <div>
        <Button variant="primary" icon={<Send aria-hidden="true" />} onPress={send}>
          {text('inspection.send')}
        </Button>
      </div>
    </section>
  )
}

interface ActingViewProps {
  readonly inspector: Inspector
  readonly view: InspectorView
}

import type {
  InjectedFaults,
  InspectedActor,
  InspectedModel,
  InspectedPort,
  InspectedRate,
  InspectedStep,
  InspectedTab,
  InspectionMessage,
  InspectionRecording,
  InspectionReport,
  SentSignal,
} from '#schemas/cross-tab/inspection.ts'
import type { Clock, TimerHandle } from '#streams/ports.ts'
import { createWritable, type Readable } from '#streams/readable.ts'
import { isShallowEqual } from '#streams/shallow-equal.ts'
import { noFaults } from './faults.ts'
import type { Inspection } from './inspection.ts'
import type { InspectionChannel } from './inspection-channel.ts'

/** The known state of the watched tab. A part keeps its identity until it changes. */
export interface WatchedTab {
  readonly actors: readonly InspectedActor[]
  readonly steps: readonly InspectedStep[]
  readonly ports: readonly InspectedPort[]
  readonly rates: readonly InspectedRate[]
  readonly models: readonly InspectedModel[]
  /** How often each transition was taken, by its key, and each state entered, by its id. */
  readonly counts: Readonly<Record<string, number>>
  readonly faults: InjectedFaults
  readonly head: number
}

/** The view of an inspector. */
export interface InspectorView extends WatchedTab {
  /** This tab first, then the others that answer; those of the opened recording if there is one. */
  readonly tabs: readonly InspectedTab[]
  readonly own: string
  readonly watched: string
  readonly isPaused: boolean
  /** The opened recording. Tabs are not watched meanwhile. */
  readonly recording: Pick<InspectionRecording, 'title' | 'findings'> | undefined
}

export interface Inspector extends Readable<InspectorView> {
  /** Starts to watch. Returns the function that stops it. */
  start(): () => void
  /** Watches another tab from now on. */
  watch(tab: string): void
  /** Pauses the view. Steps beyond the capacity of the buffers are lost. */
  setPaused(isPaused: boolean): void
  /** Clears the lists. Later entries are shown. */
  clear(): void
  /** Injects faults into the watched tab. */
  inject(faults: InjectedFaults): void
  /** Sends a signal to a machine of the watched tab. */
  send(session: number, signal: SentSignal): void
  /** Returns what is shown as a recording. */
  record(title: string): InspectionRecording
  /** Shows a recording instead of a tab; undefined returns to the tabs. */
  open(recording: InspectionRecording | undefined): void
}

/** The interval of requests to the watched tab, and of the search for tabs, ms. */
const askInterval = 120
const rollCallInterval = 1500
/** A tab without a message for this time counts as closed, ms. A busy machine may keep one silent for seconds. */
const patience = 15_000
const stepCapacity = 4000

interface InspectorServices {
  readonly inspection: Inspection
  readonly channel: InspectionChannel
  readonly clock: Clock
  /** Runs before the next paint. */
  nextFrame(callback: () => void): void
}

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

/** Returns the old value if nothing differs, so that components do not render again. */
const keep = <Value>(before: readonly Value[], after: readonly Value[]): readonly Value[] =>
  isSame(before, after) ? before : after

/** The list with what came after `mark`, the newest steps only; the same list when nothing came. */
const extended = (
  before: readonly InspectedStep[],
  reported: readonly InspectedStep[],
  mark: number,
): readonly InspectedStep[] => {
  const fresh = reported.filter(({ sequence }) => sequence > mark)
  return fresh.length === 0 ? before : [...before, ...fresh].slice(-stepCapacity)
}

const nothing: WatchedTab = {
  actors: [],
  steps: [],
  ports: [],
  rates: [],
  models: [],
  counts: {},
  faults: noFaults,
  head: 0,
}

/** Watches this tab or, over the channel, another one. */
export function createInspector({ inspection, channel, clock, nextFrame }: InspectorServices): Inspector {
  const me = `${inspection.tab}-inspector`
  const lastSeen = new Map<string, { readonly tab: InspectedTab; readonly at: number }>()
  let chosen: string | undefined
  let mark = 0
  let recording: InspectionRecording | undefined
  let timer: TimerHandle | undefined
  let lastRollCall = Number.NEGATIVE_INFINITY

  const source = createWritable<InspectorView>({
    ...nothing,
    tabs: [inspection.self()],
    own: inspection.tab,
    watched: inspection.tab,
    isPaused: false,
    recording: undefined,
  })
  const change = (part: Partial<InspectorView>) => source.set({ ...source.get(), ...part })

  const tabs = (): readonly InspectedTab[] => {
    for (const [tab, { at }] of lastSeen) if (clock.monotonic() - at > patience) lastSeen.delete(tab)
    return [inspection.self(), ...[...lastSeen.values()].map(({ tab }) => tab)]
  }

  /** The chosen tab while it exists, else the leader tab, because it does the work. */
  const target = (known: readonly InspectedTab[]): string => {
    const here = known.find(({ tab }) => tab === chosen) ?? known.find(({ role }) => role === 'leads')
    return here?.tab ?? inspection.tab
  }

  const turnTo = (tab: string) => {
    mark = 0
    change({ ...nothing, watched: tab })
  }

  const take = (report: InspectionReport) => {
    const view = source.get()
    if (view.isPaused || recording || report.from.tab !== view.watched) return
    const next: WatchedTab = {
      actors: keep(view.actors, report.actors),
      steps: extended(view.steps, report.steps, mark),
      ports: keep(view.ports, report.ports),
      rates: keep(view.rates, report.rates),
      models: keep(view.models, report.models),
      counts: isSame(view.counts, report.counts) ? view.counts : report.counts,
      faults: isSame(view.faults, report.faults) ? view.faults : report.faults,
      head: report.head,
    }
    mark = report.steps.at(-1)?.sequence ?? mark
    if (!isShallowEqual({ ...view, ...next }, view)) source.set({ ...view, ...next })
  }

  /** Shows a tab of the opened recording; the one that the findings name if there is no such tab. */
  const showRecorded = ({ title, findings, tabs: recorded }: InspectionRecording, tab?: string) => {
    const isNamed = ({ from }: InspectionReport) => findings.some((finding) => finding.includes(from.tab))
    const report = recorded.find(({ from }) => from.tab === tab) ?? recorded.find(isNamed) ?? recorded[0]
    if (!report) return
    const { from, ...shown } = report
    const counts: Record<string, number> = {}
    for (const each of recorded)
      for (const [key, count] of Object.entries(each.counts)) counts[key] = (counts[key] ?? 0) + count
    const known = recorded.map((each) => each.from)
    change({ ...shown, counts, tabs: known, watched: from.tab, recording: { title, findings } })
  }

  let isSending = false
  /**
   * One picture waits for the next frame at a time: a hidden page draws none, and what is left out is reported again.
   */
  const draw = (report: () => InspectionReport) => {
    if (isSending) return
    isSending = true
    nextFrame(() => {
      isSending = false
      take(report())
    })
  }

  const handle = (message: InspectionMessage) => {
    if (message.kind === 'present') lastSeen.set(message.tab.tab, { tab: message.tab, at: clock.monotonic() })
    if (message.kind === 'gone') lastSeen.delete(message.tab)
    if (message.kind === 'report' && message.inspector === me) draw(() => message.report)
  }

  const ask = () => {
    timer = clock.setTimeout(ask, askInterval)
    if (recording) return
    if (clock.monotonic() - lastRollCall > rollCallInterval) {
      lastRollCall = clock.monotonic()
      channel.post({ kind: 'roll-call' })
    }
    const known = keep(source.get().tabs, tabs())
    // What is paused stays shown after its tab has closed.
    const watched = source.get().isPaused ? source.get().watched : target(known)
    if (known !== source.get().tabs) change({ tabs: known })
    if (watched !== source.get().watched) turnTo(watched)
    if (watched === inspection.tab) draw(() => inspection.report(mark))
    else channel.post({ kind: 'ask', tab: watched, inspector: me, after: mark })
  }

  return {
    get: source.get,
    subscribe: source.subscribe,
    start() {
      const stopListening = channel.subscribe(handle)
      lastRollCall = Number.NEGATIVE_INFINITY
      ask()
      return () => {
        stopListening()
        if (timer) clock.clearTimeout(timer)
      }
    },
    watch(tab) {
      if (recording) return showRecorded(recording, tab)
      chosen = tab
      if (source.get().watched !== tab) turnTo(tab)
    },
    setPaused: (isPaused) => change({ isPaused }),
    clear: () => change({ steps: [] }),
    inject(faults) {
      const { watched } = source.get()
      if (watched === inspection.tab) inspection.inject(faults)
      else channel.post({ kind: 'inject', tab: watched, faults })
    },
    send(session, signal) {
      const { watched } = source.get()
      if (watched === inspection.tab) inspection.send(session, signal)
      else channel.post({ kind: 'send', tab: watched, session, signal })
    },
    record(title) {
      const { tabs: known, watched, actors, steps, ports, rates, models, counts, faults, head } = source.get()
      if (recording) return recording
      const from = known.find(({ tab }) => tab === watched) ?? inspection.self()
      // A copy, so that what is saved holds no more than what the schema of a recording names.
      const report = { from, counts, faults, head, actors: [...actors], steps: [...steps] }
      const lists = { ports: [...ports], rates: [...rates], models: [...models] }
      return { format: 1, title, findings: [], tabs: [{ ...report, ...lists }] }
    },
    open(next) {
      recording = next
      if (next) return showRecorded(next)
      const known = tabs()
      change({ recording: undefined, tabs: known })
      turnTo(target(known))
    },
  }
}

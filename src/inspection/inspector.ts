import type {
  InspectedActor,
  InspectedFact,
  InspectedModel,
  InspectedPort,
  InspectedRate,
  InspectedSignal,
  InspectedTab,
  InspectionMessage,
  InspectionReport,
} from '#schemas/cross-tab/inspection.ts'
import type { Clock, TimerHandle } from '#streams/ports.ts'
import { createWritable, type Readable } from '#streams/readable.ts'
import { isShallowEqual } from '#streams/shallow-equal.ts'
import type { Inspection } from './inspection.ts'
import type { InspectionChannel } from './inspection-channel.ts'

/** The known state of the watched tab. A part keeps its identity until it changes. */
export interface WatchedTab {
  readonly actors: readonly InspectedActor[]
  readonly signals: readonly InspectedSignal[]
  readonly facts: readonly InspectedFact[]
  readonly ports: readonly InspectedPort[]
  readonly rates: readonly InspectedRate[]
  readonly models: readonly InspectedModel[]
  readonly head: number
}

/** The view of an inspector. */
export interface InspectorView extends WatchedTab {
  /** This tab first, then the others that answer. */
  readonly tabs: readonly InspectedTab[]
  readonly own: string
  readonly watched: string
  readonly isPaused: boolean
}

export interface Inspector extends Readable<InspectorView> {
  /** Starts to watch. Returns the function that stops it. */
  start(): () => void
  /** Watches another tab from now on. */
  watch(tab: string): void
  /** Pauses the view. Signals beyond the capacity of the buffers are lost. */
  setPaused(isPaused: boolean): void
  /** Clears the lists. Later entries are shown. */
  clear(): void
}

/** The interval of requests to the watched tab, and of the search for tabs, ms. */
const askInterval = 120
const rollCallInterval = 1500
/** A tab without a message for this time counts as closed, ms. */
const patience = 5000
const listCapacity = 500

interface InspectorServices {
  readonly inspection: Inspection
  readonly channel: InspectionChannel
  readonly clock: Clock
  /** Runs before the next paint. */
  nextFrame(callback: () => void): void
}

const lastOf = (entries: readonly { readonly sequence: number }[], otherwise: number): number =>
  entries.at(-1)?.sequence ?? otherwise

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

/** Returns the old value if nothing differs, so that components do not render again. */
const keep = <Value>(before: readonly Value[], after: readonly Value[]): readonly Value[] =>
  isSame(before, after) ? before : after

/** The list with what came after `mark`, the newest ones only; the same list when nothing came. */
const extended = <Entry extends InspectedSignal | InspectedFact>(
  before: readonly Entry[],
  reported: readonly Entry[],
  mark: number,
): readonly Entry[] => {
  const fresh = reported.filter(({ sequence }) => sequence > mark)
  return fresh.length === 0 ? before : [...before, ...fresh].slice(-listCapacity)
}

const nothing: WatchedTab = {
  actors: [],
  signals: [],
  facts: [],
  ports: [],
  rates: [],
  models: [],
  head: 0,
}

/** Watches this tab or, over the channel, another one. */
export function createInspector({ inspection, channel, clock, nextFrame }: InspectorServices): Inspector {
  const me = `${inspection.tab}-inspector`
  const lastSeen = new Map<string, { readonly tab: InspectedTab; readonly at: number }>()
  let chosen: string | undefined
  let marks = { signals: 0, facts: 0 }
  let timer: TimerHandle | undefined
  let lastRollCall = Number.NEGATIVE_INFINITY

  const source = createWritable<InspectorView>({
    ...nothing,
    tabs: [inspection.self()],
    own: inspection.tab,
    watched: inspection.tab,
    isPaused: false,
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
    marks = { signals: 0, facts: 0 }
    change({ ...nothing, watched: tab })
  }

  const take = (report: InspectionReport) => {
    const view = source.get()
    if (view.isPaused || report.from.tab !== view.watched) return
    const next: WatchedTab = {
      actors: keep(view.actors, report.actors),
      signals: extended(view.signals, report.signals, marks.signals),
      facts: extended(view.facts, report.facts, marks.facts),
      ports: keep(view.ports, report.ports),
      rates: keep(view.rates, report.rates),
      models: keep(view.models, report.models),
      head: report.head,
    }
    marks = { signals: lastOf(report.signals, marks.signals), facts: lastOf(report.facts, marks.facts) }
    if (!isShallowEqual({ ...view, ...next }, view)) source.set({ ...view, ...next })
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
    if (clock.monotonic() - lastRollCall > rollCallInterval) {
      lastRollCall = clock.monotonic()
      channel.post({ kind: 'roll-call' })
    }
    const known = keep(source.get().tabs, tabs())
    const watched = target(known)
    if (known !== source.get().tabs) change({ tabs: known })
    if (watched !== source.get().watched) turnTo(watched)
    if (watched === inspection.tab) draw(() => inspection.report(marks))
    else channel.post({ kind: 'ask', tab: watched, inspector: me, after: marks })
    timer = clock.setTimeout(ask, askInterval)
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
      chosen = tab
      if (source.get().watched !== tab) turnTo(tab)
    },
    setPaused: (isPaused) => change({ isPaused }),
    clear: () => change({ signals: [], facts: [] }),
  }
}

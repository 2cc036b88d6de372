import type { ActorRefLike, InspectionEvent } from 'xstate'
import { allCharts } from '#machines/inspection/all-charts.ts'
import {
  activeStates,
  type ChartState,
  type MachineChart,
  statesIn,
  transitionKey,
} from '#machines/inspection/machine-chart.ts'
import type { InspectedActor, InspectedSignal, SentSignal } from '#schemas/cross-tab/inspection.ts'
import { describeContext, describePayload, isRecord, shortId, shownStream } from './redaction.ts'

/** The maximum number of stopped machines that are still shown. */
const endedCapacity = 6

export interface ActorRecord {
  /** Receives the inspection events of every actor. */
  handle(event: InspectionEvent): void
  /** Running machines, then the last stopped ones. */
  actors(): readonly InspectedActor[]
  /** How often each transition was taken, by its key, and each state entered, by its id. */
  counts(): ReadonlyMap<string, number>
  /** Sends a signal to a running machine if its state accepts it. Returns whether it did. */
  send(session: number, signal: SentSignal): boolean
}

interface MachineSnapshot {
  readonly chart: MachineChart
  readonly status: InspectedActor['status']
  readonly value: unknown
  readonly context: unknown
}

/** Reads a snapshot of one of our machines; undefined for promises and callbacks. */
function readSnapshot(snapshot: unknown): MachineSnapshot | undefined {
  if (!isRecord(snapshot) || !('machine' in snapshot) || !isRecord(snapshot.machine)) return undefined
  const chart = allCharts.get(String(Reflect.get(snapshot.machine, 'id')))
  if (!chart) return undefined
  const status = Reflect.get(snapshot, 'status')
  return {
    chart,
    status: status === 'done' || status === 'error' || status === 'stopped' ? status : 'active',
    value: Reflect.get(snapshot, 'value'),
    context: Reflect.get(snapshot, 'context'),
  }
}

const sessionOf = (actor: unknown): number | undefined => {
  if (!isRecord(actor)) return undefined
  const [, number] = /^x:(\d+)$/.exec(String(Reflect.get(actor, 'sessionId'))) ?? []
  return number === undefined ? undefined : Number(number)
}

/** Returns the nearest ancestor that is a machine. */
const parentOf = (actor: object): number | undefined => sessionOf(Reflect.get(actor, '_parent'))

/** Returns what distinguishes one of several actors of a machine: part of a message id, or the conversation. */
function distinction(actor: object, { chart, context }: MachineSnapshot): string {
  if (chart.id === 'message') return shortId(String(Reflect.get(actor, 'id')).replace('message-', '')) ?? ''
  if (chart.id !== 'timeline' || !isRecord(context)) return ''
  return shownStream(String(Reflect.get(context, 'conversationId')))
}

const sessionIn = (actor: unknown): number | undefined => {
  for (let ancestor = actor; isRecord(ancestor); ancestor = Reflect.get(ancestor, '_parent')) {
    if (readSnapshot(Reflect.get(ancestor, '_snapshot'))) return sessionOf(ancestor)
  }
  return undefined
}

export type NewSignal = Omit<InspectedSignal, 'sequence' | 'at'>

/** Records the states of all machines, and hands each signal to `add`, redacted as it is shown. */
export function createActorRecord(add: (signal: NewSignal) => void): ActorRecord {
  const known = new Map<number, InspectedActor>()
  const running = new Map<number, ActorRefLike>()
  const counts = new Map<string, number>()
  /** Transitions of macrosteps that have not ended. */
  const steps = new Map<number, readonly string[]>()
  /** The machine that sent an event, while the event is processed. */
  const senders = new WeakMap<object, number>()
  const count = (key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1)

  /** Keeps only the last stopped ones, in the order in which they were first seen. */
  const dropOldEnded = () => {
    const ended = [...known.values()].filter(({ status }) => status !== 'active')
    for (const { session } of ended.slice(0, -endedCapacity)) known.delete(session)
  }

  function note(
    actor: object,
    session: number,
    snapshot: MachineSnapshot,
    before: InspectedActor | undefined,
  ): InspectedActor {
    const { chart, status, value } = snapshot
    const parent = parentOf(actor)
    const moved = steps.get(session) ?? []
    // Stopping takes no transition, so that the last one stays shown.
    const hasOnlyEnded = status !== 'active' && moved.length === 0
    const recorded: InspectedActor = {
      session,
      name: [chart.id, distinction(actor, snapshot)].filter(Boolean).join(' '),
      machine: chart.id,
      ...(parent === undefined ? {} : { parent }),
      status,
      states: [...activeStates(chart, value)],
      taken: (before?.taken ?? 0) + 1,
      latest: [...(hasOnlyEnded ? (before?.latest ?? []) : moved)],
    }
    known.set(session, recorded)
    steps.delete(session)
    for (const key of moved) count(key)
    for (const state of recorded.states) if (!before?.states.includes(state)) count(state)
    if (status !== 'active') {
      running.delete(session)
      dropOldEnded()
    }
    return recorded
  }

  return {
    handle(inspected) {
      const { actorRef, type } = inspected
      if (type === '@xstate.event') {
        const sender = sessionIn(inspected.sourceRef)
        if (sender !== undefined) senders.set(inspected.event, sender)
        return
      }
      const session = sessionOf(actorRef)
      if (session !== undefined && type === '@xstate.microstep') {
        const keys = inspected._transitions.map(transitionKey).filter((key) => key !== undefined)
        steps.set(session, [...(steps.get(session) ?? []), ...keys])
      }
      if (session === undefined || type !== '@xstate.snapshot') return
      const snapshot = readSnapshot(inspected.snapshot)
      if (!snapshot) return
      const before = known.get(session)
      running.set(session, actorRef)
      const actor = note(actorRef, session, snapshot, before)
      const sender = senders.get(inspected.event)
      add({
        kind: 'signal',
        session,
        actor: actor.name,
        machine: actor.machine,
        status: actor.status,
        ...(actor.parent === undefined ? {} : { parent: actor.parent }),
        ...(sender === undefined || sender === session ? {} : { sender }),
        type: shownSignal(inspected.event.type),
        before: before?.states ?? [],
        states: actor.states,
        latest: actor.latest,
        payload: [...describePayload(inspected.event, ['type', 'snapshot', 'input'])],
        context: [...describeContext(snapshot.context)],
      })
    },
    actors() {
      const all = [...known.values()]
      const isRunning = ({ status }: InspectedActor) => status === 'active'
      return [...all.filter(isRunning), ...all.filter((actor) => !isRunning(actor)).reverse()]
    },
    counts: () => counts,
    send(session, signal) {
      const actor = running.get(session)
      const snapshot = actor?.getSnapshot()
      if (!actor || typeof snapshot?.can !== 'function' || !snapshot.can(signal)) return false
      actor.send(signal)
      return true
    },
  }
}

const states: readonly ChartState[] = [...allCharts.values()].flatMap(({ root }) => statesIn(root))
const stateOfId: ReadonlyMap<string, ChartState> = new Map(states.map((state) => [state.id, state]))

const namesOf = (trigger: 'signal' | 'after'): ReadonlySet<string> =>
  new Set(
    states.flatMap(({ transitions }) =>
      transitions.filter((transition) => transition.trigger === trigger).map(({ name }) => name),
    ),
  )
/** Every signal and delay that a machine names; anything else is not shown by its name. */
const signals = namesOf('signal')
const delays = namesOf('after')
const sources: ReadonlySet<string> = new Set([
  ...states.flatMap(({ invokes }) => invokes),
  ...allCharts.keys(),
])

/** Invocations without an id are called by their place and state: `0.message.delivery.bySocket`. */
function sourceOf(actorId: string): string {
  const [, place, state = ''] = /^(\d+)\.(.+)$/.exec(actorId) ?? []
  if (place !== undefined) return stateOfId.get(state)?.invokes[Number(place)] ?? '(other)'
  if (/^(message|upload)-/.test(actorId)) return 'message'
  return sources.has(actorId) ? actorId : '(other)'
}

function ownEventName(type: string): string {
  const [, kind = '', rest = ''] =
    /^xstate\.(init|stop|after|done\.actor|error\.actor|snapshot)\.?(.*)$/.exec(type) ?? []
  if (kind === 'init' || kind === 'stop') return kind
  if (kind === 'after')
    return `after ${[...delays].find((delay) => rest.startsWith(`${delay}.`)) ?? '(other)'}`
  if (kind === 'snapshot') return `${sourceOf(rest)} snapshot`
  if (kind === 'done.actor') return `${sourceOf(rest)} done`
  return kind === 'error.actor' ? `${sourceOf(rest)} error` : '(other)'
}

/**
 * A signal by the name a reader knows, `token.rejected`, `after wipeDelay` or `sendBySocket done`; one that no machine
 * names is `(other)`.
 */
export function shownSignal(type: string): string {
  if (signals.has(type)) return type
  return type.startsWith('xstate.') ? ownEventName(type) : '(other)'
}

/** An entry of a ring, numbered in the order of its arrival from 1 on. */
export interface Numbered {
  readonly sequence: number
}

interface Ring<Entry extends Numbered> {
  /** Keeps the entry that `build` makes with its number, and drops the oldest one when full. */
  add(build: (sequence: number) => Entry): void
  /** Entries with a higher number than `sequence`, oldest first. */
  after(sequence: number): readonly Entry[]
}

/** Keeps the last `capacity` entries. */
export function createRing<Entry extends Numbered>(capacity: number): Ring<Entry> {
  let entries: Entry[] = []
  let last = 0
  return {
    add(build) {
      last += 1
      entries.push(build(last))
      // Trimmed by the half, so that adding costs the same whether full or not.
      if (entries.length > capacity * 1.5) entries = entries.slice(-capacity)
    },
    after(sequence) {
      const count = Math.min(last - sequence, capacity, entries.length)
      return count <= 0 ? [] : entries.slice(-count)
    },
  }
}

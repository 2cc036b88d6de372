import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'

/** What makes a transition happen: a signal, a delay, nothing but its guard, or something that was invoked. */
export type ChartTrigger = 'signal' | 'after' | 'always' | 'done' | 'error' | 'snapshot'

export interface ChartTransition {
  /** Its state's id and its place there, as `transitionKey` gives it for a transition that was taken. */
  readonly key: string
  readonly trigger: ChartTrigger
  /** The signal's type, the delay's name, or what was invoked; empty for `always`. */
  readonly name: string
  readonly guard: string | undefined
  readonly actions: readonly string[]
  /** Ids of the states it leads to; none: it stays where it is. */
  readonly targets: readonly string[]
  /** It neither moves nor acts: the signal is swallowed here. */
  readonly isIgnored: boolean
}

export interface ChartState {
  readonly id: string
  readonly key: string
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history'
  /** Its parent starts here. */
  readonly isInitial: boolean
  readonly entry: readonly string[]
  readonly exit: readonly string[]
  readonly invokes: readonly string[]
  readonly transitions: readonly ChartTransition[]
  readonly states: readonly ChartState[]
}

/** A machine as a picture needs it: plain data, without behaviour, context or values. */
export interface MachineChart {
  readonly id: string
  readonly root: ChartState
}

/** Named effects and guards are strings or carry a type, functions of XState too; what is written in place has no name. */
const nameOf = (effect: unknown): string => {
  if (typeof effect === 'string') return effect
  const canCarry = typeof effect === 'function' || (typeof effect === 'object' && effect !== null)
  return canCarry && 'type' in effect ? String(effect.type) : '(inline)'
}

/** A delay raises and cancels an event of XState's own, which no author wrote. */
const ownEffects = (effects: readonly unknown[]): readonly string[] =>
  effects.map(nameOf).filter((name) => !name.startsWith('xstate.'))

/** What each invocation of a state is called: by its source, since ids of nameless ones are made up. */
const sourceNames = (node: AnyStateNode): ReadonlyMap<string, string> =>
  new Map(node.invoke.map(({ id, src }) => [id, typeof src === 'string' ? src : id]))

interface Trigger {
  readonly trigger: ChartTrigger
  readonly name: string
}

/** XState names its own events after the state or the invocation; a reader wants the delay or the source. */
function triggerOf(node: AnyStateNode, type: string): Trigger {
  if (type === '') return { trigger: 'always', name: '' }
  const [, kind, rest = ''] = /^xstate\.(after|done\.actor|error\.actor|snapshot)\.(.*)$/.exec(type) ?? []
  if (kind === undefined) return { trigger: 'signal', name: type }
  if (kind === 'after') return { trigger: 'after', name: rest.replace(`.${node.id}`, '') }
  const name = sourceNames(node).get(rest) ?? rest
  if (kind === 'snapshot') return { trigger: 'snapshot', name }
  return { trigger: kind === 'done.actor' ? 'done' : 'error', name }
}

/** Every transition out of a state, in the order of its list. */
const transitionsOf = (node: AnyStateNode): readonly AnyTransitionDefinition[] => [
  ...(node.always ?? []),
  ...[...node.transitions.values()].flat(),
]

/** What tells a transition from all others of its machine; undefined for XState's own, such as the first step. */
export function transitionKey(transition: AnyTransitionDefinition): string | undefined {
  const place = transitionsOf(transition.source).indexOf(transition)
  return place === -1 ? undefined : `${transition.source.id}#${place}`
}

function chartTransition(
  node: AnyStateNode,
  transition: AnyTransitionDefinition,
  place: number,
): ChartTransition {
  const targets = (transition.target ?? []).map(({ id }) => id)
  const actions = transition.actions.map(nameOf)
  return {
    key: `${node.id}#${place}`,
    ...triggerOf(node, transition.eventType),
    guard: transition.guard === undefined ? undefined : nameOf(transition.guard),
    actions,
    targets,
    isIgnored: targets.length === 0 && actions.length === 0,
  }
}

function chartState(node: AnyStateNode, isInitial: boolean): ChartState {
  const initial = node.type === 'compound' ? node.initial.target.map(({ id }) => id) : []
  return {
    id: node.id,
    key: node.key,
    type: node.type,
    isInitial,
    entry: ownEffects(node.entry),
    exit: ownEffects(node.exit),
    invokes: node.invoke.map(({ id, src }) => (typeof src === 'string' ? src : id)),
    transitions: transitionsOf(node).map((transition, place) => chartTransition(node, transition, place)),
    states: Object.values(node.states).map((child) => chartState(child, initial.includes(child.id))),
  }
}

/** Turns a machine's definition into the picture of it. */
export const chartOf = (machine: AnyStateMachine): MachineChart => ({
  id: machine.id,
  root: chartState(machine.root, false),
})

/** Every state of a chart, parents before their children. */
export const statesIn = (state: ChartState): readonly ChartState[] => [
  state,
  ...state.states.flatMap(statesIn),
]

/** The ids of the states that a value such as `{ live: { connected: 'idle' } }` stands in, parents included. */
export function activeStates(chart: MachineChart, value: unknown): readonly string[] {
  const within = (state: ChartState, part: unknown): readonly string[] => {
    if (typeof part === 'string') return state.states.filter(({ key }) => key === part).map(({ id }) => id)
    if (typeof part !== 'object' || part === null) return []
    return Object.entries(part).flatMap(([key, inner]) => {
      const child = state.states.find((candidate) => candidate.key === key)
      return child ? [child.id, ...within(child, inner)] : []
    })
  }
  return [chart.root.id, ...within(chart.root, value)]
}

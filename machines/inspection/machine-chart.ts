import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'

/** The trigger of a transition: a signal, a delay, only a guard, or the end or failure of an invoked actor. */
export type ChartTrigger = 'signal' | 'after' | 'always' | 'done' | 'error' | 'snapshot'

export interface ChartTransition {
  /** The id of the source state and the index of the transition there, as from `transitionKey`. */
  readonly key: string
  readonly trigger: ChartTrigger
  /** The signal's type, the delay's name or the actor's source; empty for `always`. */
  readonly name: string
  readonly guard: string | undefined
  readonly actions: readonly string[]
  /** Ids of the target states; empty if the state does not change. */
  readonly targets: readonly string[]
  /** Whether the signal is ignored: no target and no action. */
  readonly isIgnored: boolean
}

export interface ChartState {
  readonly id: string
  readonly key: string
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history'
  /** Whether this is the initial state of its parent. */
  readonly isInitial: boolean
  readonly entry: readonly string[]
  readonly exit: readonly string[]
  readonly invokes: readonly string[]
  readonly transitions: readonly ChartTransition[]
  readonly states: readonly ChartState[]
}

/** A machine as plain data for a diagram, without behaviour and context. */
export interface MachineChart {
  readonly id: string
  readonly root: ChartState
}

/** Returns the name of an action or guard. Inline functions have none. */
const nameOf = (effect: unknown): string => {
  if (typeof effect === 'string') return effect
  const canCarry = typeof effect === 'function' || (typeof effect === 'object' && effect !== null)
  return canCarry && 'type' in effect ? String(effect.type) : '(inline)'
}

/** Omits the internal events that XState raises and cancels for delays. */
const ownEffects = (effects: readonly unknown[]): readonly string[] =>
  effects.map(nameOf).filter((name) => !name.startsWith('xstate.'))

/** Maps each invocation of a state to its source, because generated ids mean nothing to a reader. */
const sourceNames = (node: AnyStateNode): ReadonlyMap<string, string> =>
  new Map(node.invoke.map(({ id, src }) => [id, typeof src === 'string' ? src : id]))

interface Trigger {
  readonly trigger: ChartTrigger
  readonly name: string
}

/** Replaces XState's internal event names by the delay or the source. */
function triggerOf(node: AnyStateNode, type: string): Trigger {
  if (type === '') return { trigger: 'always', name: '' }
  const [, kind, rest = ''] = /^xstate\.(after|done\.actor|error\.actor|snapshot)\.(.*)$/.exec(type) ?? []
  if (kind === undefined) return { trigger: 'signal', name: type }
  if (kind === 'after') return { trigger: 'after', name: rest.replace(`.${node.id}`, '') }
  const name = sourceNames(node).get(rest) ?? rest
  if (kind === 'snapshot') return { trigger: 'snapshot', name }
  return { trigger: kind === 'done.actor' ? 'done' : 'error', name }
}

/** Returns all transitions of a state, in their order. */
const transitionsOf = (node: AnyStateNode): readonly AnyTransitionDefinition[] => [
  ...(node.always ?? []),
  ...[...node.transitions.values()].flat(),
]

/**
 * Returns a key that identifies a transition in its machine; undefined for internal ones, such as the initial
 * transition.
 */
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

/** Converts a machine's definition to a chart. */
export const chartOf = (machine: AnyStateMachine): MachineChart => ({
  id: machine.id,
  root: chartState(machine.root, false),
})

/** Returns all states of a chart, parents first. */
export const statesIn = (state: ChartState): readonly ChartState[] => [
  state,
  ...state.states.flatMap(statesIn),
]

/**
 * Returns the ids of the active states for a state value such as `{ live: { connected: 'idle' } }`, parents included.
 */
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

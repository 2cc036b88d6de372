import { allCharts } from '#machines/inspection/all-charts.ts'
import { type ChartState, statesIn } from '#machines/inspection/machine-chart.ts'

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

/** A signal by the name a reader knows, `token.rejected`, `after wipeDelay` or `sendBySocket done`; one that no machine names is `(other)`. */
export function shownSignal(type: string): string {
  if (signals.has(type)) return type
  return type.startsWith('xstate.') ? ownEventName(type) : '(other)'
}

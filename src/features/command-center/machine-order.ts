import type { InspectedActor } from '#schemas/cross-tab/inspection.ts'

export interface OrderedActor {
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
export const innermostStates = ({ machine, states }: InspectedActor): string =>
  states
    .filter((id) => id !== machine && !states.some((other) => other.startsWith(`${id}.`)))
    .map((id) => id.slice(machine.length + 1))
    .join(' · ')

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

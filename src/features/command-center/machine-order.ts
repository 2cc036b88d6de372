import type { InspectedActor } from '#schemas/cross-tab/inspection.ts'

export interface OrderedActor {
  readonly actor: InspectedActor
  /** Steps from the topmost machine. */
  readonly depth: number
}

/** Running machines as a tree, children under their parents, then the ended ones. */
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

/** The innermost states it stands in, one a region, without the machine's own name. */
export const innermost = ({ machine, states }: InspectedActor): string =>
  states
    .filter((id) => id !== machine && !states.some((other) => other.startsWith(`${id}.`)))
    .map((id) => id.slice(machine.length + 1))
    .join(' · ')

/** The chosen machine, or one of the same kind when it has gone, or the most telling one there is. */
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

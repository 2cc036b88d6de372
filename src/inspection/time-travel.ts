import type {
  InspectedActor,
  InspectedFact,
  InspectedSignal,
  InspectedStep,
} from '#schemas/cross-tab/inspection.ts'

interface Recorded {
  readonly actors: readonly InspectedActor[]
  /** In the order of their numbers. */
  readonly steps: readonly InspectedStep[]
}

export const isSignal = (step: InspectedStep): step is InspectedSignal => step.kind === 'signal'
export const isFact = (step: InspectedStep): step is InspectedFact => step.kind === 'fact'

/** The steps up to this one. */
export const stepsUpTo = (steps: readonly InspectedStep[], at: number): readonly InspectedStep[] =>
  steps.filter(({ sequence }) => sequence <= at)

const actorAfter = (signal: InspectedSignal, taken: number): InspectedActor => ({
  session: signal.session,
  name: signal.actor,
  machine: signal.machine,
  status: signal.status,
  ...(signal.parent === undefined ? {} : { parent: signal.parent }),
  states: signal.states,
  latest: signal.latest,
  taken,
})

/**
 * Returns the machines as they were after the step `at`. One whose first recorded signal comes later has the states that
 * it had before that signal, or did not exist yet.
 */
export function actorsAt({ actors, steps }: Recorded, at: number): readonly InspectedActor[] {
  const known = new Map<number, InspectedActor>()
  const unborn = new Set<number>()
  for (const step of steps) {
    if (!isSignal(step) || unborn.has(step.session)) continue
    const before = known.get(step.session)
    if (step.sequence <= at) known.set(step.session, actorAfter(step, (before?.taken ?? 0) + 1))
    else if (before === undefined && step.before.length === 0) unborn.add(step.session)
    else if (before === undefined)
      known.set(step.session, { ...actorAfter(step, 0), status: 'active', states: step.before, latest: [] })
  }
  const silent = actors.filter(({ session }) => !known.has(session) && !unborn.has(session))
  return [...known.values(), ...silent]
}

/** Returns the rows of the read models after the step `at`, by stream. */
export function rowsAt(steps: readonly InspectedStep[], at: number): ReadonlyMap<string, readonly string[]> {
  const rows = new Map<string, readonly string[]>()
  for (const step of steps) {
    if (step.sequence > at) break
    if (isFact(step) && step.row) rows.set(step.stream, step.row)
  }
  return rows
}

/** Returns the checkpoints of the read models after the step `at`, by model: the last segment folded into each. */
export function checkpointsAt(steps: readonly InspectedStep[], at: number): ReadonlyMap<string, string> {
  const checkpoints = new Map<string, string>()
  for (const step of steps) {
    if (step.sequence > at) break
    if (step.kind !== 'use' || step.type !== 'model written') continue
    const [model, segment] = step.payload.map(lineValue)
    if (model !== undefined && segment !== undefined) checkpoints.set(model, segment)
  }
  return checkpoints
}

const lineName = (line: string): string => line.slice(0, line.indexOf(':'))
const lineValue = (line: string): string => line.slice(line.indexOf(': ') + 2)

/** A line `name: value` that differs between two steps; `before` or `after` is undefined where it is missing. */
export interface Difference {
  readonly name: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** Returns the lines of both, each with its value before and after. */
export function compareLines(before: readonly string[], after: readonly string[]): readonly Difference[] {
  const values = (lines: readonly string[]) => new Map(lines.map((line) => [lineName(line), lineValue(line)]))
  const [old, current] = [values(before), values(after)]
  return [...new Set([...current.keys(), ...old.keys()])].map((name) => ({
    name,
    before: old.get(name),
    after: current.get(name),
  }))
}

export interface WayStage {
  readonly name: 'sent' | 'received' | 'stored' | 'published' | 'drawn' | 'acknowledged'
  readonly at: number
}

/** The way of a message through the client. Each stage once, in order. */
export interface MessageWay {
  /** Its short client id or its server id. */
  readonly id: string
  readonly stream: string
  readonly isOwn: boolean
  readonly stages: readonly WayStage[]
}

const idIn = (name: 'serverId' | 'clientId', { payload }: InspectedStep): string | undefined =>
  payload.flatMap((line) => new RegExp(`(?:^|\\.)${name}: (\\w+)$`).exec(line)?.[1] ?? [])[0]

/** Returns the ways of the messages among these steps, oldest first. */
export function messageWays(steps: readonly InspectedStep[]): readonly MessageWay[] {
  const ways = waysById(steps)
  const all = [...new Set(ways.values())]
  for (const step of steps) {
    const way = wayOf(ways, step)
    if (step.kind === 'use' && step.type === 'stored')
      for (const written of all)
        if (`segment: ${written.segment}` === step.payload[0]) reach(written, 'stored', step.at)
    if (step.kind === 'use' && step.port === 'page') reach(way, 'drawn', step.at)
    if (step.kind === 'use' && step.port === 'socket')
      reach(way, step.type === 'sent' ? 'sent' : 'received', step.at)
    if (!isFact(step)) continue
    if (step.type === 'MessageAcknowledged') reach(way, 'acknowledged', step.at)
    if (step.type !== 'MessageSubmitted' && step.type !== 'MessageReceived') continue
    reach(way, 'published', step.at)
  }
  return all
}

type GrowingWay = MessageWay & { readonly segment: number | undefined; readonly stages: WayStage[] }

/** Each id of a message leads to the same way. Known before the stages, because a frame may be sent before the fold. */
function waysById(steps: readonly InspectedStep[]): ReadonlyMap<string, GrowingWay> {
  const ways = new Map<string, GrowingWay>()
  for (const step of steps.filter(isFact)) {
    const [serverId, clientId] = [idIn('serverId', step), idIn('clientId', step)]
    const known = wayOf(ways, step)
    if (known && step.type === 'MessageAcknowledged') ways.set(`serverId ${serverId}`, known)
    const isOwn = step.type === 'MessageSubmitted'
    if (known || (!isOwn && step.type !== 'MessageReceived')) continue
    const id = isOwn ? clientId : serverId
    const key = `${isOwn ? 'clientId' : 'serverId'} ${id}`
    if (id !== undefined) ways.set(key, { id, stream: step.stream, segment: step.segment, isOwn, stages: [] })
  }
  return ways
}

const wayOf = (ways: ReadonlyMap<string, GrowingWay>, step: InspectedStep): GrowingWay | undefined =>
  (['clientId', 'serverId'] as const).flatMap((name) => ways.get(`${name} ${idIn(name, step)}`) ?? [])[0]

function reach(way: GrowingWay | undefined, name: WayStage['name'], at: number | undefined): void {
  if (way === undefined || at === undefined || way.stages.some((stage) => stage.name === name)) return
  way.stages.push({ name, at })
}

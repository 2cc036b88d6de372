import { describe, expect, it } from 'vitest'
import type { SocketState } from '#domain/connection/connection-view.ts'
import { allCharts } from '#machines/inspection/all-charts.ts'
import { type ChartTransition, statesIn } from '#machines/inspection/machine-chart.ts'
import { settle } from '#test/unit/machines/simulated-clock.ts'
import { type Step, situationOf, startWalk, type Walk } from '#test/unit/machines/socket/socket-walk.ts'

const stepNames = Object.keys(startWalk(new Set()).steps) as Step[]

/** The allowed state transitions, as the app receives them [SOCK-01 SOCK-02 SOCK-03 SOCK-04 SOCK-08 SOCK-09]. */
const mayFollow: Readonly<Record<SocketState, readonly SocketState[]>> = {
  closed: ['connecting'],
  connecting: ['open', 'closed', 'ended'],
  open: ['connected', 'closed', 'ended'],
  connected: ['closed', 'ended'],
  ended: ['closed'],
}

const isVerifying = ({ actor }: Walk) =>
  actor.getSnapshot().matches({ live: { connected: { liveness: 'verifying' } } })

/** The number of frames that have left the queue. */
const leftQueue = ({ socket }: Walk): number =>
  socket.connections.reduce((count, { sentOf }) => count + sentOf('UnSubscribe').length, 0)

/** Takes a step. No frame leaves the queue while the connection is being checked. */
async function take(walk: Walk, step: Step): Promise<void> {
  const before = isVerifying(walk) ? leftQueue(walk) : undefined
  await walk.steps[step]()
  await settle()
  if (before !== undefined && isVerifying(walk)) expect(leftQueue(walk), step).toBe(before)
}

async function walkAlong(path: readonly Step[], taken: Set<string>): Promise<Walk> {
  const walk = startWalk(taken)
  await settle()
  for (const step of path) await take(walk, step)
  return walk
}

/** Checks the invariants after a path. `path` appears in the failure message. */
function check(walk: Walk, path: string): void {
  const { socket, state, statesAnnounced, environment, told } = walk
  const open = socket.connections.slice(0, -1).filter(({ isClosedByClient }) => isClosedByClient === false)
  const announced = statesAnnounced()
  const steps = announced.slice(1).map((next, index) => [announced[index] ?? 'closed', next] as const)
  for (const [before, next] of steps) expect(mayFollow[before], path).toContain(next)
  expect(announced.at(-1), path).toBe(state())
  expect(walk.isThere(), path).toBe(!['closed', 'ended'].includes(state()))
  expect(
    open.every((connection) => connection.wasDropped),
    path,
  ).toBe(true)
  if (!environment.isVisible() || !environment.isOnline()) expect(state(), path).toBe('closed')
  if (walk.settings.credentials === undefined) expect(state(), path).toBe('closed')
  for (const { sentOf, hasAccepted, isOpened } of socket.connections) {
    const logins = sentOf('Login').map(({ Token }) => Token)
    expect(logins.length > 0, path).toBe(isOpened)
    // Only a fresh token makes a connection log in again.
    expect(new Set(logins).size, path).toBe(logins.length)
    if (!hasAccepted) expect(logins.length, path).toBeLessThanOrEqual(1)
    if (!hasAccepted) expect(sentOf('UnSubscribe').length + sentOf('HeartBeat').length, path).toBe(0)
  }
  expect(told('kicked-out') + told('disconnected'), path).toBeLessThanOrEqual(1)
}

/** Ends all faults and checks that a signed-in client connects within the longest delay plus its hello. */
async function heal(walk: Walk, path: string): Promise<void> {
  // A pending token renewal has no state to recover from.
  if (walk.actor.getSnapshot().matches({ closed: 'renewing' })) return
  const isOver = walk.told('kicked-out') + walk.told('disconnected') > 0
  const attempts = walk.socket.connections.length
  await take(walk, 'show')
  await take(walk, 'go online')
  for (let second = 0; second < 60 && walk.state() !== 'connected'; second++) {
    for (const step of ['open', 'accept', 'answer', 'second'] as const) await take(walk, step)
  }
  if (isOver) expect(walk.socket.connections.length, path).toBe(attempts)
  else if (walk.settings.credentials) expect(walk.state(), path).toBe('connected')
}

/** Explores every new situation by every step until there is no new one. */
async function explore(taken: Set<string>): Promise<number> {
  const known = new Set<string>()
  const paths: (readonly Step[])[] = [[]]
  for (let path = paths.shift(); path; path = paths.shift()) {
    const walk = await walkAlong(path, taken)
    const name = path.join(' · ')
    check(walk, name)
    const situation = situationOf(walk)
    if (!known.has(situation)) {
      known.add(situation)
      const from = path
      paths.push(...stepNames.map((step) => [...from, step]))
      await heal(walk, name)
      check(walk, name)
    }
    walk.actor.stop()
  }
  return known.size
}

/** A callback that throws at its start, as ours never do. */
const isFault = ({ trigger, name }: ChartTransition): boolean => trigger === 'error' && name !== 'renewal'

describe('every path through the socket machine', () => {
  it('keeps the invariants and recovers from every state [SOCK-12 SOCK-14 SOCK-15 SOCK-18 SOCK-27]', async () => {
    const taken = new Set<string>()
    expect(await explore(taken)).toBeGreaterThan(80)
    const chart = allCharts.get('socket')
    const drawn = chart ? statesIn(chart.root).flatMap(({ transitions }) => transitions) : []
    const missed = drawn.filter((transition) => !isFault(transition) && !taken.has(transition.key))
    expect(missed.map(({ key, trigger, name }) => `${key} ${trigger} ${name}`)).toEqual([])
  }, 120_000)
})

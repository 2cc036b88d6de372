import type { ServerPorts } from '#server/ports.ts'
import type { Backend } from '../backend.ts'
import type { FaultKind } from '../fault-counts.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { answer, peerAt, sweepInterval } from '../simulated-backend.ts'
import type { SimulationDatabase } from '../simulation-database.ts'
import type { Trace } from '../trace.ts'
import type { VirtualTime } from '../virtual-clock.ts'
import { FrameOrder } from './frame-order.ts'
import { createLateCommits } from './late-commits.ts'
import { createNoticeBus } from './notice-bus.ts'
import { type NodeParts, SimulatedNode } from './simulated-node.ts'

/** How often the clock of the database follows virtual time, ms. */
const clockInterval = 500
/** The time between two faults of nodes, ms. */
const faultInterval = [5000, 30_000] as const
/** The shortest and the longest time of each fault, ms. After 10 s the other nodes count a node as ended. */
const durations = {
  die: [100, 20_000],
  restart: [100, 20_000],
  freeze: [500, 30_000],
  cutOff: [500, 15_000],
} as const

interface NodesWorld {
  readonly count: number
  readonly time: VirtualTime
  readonly trace: Trace
  readonly random: SeededRandom
  readonly ports: ServerPorts
  readonly database: SimulationDatabase
  breakNode(parts: NodeParts): NodeParts
  isHealed(): boolean
  struck(kind: FaultKind): void
  /** Receives the number of calls in progress. */
  working(change: 1 | -1): void
}

/** A backend of several nodes. */
export interface SimulatedNodes {
  readonly backend: Backend
  /** Begins to let nodes die, to freeze them and to cut them off, until the world is healed. */
  beginFaults(): void
  /** Whether frames are being handled. */
  isWorking(): boolean
  /** The number of running nodes and of their connections. */
  load(): { readonly nodes: number; readonly connections: number }
  /** Message frames that a connection got twice or out of order, in words. */
  readonly wrongFrames: readonly string[]
}

/**
 * The real server as several nodes on one database, in virtual time. The seed decides which node gets a call or a
 * connection, and when a node dies, restarts, freezes or is cut off from the notices of the others.
 */
export function createSimulatedNodes(world: NodesWorld): SimulatedNodes {
  const { time, trace, random, ports, database, breakNode, isHealed, struck, working } = world
  const follow = async <Value>(promise: Promise<Value>): Promise<Value> => {
    working(1)
    try {
      return await promise
    } finally {
      working(-1)
    }
  }
  const shared = {
    ...{ time, trace, ports, breakNode, follow, runOnce: createTaskLock() },
    connectToBus: createNoticeBus({ time, random: random.split('notices'), isHealed, struck }),
    adapt: createLateCommits({ time, random: random.split('commits'), struck }),
  }
  const nodes = Array.from(
    { length: world.count },
    (_, index) => new SimulatedNode(`node ${index + 1}`, shared),
  )
  const order = new FrameOrder()
  const running = () => nodes.filter(({ server }) => server)
  const pickNode = () => {
    if (running().length === 0) throw new Error('the backend is down')
    return random.pick(running())
  }
  const pickServer = () => {
    const { server } = pickNode()
    if (!server) throw new Error('a running node has no server')
    return server
  }
  const start = () => {
    for (const node of nodes) node.start()
  }

  const followClock = () => {
    time.schedule(clockInterval, followClock)
    void follow(database.setTime(time.now()))
  }
  const sweepRegularly = (node: SimulatedNode) => {
    time.schedule(sweepInterval, () => sweepRegularly(node))
    if (!node.server) return
    void follow(node.server.sweep()).catch((cause: unknown) => trace.line(node.name, `sweep: ${cause}`))
  }
  const disturb = () => {
    time.schedule(random.integer(...faultInterval), disturb)
    const node = random.pick(nodes)
    const fault = random.weighted({ die: 4, restart: 2, freeze: 3, cutOff: 4 })
    const [shortest, longest] = durations[fault]
    const duration = random.integer(shortest, longest)
    if (isHealed() || !node.server) return
    if (fault === 'cutOff') node.cutOff(duration)
    else if (fault === 'freeze') {
      struck('node frozen')
      node.freeze(duration)
    } else {
      struck(fault === 'die' ? 'node died' : 'node restarted')
      if (fault === 'die') node.die()
      else node.stop()
      time.schedule(duration, () => node.start())
    }
  }
  followClock()
  for (const [index, node] of nodes.entries())
    time.schedule((sweepInterval * (index + 1)) / nodes.length, () => sweepRegularly(node))
  start()

  const backend: Backend = {
    isRunning: () => running().length > 0,
    fetch: async (request, address) => follow(answer(pickServer(), request, address)),
    call: async (path, fields, address) =>
      follow(pickServer().call(path, fields, { headers: {}, peer: peerAt(address) })),
    connect: (link, address) => {
      const node = pickNode()
      trace.line(node.name, `connects ${address}`)
      return node.connect(order.watch(link, `${address} on ${node.name}`), address)
    },
    start,
    stop(code) {
      const chosen = random.chance(0.25) ? nodes : [random.pick(nodes)]
      for (const node of chosen) {
        if (node.server) struck(code === 1012 ? 'node restarted' : 'node died')
        if (code === 1012) node.stop()
        else node.die(code)
      }
    },
  }
  return {
    backend,
    beginFaults: () => void time.schedule(random.integer(...faultInterval), disturb),
    isWorking: () => nodes.some(({ server }) => server && server.load().runningWork > 0),
    load: () => ({
      nodes: running().length,
      connections: nodes.reduce((sum, { server }) => sum + (server?.load().connections ?? 0), 0),
    }),
    wrongFrames: order.wrongFrames,
  }
}

/** Stands for the lock of PostgreSQL: the embedded database has one session, which could lock it again. */
function createTaskLock() {
  let isTaken = false
  return async (task: () => Promise<void>) => {
    if (isTaken) return
    isTaken = true
    try {
      await task()
    } finally {
      isTaken = false
    }
  }
}

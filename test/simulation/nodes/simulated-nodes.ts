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
import { type NodeServices, SimulatedNode } from './simulated-node.ts'

/** How often the clock of the database follows virtual time, ms. */
const clockInterval = 500
/** The time between two faults of nodes, ms. */
const faultInterval = [5000, 30_000] as const
/** The minimum and maximum duration of each fault, ms. Others count a node without a heartbeat for 10 s as ended. */
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
  breakNode(services: NodeServices): NodeServices
  isHealed(): boolean
  struck(kind: FaultKind): void
  /** Stops virtual time until the promise has settled. */
  holdTime<Value>(promise: Promise<Value>): Promise<Value>
}

/** A backend of several nodes. */
export interface SimulatedNodes {
  readonly backend: Backend
  /** Starts the faults of nodes. They end when the world is healed. */
  beginFaults(): void
  /** Whether a node is handling frames. */
  isWorking(): boolean
  /** The number of running nodes and of their connections. */
  load(): { readonly nodes: number; readonly connections: number }
  /** Descriptions of message frames that a connection got twice or out of order. */
  readonly wrongFrames: readonly string[]
}

/**
 * The real server as several nodes on one database, in virtual time. The seed decides which node gets a call or a
 * connection, and when a node dies, restarts, freezes or is cut off from the notices of the others.
 */
export function createSimulatedNodes(world: NodesWorld): SimulatedNodes {
  const { time, trace, random, ports, database, breakNode, isHealed, struck, holdTime } = world
  const shared = {
    ...{ time, trace, ports, breakNode, holdTime, runOnce: createTaskLock() },
    connectToBus: createNoticeBus({ time, random: random.split('notices'), isHealed, struck }),
    delayCommits: createLateCommits({ time, random: random.split('commits'), struck }),
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

  const updateDatabaseClock = () => {
    time.schedule(clockInterval, updateDatabaseClock)
    void holdTime(database.setTime(time.now()))
  }
  const sweepRegularly = (node: SimulatedNode) => {
    time.schedule(sweepInterval, () => sweepRegularly(node))
    if (!node.server) return
    void holdTime(node.server.sweep()).catch((cause: unknown) => trace.line(node.name, `sweep: ${cause}`))
  }
  const injectFault = () => {
    time.schedule(random.integer(...faultInterval), injectFault)
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
  updateDatabaseClock()
  for (const [index, node] of nodes.entries())
    time.schedule((sweepInterval * (index + 1)) / nodes.length, () => sweepRegularly(node))
  start()

  const backend: Backend = {
    isRunning: () => running().length > 0,
    fetch: async (request, address) => holdTime(answer(pickServer(), request, address)),
    call: async (path, fields, address) =>
      holdTime(pickServer().call(path, fields, { headers: {}, peer: peerAt(address) })),
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
    beginFaults: () => void time.schedule(random.integer(...faultInterval), injectFault),
    isWorking: () => nodes.some(({ server }) => server && server.load().runningWork > 0),
    load: () => ({
      nodes: running().length,
      connections: nodes.reduce((sum, { server }) => sum + (server?.load().connections ?? 0), 0),
    }),
    wrongFrames: order.wrongFrames,
  }
}

/** Replaces the advisory lock of PostgreSQL. The embedded database has one session, which could take that lock twice. */
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

import { createToken } from '#server/accounts/secrets.ts'
import { createServer, type Server } from '#server/create-server.ts'
import type { ClusterClock } from '#server/hosts/node/cluster/cluster-clock.ts'
import type { Notices } from '#server/hosts/node/cluster/notices.ts'
import { type OpenCluster, openCluster, type RunOnce } from '#server/hosts/node/cluster/open-cluster.ts'
import type { Cluster, ServerPorts } from '#server/ports.ts'
import type { Database } from '#server/store/database.ts'
import type { BackendConnection, BackendLink } from '../backend.ts'
import type { Trace } from '../trace.ts'
import type { VirtualTime } from '../virtual-clock.ts'
import type { BusConnection, ConnectToBus, WhenAwake } from './notice-bus.ts'

/** The dependencies through which a node works with the others. A mutant replaces some. */
export interface NodeServices {
  readonly database: Database
  readonly notices: Notices
  readonly clock: ClusterClock
  /** Changes the node's view of the cluster. */
  adapt(cluster: Cluster): Cluster
}

export interface NodeWorld {
  readonly time: VirtualTime
  readonly trace: Trace
  readonly ports: ServerPorts
  readonly runOnce: RunOnce
  readonly connectToBus: ConnectToBus
  /** Makes the node commit some deliveries late. */
  delayCommits(cluster: Cluster): Cluster
  breakNode(services: NodeServices): NodeServices
  /** Stops virtual time until the promise has settled. */
  holdTime<Value>(promise: Promise<Value>): Promise<Value>
}

/** The time from a failed start to the next attempt, ms. */
const restartDelay = 1000

/** One run of a node, from its start to its end. */
class NodeRun {
  isAlive = true
  isFrozen = false
  readonly links = new Set<BackendLink>()
  readonly bus: BusConnection
  /** Present once the node accepts connections. */
  opened: { readonly server: Server; readonly shared: OpenCluster } | undefined
  /** The callbacks that wait until the node is no longer frozen. */
  #waiting: (() => void)[] = []

  constructor(connectToBus: ConnectToBus) {
    this.bus = connectToBus(this.whenAwake)
  }

  readonly whenAwake: WhenAwake = (callback) => {
    if (this.isFrozen) this.#waiting.push(callback)
    else if (this.isAlive) callback()
  }

  thaw(): void {
    this.isFrozen = false
    for (const callback of this.#waiting.splice(0)) this.whenAwake(callback)
  }
}

/** One process of the server, in virtual time. */
export class SimulatedNode {
  readonly name: string
  readonly #world: NodeWorld
  #run: NodeRun | undefined

  constructor(name: string, world: NodeWorld) {
    this.name = name
    this.#world = world
  }

  /** The running server; undefined while the node is down, starts or is frozen. */
  get server(): Server | undefined {
    return this.#run?.isFrozen ? undefined : this.#run?.opened?.server
  }

  start(): void {
    if (this.#run) return
    const { holdTime, connectToBus } = this.#world
    const run = new NodeRun(connectToBus)
    this.#run = run
    void holdTime(this.#open(run))
  }

  async #open(run: NodeRun): Promise<void> {
    const { time, trace, ports, runOnce, delayCommits, breakNode } = this.#world
    const services = breakNode({
      ...{ database: ports.database, notices: run.bus, clock: clockOf(time, run) },
      adapt: (cluster) => cluster,
    })
    try {
      const shared = await openCluster({ ...services, runOnce, faults: ports.faults })
      const codeSecret = await shared.secret('codes', () => createToken(ports.random))
      if (!run.isAlive) return
      const cluster = services.adapt(delayCommits(shared.cluster))
      const server = createServer({ ...ports, cluster, limitStore: shared.limitStore, codeSecret })
      run.opened = { server, shared }
      trace.line(this.name, 'starts')
    } catch (cause) {
      trace.line(this.name, `does not start: ${cause}`)
      this.die()
      time.schedule(restartDelay, () => this.start())
    }
  }

  /** Ends the process without warning, like a crash. The operating system closes the connections with `code`. */
  die(code = 1006): void {
    const run = this.#run
    if (!run) return
    this.#run = undefined
    run.isAlive = false
    run.bus.end()
    this.#world.trace.line(this.name, code === 1006 ? 'dies' : `dies, closes with ${code}`)
    for (const link of run.links) link.close(code)
  }

  /** Closes the server as for a restart: it asks clients to reconnect and removes its records. A frozen node dies. */
  stop(): void {
    const run = this.#run
    if (run?.opened && !run.isFrozen) {
      this.#run = undefined
      this.#world.trace.line(this.name, 'stops')
      void this.#world.holdTime(this.#close(run, run.opened))
    } else this.die()
  }

  async #close(run: NodeRun, { server, shared }: NonNullable<NodeRun['opened']>): Promise<void> {
    try {
      await server.close()
      await shared.close()
    } catch (cause) {
      this.#world.trace.line(this.name, `does not stop cleanly: ${cause}`)
    }
    run.isAlive = false
    run.bus.end()
  }

  /** Pauses the process for `duration` ms, like the migration of a virtual machine. Timers, frames and notices wait. */
  freeze(duration: number): void {
    const run = this.#run
    if (!run?.opened || run.isFrozen) return
    this.#world.trace.line(this.name, `is frozen for ${duration} ms`)
    run.isFrozen = true
    this.#world.time.schedule(duration, () => run.thaw())
  }

  /** Cuts the node off from the notices of the others for `duration` ms. */
  cutOff(duration: number): void {
    this.#world.trace.line(this.name, `is cut off from the notices for ${duration} ms`)
    this.#run?.bus.cutOff(duration)
  }

  /** Opens a connection to this run of the node. A later run receives nothing from it. */
  connect(link: BackendLink, address: string): BackendConnection {
    const run = this.#run
    if (!run?.opened) throw new Error(`${this.name} is down`)
    run.links.add(link)
    const connection = run.opened.server.gateway.connect({
      send: (text) => run.isAlive && link.send(text),
      close: (code) => run.isAlive && link.close(code),
      address,
    })
    return {
      receive: (text) => run.whenAwake(() => connection.receive(text)),
      closed() {
        run.links.delete(link)
        run.whenAwake(() => connection.closed())
      },
    }
  }
}

/** Timers of a dead node do nothing. Those of a frozen node run when it continues, an interval only once. */
const clockOf = (time: VirtualTime, { whenAwake }: NodeRun): ClusterClock => {
  const after = (delay: number, callback: () => void) => {
    let isCancelled = false
    const { cancel } = time.schedule(delay, () => whenAwake(() => isCancelled || callback()))
    return () => {
      isCancelled = true
      cancel()
    }
  }
  return {
    monotonic: () => time.now(),
    after,
    every(interval, callback) {
      let cancel = after(interval, run)
      function run() {
        cancel = after(interval, run)
        callback()
      }
      return () => cancel()
    },
  }
}

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

/** What connects a node with the others. A mutant replaces a part. */
export interface NodeParts {
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
  adapt(cluster: Cluster): Cluster
  breakNode(parts: NodeParts): NodeParts
  /** Stops virtual time until the promise has settled. */
  follow<Value>(promise: Promise<Value>): Promise<Value>
}

/** How long a node waits after a start that failed, ms. */
const startsAgainAfter = 1000

/** One start of a node until its end. */
class Life {
  isAlive = true
  isFrozen = false
  readonly links = new Set<BackendLink>()
  readonly bus: BusConnection
  /** Present once it accepts connections. */
  running: { readonly server: Server; readonly shared: OpenCluster } | undefined
  /** What happened to the node while it was frozen. */
  #waiting: (() => void)[] = []

  constructor(connectToBus: ConnectToBus) {
    this.bus = connectToBus(this.whenAwake)
  }

  readonly whenAwake: WhenAwake = (run) => {
    if (this.isFrozen) this.#waiting.push(run)
    else if (this.isAlive) run()
  }

  thaw(): void {
    this.isFrozen = false
    for (const run of this.#waiting.splice(0)) this.whenAwake(run)
  }
}

/** One process of the server, in virtual time. */
export class SimulatedNode {
  readonly name: string
  readonly #world: NodeWorld
  #life: Life | undefined

  constructor(name: string, world: NodeWorld) {
    this.name = name
    this.#world = world
  }

  /** The running server; undefined while the node is down, starts or is frozen. */
  get server(): Server | undefined {
    return this.#life?.isFrozen ? undefined : this.#life?.running?.server
  }

  start(): void {
    if (this.#life) return
    const { follow, connectToBus } = this.#world
    const life = new Life(connectToBus)
    this.#life = life
    void follow(this.#open(life))
  }

  async #open(life: Life): Promise<void> {
    const { time, trace, ports, runOnce, adapt, breakNode } = this.#world
    const parts = breakNode({
      ...{ database: ports.database, notices: life.bus, clock: clockOf(time, life) },
      adapt: (cluster) => cluster,
    })
    try {
      const shared = await openCluster({ ...parts, runOnce, faults: ports.faults })
      const codeSecret = await shared.secret('codes', () => createToken(ports.random))
      if (!life.isAlive) return
      const cluster = parts.adapt(adapt(shared.cluster))
      const server = createServer({ ...ports, cluster, limitStore: shared.limitStore, codeSecret })
      life.running = { server, shared }
      trace.line(this.name, 'starts')
    } catch (cause) {
      trace.line(this.name, `does not start: ${cause}`)
      this.die()
      time.schedule(startsAgainAfter, () => this.start())
    }
  }

  /** Loses the memory without notice. The machine closes the connections. */
  die(code = 1006): void {
    const life = this.#life
    if (!life) return
    this.#life = undefined
    life.isAlive = false
    life.bus.end()
    this.#world.trace.line(this.name, code === 1006 ? 'dies' : `dies and says ${code}`)
    for (const link of life.links) link.close(code)
  }

  /** Ends as at a restart by the operator: clients are asked to reconnect, and the other nodes know. */
  stop(): void {
    const life = this.#life
    if (life?.running && !life.isFrozen) {
      this.#life = undefined
      this.#world.trace.line(this.name, 'stops')
      void this.#world.follow(this.#close(life, life.running))
    } else this.die()
  }

  async #close(life: Life, { server, shared }: NonNullable<Life['running']>): Promise<void> {
    try {
      await server.close()
      await shared.close()
    } catch (cause) {
      this.#world.trace.line(this.name, `does not stop cleanly: ${cause}`)
    }
    life.isAlive = false
    life.bus.end()
  }

  /** Stops the process for a time, ms, like a virtual machine that is moved. Timers, frames and notices wait. */
  freeze(duration: number): void {
    const life = this.#life
    if (!life?.running || life.isFrozen) return
    this.#world.trace.line(this.name, `is frozen for ${duration} ms`)
    life.isFrozen = true
    this.#world.time.schedule(duration, () => life.thaw())
  }

  cutOff(duration: number): void {
    this.#world.trace.line(this.name, `is cut off from the notices for ${duration} ms`)
    this.#life?.bus.cutOff(duration)
  }

  /** A connection of this run of the node. A later run receives nothing from it. */
  connect(link: BackendLink, address: string): BackendConnection {
    const life = this.#life
    if (!life?.running) throw new Error(`${this.name} is down`)
    life.links.add(link)
    const connection = life.running.server.gateway.connect({
      send: (text) => life.isAlive && link.send(text),
      close: (code) => life.isAlive && link.close(code),
      address,
    })
    return {
      receive: (text) => life.whenAwake(() => connection.receive(text)),
      closed() {
        life.links.delete(link)
        life.whenAwake(() => connection.closed())
      },
    }
  }
}

/** Timers of a node that has died do nothing. Those of a frozen one run later, an interval once. */
const clockOf = (time: VirtualTime, { whenAwake }: Life): ClusterClock => {
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

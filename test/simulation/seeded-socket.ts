import type { SocketConnection, SocketHandlers, SocketPort } from '#streams/ports.ts'
import type { Backend, BackendConnection } from './backend.ts'
import type { Device } from './device.ts'
import type { OccurrenceCounts } from './fault-counts.ts'
import { drawLatency, type NetworkConditions } from './network-conditions.ts'
import type { TabLife } from './tab-life.ts'
import type { Trace } from './trace.ts'
import type { VirtualTime } from './virtual-clock.ts'

/** The directions of a connection that are dead, unknown to both sides. */
export type DeadDirection = 'both' | 'to-client' | 'to-server'

/** The interface of an open connection for faults. */
export interface NetworkConnection {
  /** Cuts the connection: both sides learn of it, each after its own delay. Frames in flight are lost. */
  cut(): void
  /** Drops frames. The backend detects it after minutes, the client only by missing responses. */
  halfOpen(direction: DeadDirection): void
}

/** How long the backend's machine takes to detect a dead peer, ms. */
const keepAliveTimeout = 120_000
/** How long a machine tries to open a connection without a response, ms. */
const connectTimeout = 75_000

interface SocketWorld {
  readonly time: VirtualTime
  readonly trace: Trace
  readonly backend: Backend
  readonly device: Device
  readonly life: TabLife
  readonly occurrences: OccurrenceCounts
  readonly conditions: NetworkConditions
  readonly open: Set<NetworkConnection>
  /** The client learned that the server had accepted its login at this time, virtual ms. */
  loggedIn(acceptedAt: number): void
}

/** The socket port of one tab. Frames of one connection arrive in order, once, until it is cut. */
export function createSeededSocket(world: SocketWorld): SocketPort {
  return {
    connect(_url, handlers) {
      if (!world.life.isAlive()) return { send() {}, close() {} }
      return new SeededConnection(world, handlers)
    },
  }
}

class SeededConnection implements SocketConnection, NetworkConnection {
  private readonly world: SocketWorld
  private readonly handlers: SocketHandlers
  private server: BackendConnection | undefined
  private isClientDone = false
  private isServerDone = false
  private isUpDead = false
  private isDownDead = false
  private upFreeAt = 0
  private downFreeAt = 0

  constructor(world: SocketWorld, handlers: SocketHandlers) {
    this.world = world
    this.handlers = handlers
    world.open.add(this)
    // A dead tab's machine still closes its connections.
    world.life.onEnd(() => this.endServer(this.delay()))
    this.dial()
  }

  send(text: string): void {
    if (this.isClientDone || !this.world.life.isAlive()) return
    this.up(() => this.server?.receive(text))
  }

  close(code = 1005): void {
    if (this.isClientDone) return
    const isDead = this.isUpDead || this.isDownDead
    // Frames in flight are dropped. The closing handshake takes a round trip, or longer without a response.
    this.isDownDead = true
    this.up(() => this.endServer(0))
    this.endClient(isDead ? 3000 : 2 * this.delay(), isDead ? 1006 : code)
  }

  cut(): void {
    if (!this.isClientDone) this.world.occurrences.fault('connection cut')
    this.log('cut')
    this.isUpDead = true
    this.isDownDead = true
    this.endServer(this.delay())
    this.endClient(this.delay(), 1006)
  }

  halfOpen(direction: DeadDirection): void {
    if (!this.isClientDone) this.world.occurrences.fault('connection half-open')
    this.log(`half-open ${direction}`)
    if (direction !== 'to-client') this.isUpDead = true
    if (direction !== 'to-server') this.isDownDead = true
    this.endServer(keepAliveTimeout)
  }

  private dial(): void {
    const { time, device, conditions, backend } = this.world
    if (!device.state.isOnline || conditions.isRefusing || !backend.isRunning()) this.refuse()
    else if (conditions.isBlackHole) this.hang()
    else time.schedule(this.delay(), () => this.accept())
  }

  private hang(): void {
    this.world.occurrences.fault('connection hanging')
    this.endClient(connectTimeout, 1006)
  }

  private refuse(): void {
    this.world.occurrences.fault('connection refused')
    this.log('refused')
    this.endClient(this.delay(), 1006)
  }

  private accept(): void {
    const { world } = this
    if (!world.life.isAlive() || this.isClientDone) return
    if (!world.backend.isRunning()) {
      this.refuse()
      return
    }
    this.log('opened')
    // The opening handshake comes first, so that no frame overtakes it.
    this.down(() => this.handlers.opened())
    this.server = world.backend.connect(
      {
        send: (text) => {
          const sentAt = world.time.now()
          this.down(() => this.receive(text, sentAt))
        },
        close: (code) => this.closedByServer(code),
      },
      world.device.name,
    )
  }

  private receive(text: string, sentAt: number): void {
    this.log(`< ${text}`)
    if (text.startsWith('{"Cmd":"Login","Code":0')) this.world.loggedIn(sentAt)
    this.handlers.received(text)
  }

  private closedByServer(code: number): void {
    if (this.isServerDone) return
    this.isServerDone = true
    this.down(() => {
      if (code === 1012) this.world.occurrences.fault('connection closed with 1012')
      if (code === 1013) this.world.occurrences.fault('connection closed with 1013')
      this.endClient(0, code)
    })
  }

  /** Carries one frame to the server, in order. */
  private up(arrive: () => void): void {
    const { time } = this.world
    this.upFreeAt = Math.max(this.upFreeAt, time.now() + this.delay())
    time.schedule(this.upFreeAt - time.now(), () => {
      if (!this.isUpDead && !this.isServerDone && this.world.backend.isRunning()) arrive()
    })
  }

  /** Carries one frame to the client, in order. */
  private down(arrive: () => void): void {
    const { time, device, life } = this.world
    this.downFreeAt = Math.max(this.downFreeAt, time.now() + this.delay())
    device.after(life, this.downFreeAt - time.now(), () => {
      if (!this.isDownDead && !this.isClientDone) arrive()
    })
  }

  private endServer(delay: number): void {
    this.world.time.schedule(delay, () => {
      if (this.isServerDone) return
      this.isServerDone = true
      this.server?.closed()
    })
  }

  private endClient(delay: number, code: number): void {
    const { device, life, open } = this.world
    device.after(life, delay, () => {
      if (this.isClientDone) return
      this.isClientDone = true
      open.delete(this)
      this.log(`closed ${code}`)
      this.handlers.closed({ code, isClean: code !== 1006 })
    })
  }

  private delay(): number {
    return drawLatency(this.world.conditions, this.world.device.random)
  }

  private log(what: string): void {
    this.world.trace.line(this.world.life.name, `socket ${what}`)
  }
}

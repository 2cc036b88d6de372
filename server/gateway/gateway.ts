import { FaultThrottle, withRequestId } from '../fault-reporting.ts'
import type { Services } from '../services.ts'
import { Connection, closeCode, type SocketPeer } from './connection.ts'
import { frameHandler } from './handle-frame.ts'

/** Called by a host for a connection that it accepted. */
export interface GatewayConnection {
  /** Called with each text frame. */
  receive(text: string): void
  /** Called when the connection has closed, by either side. */
  closed(): void
}

/** The server side of the socket, whatever its transport. */
export class Gateway {
  readonly #services: Services
  readonly #maxConnections: number
  readonly #throttle: FaultThrottle
  readonly #connections = new Set<Connection>()
  #lastId: number
  #isClosing = false

  /** @param maxConnections open connections; further clients are asked to come back later */
  constructor(services: Services, maxConnections: number) {
    this.#services = services
    this.#lastId = services.cluster?.firstConnectionId ?? 0
    this.#maxConnections = maxConnections
    this.#throttle = new FaultThrottle(services)
  }

  /** The number of open connections. */
  get size(): number {
    return this.#connections.size
  }

  /** Accepts a connection and greets it [SOCK-56]. */
  connect(peer: SocketPeer): GatewayConnection {
    this.#lastId += 1
    const connection: Connection = new Connection(
      this.#lastId,
      peer,
      withRequestId(this.#services, peer.requestId),
      this.#throttle,
      frameHandler,
      () => this.#connections.delete(connection),
    )
    this.#connections.add(connection)
    const refusal = this.#refusal()
    if (refusal !== undefined) connection.end(refusal)
    else if (peer.isLocal) connection.greet()
    else connection.greetAfter(this.#isWithinLimit(peer.address))
    return connection
  }

  /** Ends dead and idle connections; to be called every few seconds. */
  sweep(): void {
    for (const connection of [...this.#connections]) connection.sweep()
  }

  /**
   * Ends all connections in equal portions, so that their clients do not come back together. Each ends once its frames
   * are answered. Accepts no others meanwhile.
   * @param pause waits until the next portion
   */
  async drain(portions: number, pause: () => Promise<void>): Promise<void> {
    this.#isClosing = true
    for (let left = portions; left > 0 && this.#connections.size > 0; left -= 1) {
      const open = [...this.#connections].filter(({ isFinishing }) => !isFinishing)
      for (const connection of open.slice(0, Math.ceil(open.length / left))) connection.finish()
      await pause()
    }
  }

  /** Ends all connections when the server stops, and accepts no others. */
  closeAll(): void {
    this.#isClosing = true
    this.endAll()
  }

  /** Ends all connections. The close code makes clients reconnect soon. */
  endAll(): void {
    for (const connection of [...this.#connections]) connection.end(closeCode.serviceRestart)
  }

  #refusal(): number | undefined {
    if (this.#isClosing) return closeCode.serviceRestart
    return this.#connections.size > this.#maxConnections ? closeCode.tryAgainLater : undefined
  }

  // Never rejects.
  async #isWithinLimit(address: string): Promise<boolean> {
    try {
      return (await this.#services.limits.waitFor('socketPerAddress', address)) === 0
    } catch (cause) {
      this.#services.faults.report({ kind: 'socket', detail: 'the limit store failed', cause })
      return false
    }
  }
}

import { CallRefusal } from '../calls/refusal.ts'
import { FaultThrottle } from '../fault-reporting.ts'
import type { Services } from '../services.ts'
import { Connection, closeCode, type SocketPeer } from './connection.ts'
import { frameHandler } from './handle-frame.ts'

/** What a host does with a connection it has accepted. */
export interface GatewayConnection {
  /** One text frame has arrived. */
  receive(text: string): void
  /** The connection is gone, whoever ended it. */
  closed(): void
}

/** The socket's server side, whatever carries the frames. */
export class Gateway {
  readonly #services: Services
  readonly #throttle: FaultThrottle
  readonly #connections = new Set<Connection>()
  #lastId = 0
  #isClosing = false

  constructor(services: Services) {
    this.#services = services
    this.#throttle = new FaultThrottle(services)
  }

  /** Takes a connection and greets it [SOCK-56]. */
  connect(peer: SocketPeer): GatewayConnection {
    this.#lastId += 1
    const connection: Connection = new Connection(
      this.#lastId,
      peer,
      this.#services,
      this.#throttle,
      frameHandler,
      () => this.#connections.delete(connection),
    )
    const refusal = this.#refusalOf(peer)
    this.#connections.add(connection)
    if (refusal !== undefined) connection.end(refusal)
    else connection.sendFrame({ Cmd: 'Connected', Time: this.#services.clock.now() })
    return connection
  }

  /** Ends connections that are dead or of no use; to be called every few seconds. */
  sweep(): void {
    for (const connection of [...this.#connections]) connection.sweep()
  }

  /** Ends every connection, as a server does that stops, and takes no other: clients know to come back soon. */
  closeAll(): void {
    this.#isClosing = true
    for (const connection of [...this.#connections]) connection.end(closeCode.serviceRestart)
  }

  #refusalOf(peer: SocketPeer): number | undefined {
    if (this.#isClosing) return closeCode.serviceRestart
    const hasRoom = this.#services.admission.hasRoom(this.#connections.size)
    return hasRoom && !this.#isOverLimit(peer) ? undefined : closeCode.tryAgainLater
  }

  #isOverLimit(peer: SocketPeer): boolean {
    const { address, isLocal = false } = peer
    try {
      this.#services.limits.takeByAddress('socketPerAddress', { address, isLocal, host: '', isSecure: false })
      return false
    } catch (cause) {
      if (cause instanceof CallRefusal) return true
      throw cause
    }
  }
}

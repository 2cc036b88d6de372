import type { GatewayConnection } from '#server/gateway/gateway.ts'
import type { FromWorker } from '../protocol.ts'
import type { OwnServer } from './own-server.ts'

/** The page's sockets at this end. */
export interface Connections {
  connect(id: number): void
  receive(id: number, text: string): void
  disconnect(id: number): void
}

/** Puts each socket of the page, known by a number, on the gateway. */
export function createConnections(server: OwnServer, post: (message: FromWorker) => void): Connections {
  const connections = new Map<number, GatewayConnection>()
  const { address, isLocal } = server.peer
  return {
    connect: (id) => {
      const connection = server.gateway.connect({
        address,
        isLocal,
        send: (text) => post({ type: 'frame', id, text }),
        close: (code) => post({ type: 'closed', id, code }),
      })
      connections.set(id, connection)
    },
    receive: (id, text) => connections.get(id)?.receive(text),
    disconnect: (id) => {
      connections.get(id)?.closed()
      connections.delete(id)
    },
  }
}

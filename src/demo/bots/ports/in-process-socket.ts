import type { Peer } from '#server/ports.ts'
import type { SocketPort } from '#streams/ports.ts'
import type { ServerDoors } from './server-doors.ts'

/** Sockets without a network: frames go to the server's gateway in the same process, each in a step of its own. */
export const createInProcessSocket = (
  { gateway }: Pick<ServerDoors, 'gateway'>,
  { address, isLocal }: Peer,
): SocketPort => ({
  connect(_url, handlers) {
    let isClosed = false
    const later = (step: () => void) => queueMicrotask(() => !isClosed && step())
    const end = (code: number) =>
      later(() => {
        isClosed = true
        handlers.closed({ code, isClean: true })
      })
    // The opening comes first, as everything before it waits in the same queue.
    later(() => handlers.opened())
    const connection = gateway.connect({
      address,
      isLocal,
      send: (text) => later(() => handlers.received(text)),
      close: end,
    })
    return {
      send: (text) => later(() => connection.receive(text)),
      close: (code = 1000) => {
        connection.closed()
        end(code)
      },
    }
  },
})

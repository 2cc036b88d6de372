import { createServer, type Server } from '#server/create-server.ts'
import type { Peer, ServerPorts } from '#server/ports.ts'
import type { HttpResponse } from '#streams/ports.ts'
import type { Backend, BackendConnection, BackendLink } from './backend.ts'
import type { Trace } from './trace.ts'
import type { VirtualTime } from './virtual-clock.ts'

/** How often a host runs the server's maintenance, ms. */
export const sweepInterval = 20_000

export const peerAt = (address: string): Peer => ({
  address,
  isLocal: false,
  host: 'chat.example',
  isSecure: true,
})

/** Answers a request as a host does. */
export async function answer(server: Server, request: Request, address: string): Promise<HttpResponse> {
  const response = await server.app.fetch(request, { peer: peerAt(address) })
  return { status: response.status, text: await response.text() }
}

interface BackendWorld {
  readonly time: VirtualTime
  readonly trace: Trace
  readonly ports: ServerPorts
  /** Stops virtual time until the promise has settled. */
  holdTime<Value>(promise: Promise<Value>): Promise<Value>
}

/** The real server in virtual time. It can be stopped and restarted with the same database. */
export function createSimulatedBackend({ time, trace, ports, holdTime }: BackendWorld): Backend {
  const links = new Set<BackendLink>()
  let server: Server | undefined

  const sweepNow = () => {
    time.schedule(sweepInterval, sweepNow)
    if (server)
      void holdTime(server.sweep()).catch((cause: unknown) => trace.line('server', `sweep: ${cause}`))
  }
  time.schedule(sweepInterval, sweepNow)

  const backend: Backend = {
    isRunning: () => server !== undefined,
    async fetch(request, address) {
      if (!server) throw new Error('the backend is down')
      return holdTime(answer(server, request, address))
    },
    async call(path, fields, address) {
      if (!server) throw new Error('the backend is down')
      return holdTime(server.call(path, fields, { headers: {}, peer: peerAt(address) }))
    },
    connect(link, address) {
      if (!server) throw new Error('the backend is down')
      links.add(link)
      return track(server, link, address)
    },
    start() {
      if (server) return
      server = createServer(ports)
      trace.line('server', 'starts')
    },
    stop(code) {
      if (!server) return
      server = undefined
      trace.line('server', code === undefined ? 'stops' : `stops and says ${code}`)
      // The server's memory is lost without notice. The machine below it closes the connections.
      for (const link of links) link.close(code ?? 1006)
      links.clear()
    },
  }

  /** A connection of one server run. A later run receives nothing from it. */
  function track(home: Server, link: BackendLink, address: string): BackendConnection {
    const isCurrent = () => server === home
    const connection = home.gateway.connect({
      send: (text) => isCurrent() && link.send(text),
      close: (code) => isCurrent() && link.close(code),
      address,
    })
    return {
      receive: (text) => isCurrent() && connection.receive(text),
      closed() {
        links.delete(link)
        if (isCurrent()) connection.closed()
      },
    }
  }

  backend.start()
  return backend
}
